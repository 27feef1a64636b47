"""Vyun's plants: the squares that a player's vines join. A vine between two squares of one plant
closes a loop; with it something is surrounded.

Plants are kept in one array of three parts. The first says for each player's every square which
plant it belongs to, and a plant is named by one of its squares; the second leads round all squares
of a plant in a ring; the third says, at the plant's name, how many squares those are.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.games.compiling import inner_kernel, kernel
from kletka.games.contract import Tables
from kletka.games.vyun import vine


def plants_size(tables: Tables) -> int:
    return 3 * tables.players * tables.cells


@kernel
def find_plants(state, tables, plants):
    """All players' plants as they stand."""
    squares = tables.players * tables.cells
    for square in range(squares):
        plants[square] = plants[squares + square] = square
        plants[2 * squares + square] = 1
    for square in range(tables.cells):
        for direction in range(1, 3):  # each wall from its left or upper side
            wall = tables.wall_of[square, direction]
            if wall >= 0 and state[vine(tables, wall)] != 0:
                begin = (state[vine(tables, wall)] - 1) * tables.cells
                join(tables, plants, begin + square, begin + tables.neighbours[square, direction])


@inner_kernel
def join(tables, plants, one, other):
    """A vine leads from a player's one square to the other: the smaller plant becomes a part of
    the larger."""
    ring = tables.players * tables.cells
    size = 2 * ring
    if plants[one] == plants[other]:
        return
    if plants[size + plants[one]] < plants[size + plants[other]]:
        one, other = other, one
    name = plants[one]
    plants[size + name] += plants[size + plants[other]]
    here = other
    while plants[here] != name:
        plants[here] = name
        here = plants[ring + here]
    plants[ring + one], plants[ring + other] = plants[ring + other], plants[ring + one]
