"""Features of placements in Kamiken.

Each feature has a weight that was learned from games (`learning.py`); the sum says how likely
the placement is. What a stone gains, and takes from the opponent, follows from its four neighbours:
each set of four is a feature. The cells behind and beside them are features one by one.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.contract import NOT_WORTH_SEARCHING
from kletka.games.contract import TO_MOVE
from kletka.games.kamiken import ATTACKED_BY, FREE_CELLS, HEADER, STONE, STONE_OF

# What a cell is to the player to move.
OFF_BOARD, FREE, MINE, THEIRS, DISPUTED, OWN_STONE, THEIR_STONE = range(7)
BESIDE = 6  # kinds of neighbours: an opposing stone would forbid the cell
SETS = tuple(combinations_with_replacement(range(BESIDE), 4))
SET_OF = np.array([SETS.index(tuple(sorted(four))) for four in product(range(BESIDE), repeat=4)])


def _kind(player: int, marks: int) -> int:
    if marks & STONE:
        return OWN_STONE if marks & STONE_OF[player] else THEIR_STONE
    mine, theirs = marks & ATTACKED_BY[player] != 0, marks & ATTACKED_BY[1 - player] != 0
    return FREE + mine + 2 * theirs


KINDS = np.array([[_kind(player, marks) for marks in range(16)] for player in range(2)], np.int8)

# Where each group of features begins.
NEIGHBOURS = 0  # the four neighbours, and whether the cell is an own point
BEHIND = 2 * len(SETS)  # a neighbour and the cell behind it
CORNER = BEHIND + BESIDE * 7  # a cell across the corner
PASS = CORNER + 7
KNOWN = PASS + 1
STAGES = 3  # each feature has a weight for the beginning, the middle and the end of a game
FEATURES = KNOWN * STAGES


def scan_size(variant: Any) -> int:
    return variant.tables.cells + 2


@kernel
def scan(state, tables, seen):
    """Note each cell's kind for the player to move, one more cell that stands for everything off
    the board, and where the features of this stage of the game begin."""
    player = int(state[TO_MOVE])
    for cell in range(tables.cells):
        seen[cell] = KINDS[player, state[HEADER + cell]]
    seen[tables.cells] = OFF_BOARD
    seen[tables.cells + 1] = KNOWN * stage_of(state, tables)


@kernel
def list_features(state, tables, move, seen, out):
    """List the features of a move, after `scan`; returns their number.

    A stone that gains nothing on a point of its own colour only loses that point, which the
    opponent could not have taken.
    """
    stage = seen[tables.cells + 1]
    if move == tables.cells:
        out[0] = stage + PASS
        return 1
    count = 1
    code = 0
    gained = 0
    for direction in range(4):
        beside = tables.neighbours[move, direction]
        kind = seen[beside]
        code = BESIDE * code + kind
        gained += kind == FREE or kind == THEIRS
        if kind != OFF_BOARD:
            behind = seen[tables.neighbours[beside, direction]]
            across = seen[tables.neighbours[beside, (direction + 1) % 4]]
            out[count] = stage + BEHIND + 7 * kind + behind
            out[count + 1] = stage + CORNER + across
            count += 2
    if gained == 0 and seen[move] == MINE:
        return NOT_WORTH_SEARCHING
    out[0] = stage + NEIGHBOURS + 2 * SET_OF[code] + (seen[move] == MINE)
    return count


@inner_kernel
def stage_of(state, tables):
    """0 to 2, by the number of cells where any player may still place."""
    free = state[FREE_CELLS] + state[FREE_CELLS + 1]
    return min(2 - 3 * free // (2 * tables.cells + 1), STAGES - 1)
