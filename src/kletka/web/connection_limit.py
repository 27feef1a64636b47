"""How many connections an address may keep open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kletka.web.refusal_log import RefusalLog
from kletka.web.refusals import TooMany

WAIT = 10.0  # seconds after which a refused client may try again


def affordable(most: int) -> int:
    """At most a quarter of the files that this process may open, so that others get some too."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return most
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if files == resource.RLIM_INFINITY else min(most, max(8, files // 4))


class ConnectionLimit:
    """Counts open connections, so that one address cannot take them all."""

    def __init__(self, most: int, what: str, refusals: RefusalLog) -> None:
        self._most, self._what, self._refusals = most, what, refusals
        self._open: Counter[str] = Counter()

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """Counts a connection while it is open; raises TooMany."""
        self.acquire(address)
        try:
            yield
        finally:
            self.release(address)

    def acquire(self, address: str) -> None:
        """Count one more connection; raises TooMany."""
        if self._open[address] >= self._most:
            self._refusals.note(self._what, address)
            raise TooMany(WAIT)
        self._open[address] += 1

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
