"""Features of moves in Vyun.

Each feature has a weight that was learned from games (`learning.py`); the sum says how likely
the move is.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.contract import NOT_WORTH_SEARCHING
from kletka.engine.knowledge.vyun.plants import find_plants, plants_size
from kletka.games.contract import TO_MOVE
from kletka.games.vyun import BARE, growth_points, vine

# Where each group of features begins. A growth through a wall:
ENDS = 0  # the two vertices at the ends of the wall, each one of CORNERS kinds
CORNERS = 17  # the rim, or how many of the other three walls carry own vines, and others'
ENTERED = ENDS + CORNERS * CORNERS  # the square it enters: own vines, own points, others' vines
LEFT = ENTERED + 24  # the square it leaves: own vines there, and whether a point stays
RACED = LEFT + 8  # whether others could cross the wall, from either side
LOOPS = RACED + 4  # whether a vine here closes an own loop, and whether it cuts one of others
# Planting:
CROSSED = LOOPS + 4  # own and others' vines in the square
NEAR = CROSSED + 16  # own and others' growth points in the square and beside it
DEPTH = NEAR + 9  # squares from there to the rim, 0 to 3
OPEN = DEPTH + 4  # walls without a vine, 0 to 4
LATENESS = OPEN + 5  # the fraction of squares with sprouts, in eighths
FEATURES = LATENESS + 8
MOST = 5  # features of one move


def scan_size(variant: Any) -> int:
    return plants_size(variant.tables) + 3 * variant.tables.cells


# The layout of what `scan` notes after the plants: each function gives an index into it.


@inner_kernel
def own_vines(tables, square):
    """The number of own vines that lead into the square."""
    return 3 * tables.players * tables.cells + square


@inner_kernel
def other_vines(tables, square):
    """The number of others' vines that lead into the square."""
    return own_vines(tables, square) + tables.cells


@inner_kernel
def other_points(tables, square):
    """The number of others' growth points in the square."""
    return other_vines(tables, square) + tables.cells


@kernel
def scan(state, tables, seen):
    """Note the plants of all players, and the vines and growth points of every square."""
    find_plants(state, tables, seen)
    player = int(state[TO_MOVE])
    for square in range(tables.cells):
        mine, others = vines_in(state, tables, square, player)
        seen[own_vines(tables, square)] = mine
        seen[other_vines(tables, square)] = others
        seen[other_points(tables, square)] = points_of_others(state, tables, square, player)


@kernel
def list_features(state, tables, move, seen, out):
    """List the features of a move; returns their number."""
    if move == 5 * tables.cells:  # a pass
        return NOT_WORTH_SEARCHING
    player = int(state[TO_MOVE])
    if move < tables.cells:
        return list_planting(state, tables, move, player, seen, out)
    return list_growth(state, tables, move - tables.cells, player, seen, out)


@inner_kernel
def list_growth(state, tables, way, player, seen, out):
    square, direction = way >> 2, way & 3
    target = int(tables.neighbours[square, direction])
    wall = int(tables.wall_of[square, direction])
    vertices = (tables.width + 1) * (tables.height + 1)
    if wall < vertices:
        one, other = wall, wall + 1
    else:
        one, other = wall - vertices, wall - vertices + tables.width + 1
    one, other = corner(state, tables, one, player), corner(state, tables, other, player)
    out[0] = ENDS + CORNERS * min(one, other) + max(one, other)
    mine, others = seen[own_vines(tables, target)], seen[other_vines(tables, target)]
    points = min(int(state[growth_points(tables, player, target)]), 1)
    out[1] = ENTERED + 6 * min(mine, 3) + 3 * points + min(others, 2)
    mine = seen[own_vines(tables, square)]
    stays = state[growth_points(tables, player, square)] > 1
    out[2] = LEFT + 2 * min(mine, 3) + stays
    out[3] = (
        RACED
        + 2 * (seen[other_points(tables, square)] > 0)
        + (seen[other_points(tables, target)] > 0)
    )
    closes = cuts = 0
    for owner in range(tables.players):
        begin = owner * tables.cells
        joined = seen[begin + square] == seen[begin + target]
        if owner == player:
            closes += joined
        else:
            cuts |= joined
    out[4] = LOOPS + 2 * closes + cuts
    return 5


@inner_kernel
def list_planting(state, tables, square, player, seen, out):
    mine, others = seen[own_vines(tables, square)], seen[other_vines(tables, square)]
    out[0] = CROSSED + 4 * min(mine, 3) + min(others, 3)
    my_points = int(state[growth_points(tables, player, square)])
    their_points = seen[other_points(tables, square)]
    depth = 3
    open_walls = 0
    for direction in range(4):
        beside = int(tables.neighbours[square, direction])
        depth = min(depth, int(tables.to_edge[square, direction]))
        if beside < tables.cells:
            my_points += state[growth_points(tables, player, beside)]
            their_points += seen[other_points(tables, beside)]
            open_walls += state[vine(tables, tables.wall_of[square, direction])] == 0
    out[1] = NEAR + 3 * min(my_points, 2) + min(their_points, 2)
    out[2] = DEPTH + depth
    out[3] = OPEN + open_walls
    out[4] = LATENESS + 7 * (tables.cells - int(state[BARE])) // tables.cells
    return 5


@inner_kernel
def corner(state, tables, vertex, player):
    """The kind of a vertex for the player: 0 on the rim, else by the vines around it."""
    stride = tables.width + 1
    x, y = vertex % stride, vertex // stride
    if x == 0 or y == 0 or x == tables.width or y == tables.height:
        return 0
    below = stride * (tables.height + 1) + vertex
    mine = others = 0
    for owner in (
        state[vine(tables, vertex)],
        state[vine(tables, vertex - 1)],
        state[vine(tables, below)],
        state[vine(tables, below - stride)],
    ):
        mine += owner == player + 1
        others += owner > 0
    return 1 + 4 * mine + others - mine


@inner_kernel
def vines_in(state, tables, square, player):
    """The numbers of own vines and of others' vines that lead into the square."""
    mine = others = 0
    for direction in range(4):
        wall = tables.wall_of[square, direction]
        if wall >= 0:
            owner = state[vine(tables, wall)]
            mine += owner == player + 1
            others += owner > 0
    return mine, others - mine


@inner_kernel
def points_of_others(state, tables, square, player):
    points = 0
    for other in range(tables.players):
        if other != player:
            points += state[growth_points(tables, other, square)]
    return points
