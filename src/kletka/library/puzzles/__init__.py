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

from kletka.language import Text
from kletka.position import Position

WIN, DRAW, POINTS = "win", "draw", "points"

_TASKS = {
    WIN: Text("Only one move wins.", "Выигрывает только один ход."),
    DRAW: Text("Only one move saves the draw.", "Ничью спасает только один ход."),
    POINTS: Text("One move is worth more than all others.", "Один ход ценнее всех остальных."),
}


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
        """The task in one sentence."""
        return _TASKS[self.claim]

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a line of its file has it."""
        return asdict(self)


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
