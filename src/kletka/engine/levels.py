"""Levels 1 to 9: what each sees. Weaker levels look at fewer possibilities, never at random."""

from __future__ import annotations

from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.language import Text

LEVELS = range(1, 10)

_BUDGETS = {
    1: Budget(simulations=2),
    2: Budget(simulations=12),
    3: Budget(simulations=50),
    4: Budget(simulations=200),
    5: Budget(simulations=800),
    6: Budget(simulations=3_000),
    7: Budget(simulations=12_000, seconds=1.0),
    8: Budget(seconds=0.7),
    9: Budget(seconds=2.0),
}


class InvalidLevel(KletkaError):
    """There is no such level."""


def budget_of(level: int) -> Budget:
    """How much a level thinks about a move."""
    if level not in LEVELS:
        raise InvalidLevel(
            Text(
                f"there is no level {level}; levels go from 1 to 9",
                f"нет уровня {level}; уровни от 1 до 9",
            )
        )
    return _BUDGETS[level]
