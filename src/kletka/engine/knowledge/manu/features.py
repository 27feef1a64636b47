"""Features of moves in Manu.

Each feature has a weight that was learned from games (`learning.py`); the sum says how likely
the move is. A placed stone is described by what it sees along its four lines: whose stone comes
first, how far away it is, and where each of the two could land by flying over the other.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import TO_MOVE
from kletka.games.manu_board import (
    column,
    landing_behind,
    row,
    step_towards,
    stone,
    stones_of,
    way_is_empty,
)
from kletka.games.manu_captures import STEPS_BOUND, leap_move, square_move, stop_move

FLIGHTS = 4  # onto nothing, an own stone, an enemy stone, or impossible

# Where each group of features begins. Of a placement, in each direction:
SIGHT = 0  # the first stone, by owner, and the flights over it and back; or nothing
DISTANCE = SIGHT + 2 * FLIGHTS * FLIGHTS + 1  # of that stone, by owner: 1 to 5 and more
EDGES = DISTANCE + 2 * 5  # how far two edges are, 0 to 3 and more each
JUMP = EDGES + 16  # onto nothing, an own stone or an enemy stone
LEAP = JUMP + 3
SQUARE = LEAP + 1  # by its steps, 1 to 6 and more
STOP = SQUARE + 6
KNOWN = STOP + 1
STAGES = 3  # each feature has a weight for an empty, a sparse and a crowded board
FEATURES = KNOWN * STAGES


def scan_size(variant: Any) -> int:
    return 4 * variant.tables.cells + 1


@kernel
def scan(state, tables, seen):
    """Note for each crossing and direction the distance of the nearest stone, 0 if there is none,
    and where the features of this stage of the game begin."""
    for crossing in range(tables.cells):
        look(state, tables, seen, crossing, 0)
        look(state, tables, seen, crossing, 3)
    for crossing in range(tables.cells - 1, -1, -1):
        look(state, tables, seen, crossing, 1)
        look(state, tables, seen, crossing, 2)
    seen[4 * tables.cells] = KNOWN * stage_of(state, tables)


@inner_kernel
def look(state, tables, seen, crossing, direction):
    """Note the distance of the nearest stone by what the next crossing on the line sees."""
    distance = 0
    if tables.to_edge[crossing, direction] > 0:
        beside = crossing + step_towards(tables, direction)
        from_there = seen[4 * beside + direction]
        if state[stone(beside)] > 0:
            distance = 1
        elif from_there > 0:
            distance = from_there + 1
    seen[4 * crossing + direction] = distance


@kernel
def list_features(state, tables, move, seen, out):
    """List the features of a move; returns their number."""
    player = int(state[TO_MOVE])
    stage = seen[4 * tables.cells]
    if move < tables.cells:
        return list_placement(state, tables, move, player, stage, seen, out)
    if move == stop_move(tables):
        out[0] = stage + STOP
    elif move < leap_move(tables, 0):
        landing = (move - tables.cells) % tables.cells
        out[0] = stage + JUMP + kind_of(state, landing, player)
    elif move < square_move(tables, 0, 0, 0):
        out[0] = stage + LEAP
    else:
        steps = (move - square_move(tables, 0, 0, 0)) % STEPS_BOUND
        out[0] = stage + SQUARE + min(max(steps, 1), 6) - 1
    return 1


@inner_kernel
def list_placement(state, tables, crossing, player, stage, seen, out):
    count = 0
    for direction in range(4):
        distance = int(seen[4 * crossing + direction])
        if distance == 0:
            out[count] = stage + SIGHT
            count += 1
            continue
        other = crossing + distance * step_towards(tables, direction)
        theirs = state[stone(other)] != player + 1
        there = flight(state, tables, seen, crossing, other, distance, direction, player)
        back = flight(state, tables, seen, other, crossing, distance, (direction + 2) % 4, player)
        out[count] = stage + SIGHT + 1 + (theirs * FLIGHTS + there) * FLIGHTS + back
        out[count + 1] = stage + DISTANCE + 5 * theirs + min(distance, 5) - 1
        count += 2
    across = min(column(tables, crossing), tables.width - 1 - column(tables, crossing), 3)
    down = min(row(tables, crossing), tables.width - 1 - row(tables, crossing), 3)
    out[count] = stage + EDGES + 4 * min(across, down) + max(across, down)
    return count + 1


@inner_kernel
def flight(state, tables, seen, origin, pivot, distance, direction, player):
    """What a stone would land on by flying over the other."""
    if distance <= tables.to_edge[pivot, direction]:
        blocked = 0 < seen[4 * pivot + direction] < distance
    else:
        blocked = not way_is_empty(state, tables, origin, pivot, distance, direction)
    if blocked:
        return FLIGHTS - 1
    landing = landing_behind(tables, pivot, distance, direction)
    return kind_of(state, landing, player) if landing != origin else 0


@inner_kernel
def kind_of(state, crossing, player):
    """0 for an empty crossing, 1 for an own stone, 2 for an enemy stone."""
    owner = int(state[stone(crossing)])
    return 0 if owner == 0 else 1 + (owner != player + 1)


@inner_kernel
def stage_of(state, tables):
    stones = state[stones_of(tables, 0)] + state[stones_of(tables, 1)]
    return min(10 * int(stones) // tables.cells, STAGES - 1)
