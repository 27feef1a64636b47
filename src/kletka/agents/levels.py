"""Levels 1 to 9. Weaker levels overlook more moves and look less far ahead; among the moves that
they see they choose the best."""

from __future__ import annotations

from kletka.engine.budget import Budget
from kletka.engine.tuning import tuning_of
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position

LEVELS = range(1, 10)
TOP = LEVELS[-1]
STEPS = TOP - 2  # from level 1 to the highest one below the top

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


class InvalidLevel(KletkaError):
    """There is no such level."""


def budget_of(level: int, position: Position) -> Budget:
    """How much a level thinks about a move.

    On a small board more thought is soon of no use. There the levels below the top lie closer
    together, so that each is still stronger than the one below.
    """
    check_level(level)
    if level == TOP:
        return _BUDGETS[TOP]
    return budget_at(height_of(level, position))


def height_of(level: int, position: Position) -> float:
    """Where a level below the top stands on the ladder of budgets, from 1 to 8.

    On a board that is large enough, level 3 stands at height 3.
    """
    tuning = tuning_of(position.spec.game).levels
    if fit := tuning.fit_for(position.spec):
        return fit.heights[level - 1]
    size = len(position.board.places) / tuning.small_board
    if position.board.hexagonal:
        size *= tuning.hexagon
    if size >= 1:
        return level
    return float(1 + STEPS * size**tuning.shrinking * ((level - 1) / STEPS) ** tuning.bend)


def check_level(level: int) -> None:
    if level not in LEVELS:
        raise InvalidLevel(
            Text(
                f"there is no level {level}; levels go from 1 to 9",
                f"нет уровня {level}; уровни от 1 до 9",
            )
        )


def check_height(height: float) -> None:
    if not 1 <= height <= TOP - 1:
        raise InvalidLevel(
            Text(
                f"there is no height {height:g}; the ladder goes from 1 to {TOP - 1}",
                f"нет высоты {height:g}; лестница идёт от 1 до {TOP - 1}",
            )
        )


def budget_at(height: float) -> Budget:
    """The budget at a height of the ladder, which may be between two levels."""
    if height == int(height):
        return _BUDGETS[int(height)]
    below, above = _BUDGETS[int(height)], _BUDGETS[int(height) + 1]
    part = height - int(height)
    assert below.simulations is not None
    assert above.simulations is not None
    return Budget(
        seconds=above.seconds,
        simulations=round(below.simulations ** (1 - part) * above.simulations**part),
        sight=below.sight ** (1 - part) * above.sight**part,
    )
