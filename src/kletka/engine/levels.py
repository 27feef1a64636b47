"""Levels 1 to 9: what each sees. Weaker levels overlook moves and look less far ahead; among what
they see they choose the best."""

from __future__ import annotations

from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position

LEVELS = range(1, 10)
TOP = LEVELS[-1]

_BUDGETS = {
    1: Budget(simulations=3, sight=0.08),
    2: Budget(simulations=8, sight=0.25),
    3: Budget(simulations=25, sight=0.5),
    4: Budget(simulations=80, sight=0.8),
    5: Budget(simulations=250),
    6: Budget(simulations=1_000),
    7: Budget(simulations=4_000, seconds=0.5),
    8: Budget(simulations=16_000, seconds=1.0),
    TOP: Budget(seconds=2.0),
}

# Boards of fewer cells are soon seen through: docs/engine.md.
_FULL_BOARD = {"kamiken": 56, "ydyumby": 25, "vyun": 16, "manu": 36}


class InvalidLevel(KletkaError):
    """There is no such level."""


def budget_of(level: int, position: Position) -> Budget:
    """How much a level thinks about a move.

    On a small board who thinks more is soon no stronger. There the levels below the top lie closer
    together, so that each is still stronger than the one below.
    """
    check_level(level)
    size = len(position.board.places) / _FULL_BOARD[position.spec.game]
    if level == TOP or size >= 1:
        return _BUDGETS[level]
    return _between(1 + (level - 1) * size**1.25)


def check_level(level: int) -> None:
    if level not in LEVELS:
        raise InvalidLevel(
            Text(
                f"there is no level {level}; levels go from 1 to 9",
                f"нет уровня {level}; уровни от 1 до 9",
            )
        )


def _between(height: float) -> Budget:
    """The budget at this height on the ladder, which may be between two levels."""
    below, above = _BUDGETS[int(height)], _BUDGETS[int(height) + 1]
    part = height - int(height)
    assert below.simulations is not None
    assert above.simulations is not None
    return Budget(
        seconds=above.seconds,
        simulations=round(below.simulations ** (1 - part) * above.simulations**part),
        sight=below.sight ** (1 - part) * above.sight**part,
    )
