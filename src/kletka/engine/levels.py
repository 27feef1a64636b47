"""Levels 1 to 9: what each sees. Weaker levels overlook moves and look less far ahead; among what
they see they choose the best."""

from __future__ import annotations

from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.language import Text

LEVELS = range(1, 10)

_BUDGETS = {
    1: Budget(simulations=3, sight=0.12),
    2: Budget(simulations=8, sight=0.25),
    3: Budget(simulations=25, sight=0.5),
    4: Budget(simulations=80, sight=0.8),
    5: Budget(simulations=250),
    6: Budget(simulations=1_000),
    7: Budget(simulations=4_000, seconds=0.5),
    8: Budget(simulations=16_000, seconds=1.0),
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
