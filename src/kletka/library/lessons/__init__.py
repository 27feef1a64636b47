"""Lessons: tasks of one turn on tiny boards, which together teach every rule of a game.

They are data, one file per game (`kamiken.toml`, …). What a lesson asks for is written as claims
that can be checked (`checks.py`); its solutions are exactly the turns that meet all of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from kletka.language import Text
from kletka.position import Position, start


@dataclass(frozen=True)
class Hint:
    """A comment on some legal turns that do not solve the task."""

    turns: tuple[str, ...]
    text: Text


@dataclass(frozen=True)
class Lesson:
    """One task; `rules` are those it teaches, `traps` illegal turns with the rules they break.

    If `find`, the task is to find a legal turn, so that pages do not mark the legal ones.
    """

    game: str
    number: int
    rules: tuple[int, ...]
    board: str  # a spec, or the text of a position
    moves: tuple[str, ...]  # played on that board before the task begins
    claim: tuple[str, ...]
    solutions: tuple[str, ...]
    find: bool
    traps: Mapping[str, int]
    title: Text
    task: Text
    done: Text
    miss: Text
    hints: tuple[Hint, ...]

    @cached_property
    def position(self) -> Position:
        """The position in which the lesson begins."""
        position = start(self.board) if " " not in self.board else Position.parse(self.board)
        for move in self.moves:
            position = position.play_turn(move)
        return position

    @property
    def last(self) -> str | None:
        """The turn before the task, to be marked on the board."""
        return self.moves[-1] if self.moves else None

    def about(self, turn: str) -> Text:
        """The comment on a legal turn that does not solve the task."""
        return next((hint.text for hint in self.hints if turn in hint.turns), self.miss)


@lru_cache(maxsize=8)
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none if the game has no file of them."""
    file = files(__package__).joinpath(f"{game}.toml")
    if not file.is_file():
        return ()
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(_read(game, number, entry) for number, entry in enumerate(data["lesson"], 1))


def _read(game: str, number: int, entry: dict[str, Any]) -> Lesson:
    return Lesson(
        game,
        number,
        rules=tuple(entry["rules"]),
        board=entry["board"],
        moves=tuple(entry.get("moves", "").split()),
        claim=tuple(entry["claim"]),
        solutions=tuple(entry["solutions"]),
        find=entry.get("find", False),
        traps=entry.get("traps", {}),
        title=_text(entry["title"]),
        task=_text(entry["task"]),
        done=_text(entry["done"]),
        miss=_text(entry["miss"]),
        hints=tuple(
            Hint(tuple(hint["turns"].split()), _text(hint)) for hint in entry.get("hint", [])
        ),
    )


def _text(both: Mapping[str, str]) -> Text:
    """A text of the file, without its line breaks."""
    return Text(" ".join(both["en"].split()), " ".join(both["ru"].split()))
