"""Defaults for functions of the contract that a game need not have."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel
from kletka.games.contract import Tables, leaders


def extra_planes(tables: Tables) -> int:
    return 0


@inner_kernel
def winners(state, tables, points):
    """The players with the most points win."""
    return leaders(points)


@inner_kernel
def in_turn(state, tables):
    """Every turn is a single move."""
    return False


@inner_kernel
def observe(state, tables, observer, spots, planes):
    """There is nothing to see besides the pieces and the player to move."""


@inner_kernel
def least_supply(state, tables):
    """Pieces are not limited."""
    return -1


@inner_kernel
def removed(state, tables, points):
    """Pieces are never removed."""
    return -1.0
