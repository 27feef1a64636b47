"""A match on disk: its terms on the first line, then a line for every game (see journal.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kletka.agents.match import GameResult, MatchTerms
from kletka.lab.journal import Journal
from kletka.move import Move


class MatchFile:
    """The games of one match in a file, which is created if it does not exist."""

    def __init__(self, path: Path, terms: MatchTerms) -> None:
        played = {
            "players": terms.agents,
            "spec": terms.spec,
            "seed": terms.seed,
            "opening": terms.opening_plies,
        }
        self._journal = Journal(path, "match", "game", played)

    def games(self) -> Iterator[GameResult]:
        """The games played so far, in order."""
        for number, entry in enumerate(self._journal.read()):
            try:
                yield game_from_json(entry)
            except (ValueError, KeyError, TypeError):
                raise self._journal.wrong_line(number) from None

    def add(self, game: GameResult) -> None:
        """Write a game that has just been played."""
        self._journal.add(game_to_json(game))


def game_to_json(game: GameResult) -> dict[str, Any]:
    return {**asdict(game), "moves": [str(move) for move in game.moves]}


def game_from_json(entry: dict[str, Any]) -> GameResult:
    return GameResult(
        tuple(entry["seats"]),
        tuple(entry["shares"]),
        tuple(entry["points"]),
        tuple(Move(notation) for notation in entry["moves"]),
        entry["forfeit"],
    )
