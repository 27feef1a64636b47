"""Puzzles: positions in which one move is better than all others.

They are data, one file per game and one puzzle per line, found by `kletka lab puzzles` in games of
the engine. Every claim is exact, and a test proves each of them again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kletka.faces import face_of
from kletka.language import Text, plural_en, plural_ru
from kletka.position import Position

WIN, DRAW, POINTS = "win", "draw", "points"


@dataclass(frozen=True)
class Puzzle:
    """A position and its only good continuation.

    `line` are single moves: those to find, and between them the best replies. `value` is the
    lead in points with best play (in Manu 1 for a win), and `second` the value of the second
    best first move. `rating` says how hard it is: 600 for a puzzle that is solved at a glance,
    2000 and more for one that the engine solves only after thousands of simulations.
    """

    position: str
    claim: str
    line: tuple[str, ...]
    value: float
    second: float
    rating: int

    @property
    def start(self) -> Position:
        """The position of the puzzle."""
        return Position.parse(self.position)

    @property
    def task(self) -> Text:
        """The goal and why it takes care, in one sentence."""
        if self.claim == DRAW:
            return Text(
                "Do not lose: only one move saves the draw.",
                "Не проиграйте: ничью спасает только один ход.",
            )
        if self.claim == POINTS:
            gain = points_in_words(self.value - self.second)
            return Text(
                f"Gain {gain.en}: one move is worth that much more than all others.",
                f"Выиграйте {gain.ru}: настолько один ход ценнее всех остальных.",
            )
        if not face_of(self.position.partition("(")[0]).wins_by_points:
            return Text("Win: only one move does.", "Победите: выигрывает только один ход.")
        lead = points_in_words(self.value)
        return Text(
            f"Win by {lead.en}: only one move wins.",
            f"Победите с перевесом в {lead.ru}: выигрывает только один ход.",
        )

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a line of its file has it."""
        return asdict(self)


def points_in_words(points: float) -> Text:
    """A number of points with its noun; halves are possible."""
    if points == 0.5:
        return Text("half a point", "пол-очка")
    if points != int(points):
        return Text(f"{points:g} points", f"{points:g} очка".replace(".", ","))
    whole = int(points)
    noun = plural_ru(whole, "очко", "очка", "очков")
    return Text(plural_en(whole, "point"), f"{whole} {noun}")


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    lines = [json.loads(line) for line in text.splitlines() if line]
    return tuple(Puzzle(**{**line, "line": tuple(line["line"])}) for line in lines)


def write_puzzles(puzzles: list[Puzzle]) -> str:
    """The text of a file of puzzles, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.position))
    return "".join(json.dumps(puzzle.to_json()) + "\n" for puzzle in ordered)


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first; none if the game has no file of them."""
    file = files(__name__).joinpath(f"{game}.jsonl")
    return read_puzzles(file.read_text("utf-8")) if file.is_file() else ()
