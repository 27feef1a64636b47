"""Rate limits: leaky buckets, one for each visitor."""

from __future__ import annotations

import time
from collections.abc import Callable

WORTH_TELLING = 0.05  # of a bucket's capacity


class LeakyBucket:
    """Takes `capacity` at once and leaks `rate` a second."""

    __slots__ = ("_at", "_capacity", "_level", "_rate")

    def __init__(self, capacity: float, rate: float, now: float) -> None:
        self._capacity, self._rate = capacity, rate
        self._level, self._at = 0.0, now

    def level(self, now: float) -> float:
        """How full the bucket is."""
        return max(0.0, self._level - (now - self._at) * self._rate)

    def add(self, amount: float, now: float) -> None:
        """Add an amount, even beyond the capacity."""
        self._level, self._at = self.level(now) + amount, now

    def wait(self, amount: float, now: float) -> float:
        """Seconds until the amount fits; 0 if it fits now."""
        return max(0.0, (self.level(now) + amount - self._capacity) / self._rate)

    def take(self, now: float, amount: float = 1) -> float:
        """Add an amount if it fits and return 0; else return the seconds until it fits."""
        wait = self.wait(amount, now)
        if not wait:
            self.add(amount, now)
        return wait


class LeakyBuckets:
    """A bucket for each visitor; empty ones are dropped now and then."""

    def __init__(
        self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: dict[str, LeakyBucket] = {}
        self._sweep_at = 1000
        self._untold: dict[str, float] | None = None

    def level(self, visitor: str) -> float:
        """How full the visitor's bucket is."""
        bucket = self._buckets.get(visitor)
        return 0.0 if bucket is None else bucket.level(self._clock())

    def add(self, visitor: str, amount: float) -> None:
        """Add an amount, even beyond the capacity."""
        now = self._clock()
        self._bucket(visitor, now).add(amount, now)
        self._note(visitor, amount)

    def wait(self, visitor: str, amount: float) -> float:
        """Seconds until the amount fits; 0 if it fits now."""
        now = self._clock()
        return self._bucket(visitor, now).wait(amount, now)

    def take(self, visitor: str, amount: float = 1) -> float:
        """Add an amount if it fits and return 0; else return the seconds until it fits."""
        now = self._clock()
        wait = self._bucket(visitor, now).take(now, amount)
        if not wait:
            self._note(visitor, amount)
        return wait

    def tell(self) -> dict[str, float]:
        """What visitors have spent here since the last call, for other servers.

        Little things wait until they are more than a small part of the capacity.
        """
        spent, least = self._untold or {}, WORTH_TELLING * self._limit[0]
        told = {visitor: amount for visitor, amount in spent.items() if amount >= least}
        now = self._clock()
        self._untold = {
            visitor: amount
            for visitor, amount in spent.items()
            if visitor not in told and self._bucket(visitor, now).level(now) > 0
        }
        return told

    def hear(self, visitor: str, amount: float) -> None:
        """A visitor has spent this at another server."""
        now = self._clock()
        self._bucket(visitor, now).add(amount, now)

    def _note(self, visitor: str, amount: float) -> None:
        if self._untold is not None:
            self._untold[visitor] = self._untold.get(visitor, 0.0) + amount

    def _bucket(self, visitor: str, now: float) -> LeakyBucket:
        bucket = self._buckets.get(visitor)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._sweep(now)
            bucket = self._buckets[visitor] = LeakyBucket(*self._limit, now)
        return bucket

    def _sweep(self, now: float) -> None:
        self._buckets = {who: b for who, b in self._buckets.items() if b.level(now) > 0}
        self._sweep_at = max(1000, 2 * len(self._buckets))
