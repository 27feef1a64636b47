"""How many connections are open, by address."""

from __future__ import annotations

from collections import Counter

from kletka.web.refusals import TooMany

WAIT = 10.0


class Doors:
    """Counts connections that stay open, so that one address cannot take them all."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Raises TooMany."""
        if self._open[address] >= self._most:
            raise TooMany(WAIT)
        self._open[address] += 1

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
