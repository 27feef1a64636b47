"""Defaults for functions of the contract that a game need not have."""

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
    """There is nothing to see besides the pieces and the player to move."""


@kernel
def least_supply(state, tables):
    """Pieces are not limited."""
    return -1


@kernel
def removed(state, tables, points):
    """Pieces are never removed."""
    return -1.0
