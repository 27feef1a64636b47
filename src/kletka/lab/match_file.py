"""A match on disk: one line of JSON for what is played, then one for every game.

A line is written as soon as its game is over. A match that was interrupted goes on where the file
ends; a last line that was cut short is played again.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kletka.engine.match import GameResult
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.move import Move
from kletka.spec import Spec


class InvalidMatchFile(KletkaError):
    """A file that holds no match, or another one."""


@dataclass(frozen=True)
class MatchPlan:
    """Who plays what: with it every game of the match can be played again."""

    players: tuple[str, ...]
    spec: Spec
    seed: int = 1
    opening: int = 2

    def __str__(self) -> str:
        return f"{', '.join(self.players)}: {self.spec}, seed={self.seed}, opening={self.opening}"


class MatchFile:
    """The games of one match in a file, which is made if there is none."""

    def __init__(self, path: Path, plan: MatchPlan) -> None:
        self._path = path
        self.games: list[GameResult] = []
        if path.exists() and path.stat().st_size:
            self._read(plan)
        else:
            self._append({"match": asdict(plan)})

    def add(self, game: GameResult) -> None:
        """Write a game that has just been played."""
        self._append(_written(len(self.games), game))
        self.games.append(game)

    def _read(self, plan: MatchPlan) -> None:
        lines = self._path.read_bytes().split(b"\n")
        torn = lines.pop()  # what follows the last end of line
        if not lines and _line({"match": asdict(plan)}).startswith(torn):
            lines = [_line({"match": asdict(plan)}).rstrip()]
        found = self._plan_of(lines[0] if lines else torn)
        if found != plan:
            raise InvalidMatchFile(
                Text(
                    f"{self._path} holds another match ({found}); give this one a file of its own",
                    f"в файле {self._path} другой матч ({found}); укажите для этого свой файл",
                )
            )
        self.games = [self._game_of(line, number) for number, line in enumerate(lines[1:])]
        if torn:  # only now is it sure that the file is ours to mend
            self._path.write_bytes(b"".join(line + b"\n" for line in lines))

    def _plan_of(self, line: bytes) -> MatchPlan:
        try:
            told = json.loads(line)["match"]
            spec = Spec(told["spec"])
            return MatchPlan(tuple(told["players"]), spec, told["seed"], told["opening"])
        except (ValueError, KeyError, TypeError):
            raise InvalidMatchFile(
                Text(
                    f"{self._path} is not a file of a match, and is left as it is",
                    f"{self._path}: это не файл матча; он остался как был",
                )
            ) from None

    def _game_of(self, line: bytes, number: int) -> GameResult:
        try:
            told = json.loads(line)
            if told["game"] != number:
                raise ValueError
            return _read_game(told)
        except (ValueError, KeyError, TypeError):
            raise InvalidMatchFile(
                Text(
                    f"{self._path}, line {number + 2}: this is not game {number} of the match",
                    f"{self._path}, строка {number + 2}: это не партия {number} этого матча",
                )
            ) from None

    def _append(self, told: dict[str, Any]) -> None:
        with self._path.open("ab") as file:
            file.write(_line(told))
            file.flush()
            os.fsync(file.fileno())


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def _written(number: int, game: GameResult) -> dict[str, Any]:
    return {"game": number, **asdict(game), "moves": [str(move) for move in game.moves]}


def _read_game(told: dict[str, Any]) -> GameResult:
    return GameResult(
        tuple(told["seats"]),
        tuple(told["shares"]),
        tuple(told["points"]),
        tuple(Move(notation) for notation in told["moves"]),
        told["forfeit"],
    )
