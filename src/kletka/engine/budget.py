"""How long the engine may think."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from kletka.errors import KletkaError
from kletka.language import Text

LEAST_SECONDS = 0.001


class InvalidBudget(KletkaError):
    """A time, a number of simulations or a sight that is out of range."""


@dataclass(frozen=True)
class Budget:
    """Seconds or simulations, or both: the limit that is reached first counts.

    With simulations alone, a search on one thread repeats itself exactly for a seed. `sight` is the
    share of the legal moves that is noticed; below 1 the others are overlooked.
    """

    seconds: float | None = None
    simulations: int | None = None
    sight: float = 1.0

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise InvalidBudget(
                Text(
                    "a budget needs seconds or simulations",
                    "нужно время в секундах или число симуляций",
                )
            )
        if self.seconds is not None and not (
            math.isfinite(self.seconds) and 0 < self.seconds <= 86_400
        ):
            raise InvalidBudget(
                Text(
                    f"the time must be above 0 and at most 86400 seconds, not {self.seconds}",
                    f"время должно быть больше 0 и не больше 86400 секунд, а не {self.seconds}",
                )
            )
        if self.simulations is not None and not 1 <= self.simulations <= 10**12:
            raise InvalidBudget(
                Text(
                    f"the number of simulations must be 1 or more, not {self.simulations}",
                    f"число симуляций должно быть не меньше 1, а не {self.simulations}",
                )
            )
        if not 0 < self.sight <= 1:
            raise InvalidBudget(
                Text(
                    f"the sight must be above 0 and at most 1, not {self.sight}",
                    f"доля замеченных ходов должна быть больше 0 и не больше 1, а не {self.sight}",
                )
            )

    def since(self, begun: float) -> Budget:
        """The budget that is left if the clock has run since then (`time.perf_counter`).

        At least `LEAST_SECONDS` are left; simulations are not touched.
        """
        if self.seconds is None:
            return self
        left = self.seconds - (time.perf_counter() - begun)
        return replace(self, seconds=max(left, LEAST_SECONDS))
