"""A match on disk: what is played, then every game, a line each (see journal.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kletka.agents.match import GameResult, MatchTerms
from kletka.lab.journal import Journal
from kletka.move import Move


class MatchFile:
    """The games of one match in a file, which is made if there is none."""

    def __init__(self, path: Path, terms: MatchTerms) -> None:
        played = {
            "players": terms.agents,
            "spec": terms.spec,
            "seed": terms.seed,
            "opening": terms.opening_plies,
        }
        self._journal = Journal(path, "match", "game", played)

    def games(self) -> Iterator[GameResult]:
        """The games that have been played before, in order."""
        for number, told in enumerate(self._journal.read()):
            try:
                yield read_game(told)
            except (ValueError, KeyError, TypeError):
                raise self._journal.wrong_line(number) from None

    def add(self, game: GameResult) -> None:
        """Write a game that has just been played."""
        self._journal.add(tell_game(game))


def tell_game(game: GameResult) -> dict[str, Any]:
    return {**asdict(game), "moves": [str(move) for move in game.moves]}


def read_game(told: dict[str, Any]) -> GameResult:
    return GameResult(
        tuple(told["seats"]),
        tuple(told["shares"]),
        tuple(told["points"]),
        tuple(Move(notation) for notation in told["moves"]),
        told["forfeit"],
    )
