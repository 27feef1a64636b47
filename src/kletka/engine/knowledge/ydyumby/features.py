"""Features of placements in Ydyumby.

Each feature has a weight that was learned from games (`learning.py`); the sum says how likely
the placement is. The quick features come first: playouts use only those.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import TO_MOVE
from kletka.games.ydyumby import first_on, is_free, knights_at, last_on, piece

# Where each group of features begins. In the quick part, a feature for each direction:
SUPPORT = 0  # a support, by the cells from there to the edge: 0 to 3
ROBBED = 4  # a piece that loses a support, by owner, with 0 to 3 supports left
SUPPORTS = 12  # the number of supports, 1 to 6, and whether one can never be lost
QUICK_FEATURES = 24
CONTESTED = 24  # whether an opponent could place here, and the number of own pieces nearby
OPENED = 30  # cells that become usable
DENIED = 44  # cells a knight's move away that opponents can use
KNOWN = 51
STAGES = 3  # each feature has a weight for the beginning, the middle and the end of a game
FEATURES = KNOWN * STAGES


@kernel
def list_features(state, tables, cell, seen, out):
    """List the features of a placement; returns their number."""
    player = int(state[TO_MOVE])
    stage = KNOWN * stage_of(state, tables)
    count = list_quick(state, tables, cell, player, stage, out, 0)
    near = min(int(state[knights_at(tables, player, cell)]), 2)
    contested = 3 * reached_by_others(state, tables, cell, player)
    out[count] = stage + CONTESTED + near + contested
    opened = denied = 0
    for leap in range(tables.knights.shape[1]):
        target = tables.knights[cell, leap]
        if target < tables.cells and is_free(state, tables, target):
            opened += state[knights_at(tables, player, target)] == 0
            denied += reached_by_others(state, tables, target, player)
    out[count + 1] = stage + OPENED + opened
    out[count + 2] = stage + DENIED + min(denied, 6)
    return count + 3


@inner_kernel
def list_quick(state, tables, cell, player, stage, out, count):
    supports = 0
    lasting = 0
    for axis in range(tables.lines_of.shape[1]):
        line = tables.lines_of[cell, axis]
        first = int(state[first_on(tables, line)])
        last = int(state[last_on(tables, line)])
        back = direction_back(tables, cell, axis)
        ahead = back + axis_count(tables) if back < axis_count(tables) else axis
        if cell < first:
            distance = min(int(tables.to_edge[cell, back]), 3)
            out[count] = stage + SUPPORT + distance
            count += 1
            supports += 1
            lasting |= distance == 0
            if first < tables.cells:
                out[count] = stage + ROBBED + robbed(state, tables, first, player)
                count += 1
        if cell > last:
            distance = min(int(tables.to_edge[cell, ahead]), 3)
            out[count] = stage + SUPPORT + distance
            count += 1
            supports += 1
            lasting |= distance == 0
            if last >= 0:
                out[count] = stage + ROBBED + robbed(state, tables, last, player)
                count += 1
    out[count] = stage + SUPPORTS + 2 * (supports - 1) + lasting
    return count + 1


@inner_kernel
def axis_count(tables):
    return tables.lines_of.shape[1]


@inner_kernel
def direction_back(tables, cell, axis):
    """The direction of this axis in which cells have lower numbers."""
    opposite = axis + axis_count(tables)
    if tables.neighbours[cell, axis] < cell:
        return axis
    if tables.neighbours[cell, opposite] < cell:
        return opposite
    return axis if tables.neighbours[cell, axis] == tables.cells else opposite


@inner_kernel
def robbed(state, tables, cell, player):
    """The owner of a piece that loses a support, and how many supports it has left."""
    supports = -1
    for axis in range(axis_count(tables)):
        line = tables.lines_of[cell, axis]
        supports += (state[first_on(tables, line)] == cell) + (state[last_on(tables, line)] == cell)
    return min(supports, 3) + 4 * (state[piece(tables, cell)] == player + 1)


@inner_kernel
def reached_by_others(state, tables, cell, player):
    for other in range(tables.players):
        if other != player and state[knights_at(tables, other, cell)] > 0:
            return 1
    return 0


@inner_kernel
def stage_of(state, tables):
    """0 to 2, by the number of pieces placed."""
    placed = 0
    for player in range(tables.players):
        placed += tables.options[0] - state[1 + player]
    return min(4 * placed // tables.cells, STAGES - 1)
