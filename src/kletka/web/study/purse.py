"""How much thinking each visitor may ask for: seconds of a processor, which come back slowly."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil

from kletka.language import Text, plural_en, plural_ru
from kletka.web.refusals import Refused

WORTH_STARTING = 2.0  # seconds


class Purses:
    """A purse for everybody who has spent something; full ones are forgotten."""

    def __init__(
        self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._rate = limit
        self._clock = clock
        self._spent: dict[str, tuple[float, float]] = {}  # how much, and when that was so

    def left(self, who: str) -> float:
        """Seconds that somebody may still spend now."""
        spent, at = self._spent.get(who, (0.0, 0.0))
        return self._most - max(0.0, spent - (self._clock() - at) * self._rate)

    def spend(self, who: str, seconds: float) -> None:
        if len(self._spent) > 10_000:
            self._spent = {w: s for w, s in self._spent.items() if self.left(w) < self._most}
        self._spent[who] = (self._most - self.left(who) + seconds, self._clock())

    def check(self, who: str) -> None:
        """Raises Refused if too little is left to begin something."""
        missing = WORTH_STARTING - self.left(who)
        if missing <= 0:
            return
        wait = ceil(missing / self._rate)
        raise Refused(
            "spent",
            Text(
                "you have used up the engine's time for now; it comes back in "
                + plural_en(wait, "second"),
                f"ваше время движка пока исчерпано; оно вернётся через {wait} "
                + plural_ru(wait, "секунду", "секунды", "секунд"),
            ),
            429,
            retry_after=wait,
        )
