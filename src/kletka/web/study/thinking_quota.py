"""How many seconds of thinking each visitor may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil

from kletka.language import Text, plural_en, plural_ru
from kletka.web.rate_limits import LeakyBuckets
from kletka.web.refusals import Refused

WORTH_STARTING = 2.0  # seconds


class ThinkingQuota:
    """Processor seconds by visitor; what was spent comes back at a steady rate."""

    def __init__(
        self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, _ = limit
        self.spent = LeakyBuckets(limit, clock)

    def left(self, visitor: str) -> float:
        """Seconds that the visitor may still spend now."""
        return self._most - self.spent.level(visitor)

    def spend(self, visitor: str, seconds: float) -> None:
        self.spent.add(visitor, seconds)

    def check(self, visitor: str) -> None:
        """Raises Refused if too little is left to start a job."""
        wait = ceil(self.spent.wait(visitor, WORTH_STARTING))
        if not wait:
            return
        raise Refused(
            "spent",
            Text(
                "you have used up your engine time for now; there will be more in "
                + plural_en(wait, "second"),
                f"ваше время движка пока исчерпано; оно вернётся через {wait} "
                + plural_ru(wait, "секунду", "секунды", "секунд"),
            ),
            429,
            retry_after=wait,
        )
