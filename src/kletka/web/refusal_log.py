"""Lines in the log about refused clients: a few, however many are refused."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable

log = logging.getLogger("kletka.web")
SECONDS_BETWEEN_LINES = 10.0


class RefusalLog:
    """Notes refusals, at most one line in ten seconds for each kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next: dict[str, float] = {}
        self._unsaid: Counter[str] = Counter()

    def note(self, what: str, address: str) -> None:
        """Note that a client was refused; `what` is one of a few kinds."""
        now = self._clock()
        if now < self._next.get(what, 0.0):
            self._unsaid[what] += 1
            return
        self._next[what] = now + SECONDS_BETWEEN_LINES
        more = self._unsaid.pop(what, 0)
        log.warning("refused %s: %s%s", address, what, f" ({more} more before)" if more else "")
