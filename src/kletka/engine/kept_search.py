"""A search that follows a game: what it has seen of the position that comes is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kletka.move import Move

if TYPE_CHECKING:
    from kletka.engine.search import Search


class KeptSearch:
    def __init__(self) -> None:
        self._search: Search | None = None
        self._played: list[str] = []

    def forget(self) -> None:
        """Another game begins."""
        self._search = None

    def after(self, played: Sequence[Move | str], begin: Callable[[], Search]) -> Search:
        """The search, gone on to what has been played since the game began. If it was elsewhere,
        `begin` makes one."""
        search, before = self._search, self._played
        self._played = [str(move) for move in played]
        if search is not None and self._played[: len(before)] == before:
            search.play(*self._played[len(before) :])
        else:
            search = begin()
        self._search = search
        return search
