"""Plants in Vyun: sets of squares that are joined by a player's vines.

A vine between two squares of one plant closes a loop, and so surrounds something. Plants are kept
in one array of three parts, each with an entry for every player and square. The first names the
plant of a square, by one of its squares; the second links all squares of a plant in a ring; the
third has the size of a plant at its name.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import Tables
from kletka.games.vyun import vine


def plants_size(tables: Tables) -> int:
    return 3 * tables.players * tables.cells


@kernel
def find_plants(state, tables, plants):
    """Find the plants of all players in a position."""
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
    """Join the plants of two squares; the smaller one becomes part of the larger."""
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
