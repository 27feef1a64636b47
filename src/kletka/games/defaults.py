"""What the contract's functions do for a game that does not have them."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.games.compiling import kernel
from kletka.games.contract import Tables, leaders


def extra_planes(tables: Tables) -> int:
    return 0


@kernel
def winners(state, tables, points):
    """The players with the most points win."""
    return leaders(points)


@kernel
def in_turn(state, tables):
    """Every turn is a single move."""
    return False


@kernel
def observe(state, tables, observer, spots, planes):
    """Pieces and the player to move are all there is to see."""


@kernel
def least_supply(state, tables):
    """Nobody runs out of pieces."""
    return -1


@kernel
def removed(state, tables, points):
    """Pieces stay for ever."""
    return -1.0
