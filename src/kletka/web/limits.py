"""How often somebody may ask: buckets that leak at a steady rate."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """`burst` at once, and `rate` a second afterwards."""

    __slots__ = ("_at", "_burst", "_full", "_rate")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst, self._rate = burst, rate
        self._full, self._at = 0.0, now

    def take(self, now: float) -> float:
        """0 if it is granted, else the seconds to wait until it is."""
        self._full = max(0.0, self._full - (now - self._at) * self._rate)
        self._at = now
        if self._full + 1 <= self._burst:
            self._full += 1
            return 0.0
        return (self._full + 1 - self._burst) / self._rate

    def empty(self, now: float) -> bool:
        return self._full - (now - self._at) * self._rate <= 0


class Buckets:
    """A bucket for everybody; those that are empty are forgotten now and then."""

    def __init__(
        self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: dict[str, Bucket] = {}
        self._sweep_at = 1000

    def take(self, who: str) -> float:
        """0 if it is granted, else the seconds to wait until it is."""
        now = self._clock()
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._sweep(now)
            bucket = self._buckets[who] = Bucket(*self._limit, now)
        return bucket.take(now)

    def _sweep(self, now: float) -> None:
        self._buckets = {who: b for who, b in self._buckets.items() if not b.empty(now)}
        self._sweep_at = max(1000, 2 * len(self._buckets))
