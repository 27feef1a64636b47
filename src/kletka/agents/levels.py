"""Levels 1 to 9: what each sees. Weaker levels overlook moves and look less far ahead; among what
they see they choose the best."""

from __future__ import annotations

from typing import NamedTuple

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


class _Small(NamedTuple):
    """How levels lie closer together on boards that are soon seen through: docs/engine.md."""

    cells: int  # boards of fewer cells than this are small
    shrinking: float  # how fast the ladder becomes shorter with the board
    bend: float = 1.0  # below 1, upper levels lie closer together than lower ones
    hexagon: float = 1.0  # what its cells count: more games are drawn there


_SMALL = {
    "kamiken": _Small(56, 1.25),
    "ydyumby": _Small(60, 0.6, 0.84, hexagon=0.85),
    "vyun": _Small(16, 1.25),
    "manu": _Small(36, 1.25),
}

# Where levels 1 to 8 stand on the ladder on boards of so many cells that were fitted by themselves:
# there, to see twice as much means a lot for some levels and next to nothing for others.
_FITTED = {
    ("kamiken", 25): (1.0, 1.52, 1.93, 2.18, 2.37, 2.63, 3.03, 3.55),
    ("kamiken", 36): (1.0, 1.54, 1.9, 2.13, 2.36, 2.64, 3.3, 5.03),
    ("kamiken", 49): (1.0, 1.93, 2.8, 3.58, 4.34, 5.13, 5.99, 6.92),
    ("ydyumby", 25): (1.0, 2.0, 2.8, 3.26, 3.66, 4.21, 4.72, 5.14),
}


class InvalidLevel(KletkaError):
    """There is no such level."""


def budget_of(level: int, position: Position) -> Budget:
    """How much a level thinks about a move.

    On a small board who thinks more is soon no stronger. There the levels below the top lie closer
    together, so that each is still stronger than the one below.
    """
    check_level(level)
    game, cells = position.spec.game, len(position.board.places)
    small = _SMALL[game]
    size = cells / small.cells
    if position.board.hexagonal:
        size *= small.hexagon
    if level == TOP or size >= 1:
        return _BUDGETS[level]
    if fitted := _FITTED.get((game, cells)):
        return _between(fitted[level - 1])
    steps = TOP - 2  # from level 1 to the highest one below the top
    return _between(1 + steps * size**small.shrinking * ((level - 1) / steps) ** small.bend)


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
