"""Manu's board: the layout of the state, placing and removing stones, and lines of sight."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel

# The header of the state.
WINNER = 1  # or NOBODY
JUMPER = 2  # the crossing of the stone that jumped, or NOWHERE between turns
PIVOT = 3  # its only pivot, or NOWHERE while it may choose one
MAY_STOP = 4  # 1 if the turn may end here: the jump, or the captures after it, took an enemy stone
RESERVE = 5  # two numbers
TAKEN = 7  # two numbers: enemy stones that each player has taken
ROOM = 9  # two numbers: crossings where each player could place
HEADER = 11

NOWHERE = -1
NOBODY = -1
OFF_BOARD = 3

# tables.options
START_RESERVE = 0
TARGET = 1
SWEEP = 2  # 1 for squares=sweep
ANY_PIVOT = 3  # 1 for pivot=any
PREPARES = 4  # 1 for jump=prepares


# The layout of the state: each function gives an index into it.


@inner_kernel
def stone(crossing):
    """Whose stone stands on a crossing: player + 1, or 0.

    After the last crossing there is one off the board, on which no player can place.
    """
    return HEADER + crossing


@inner_kernel
def crowding(tables, player, crossing):
    """The number of the player's stones next to a crossing."""
    return HEADER + (1 + player) * (tables.cells + 1) + crossing


@inner_kernel
def stones_of(tables, player):
    """The number of the player's stones on the board; the list of them follows."""
    return HEADER + (3 + player) * (tables.cells + 1)


@inner_kernel
def listed_at(tables, crossing):
    """The place of a crossing's stone in that list, counted from 1."""
    return HEADER + 5 * (tables.cells + 1) + crossing


# Stones. Only `put` and `lift` change the board.


@inner_kernel
def may_place(state, tables, crossing, player):
    """Rule 1 except for the reserve: an empty crossing with no own stone next to it."""
    return state[stone(crossing)] | state[crowding(tables, player, crossing)] == 0


@inner_kernel
def put(state, tables, crossing, player):
    for each in range(2):
        state[ROOM + each] -= may_place(state, tables, crossing, each)
    state[stone(crossing)] = player + 1
    list_stone(state, tables, crossing, player)
    lost = 0
    for direction in range(4):
        neighbour = tables.neighbours[crossing, direction]
        lost += may_place(state, tables, neighbour, player)
        state[crowding(tables, player, neighbour)] += 1
    state[ROOM + player] -= lost


@inner_kernel
def lift(state, tables, crossing, player):
    state[stone(crossing)] = 0
    unlist_stone(state, tables, crossing, player)
    won = 0
    for direction in range(4):
        neighbour = tables.neighbours[crossing, direction]
        state[crowding(tables, player, neighbour)] -= 1
        won += may_place(state, tables, neighbour, player)
    state[ROOM + player] += won
    for each in range(2):
        state[ROOM + each] += may_place(state, tables, crossing, each)


@inner_kernel
def list_stone(state, tables, crossing, player):
    count = stones_of(tables, player)
    state[count] += 1
    state[count + state[count]] = crossing
    state[listed_at(tables, crossing)] = state[count]


@inner_kernel
def unlist_stone(state, tables, crossing, player):
    """Remove a stone from the list; the last one moves to its place."""
    count = stones_of(tables, player)
    place = state[listed_at(tables, crossing)]
    last = state[count + state[count]]
    state[count + place] = last
    state[listed_at(tables, last)] = place
    state[listed_at(tables, crossing)] = 0
    state[count + state[count]] = 0
    state[count] -= 1


@inner_kernel
def take(state, tables, crossing, player):
    """Rule 5: an enemy stone leaves the game, an own stone returns to the reserve."""
    owner = state[stone(crossing)] - 1
    if owner < 0:
        return
    lift(state, tables, crossing, owner)
    if owner == player:
        state[RESERVE + player] += 1
    else:
        state[TAKEN + player] += 1
        state[MAY_STOP] = 1


# Lines. A direction is 0 up, 1 right, 2 down, 3 left, as in the table of neighbours.


@inner_kernel
def step_towards(tables, direction):
    """The difference between a crossing and the next one in that direction."""
    step = 1 if direction & 1 else tables.width
    return step if 1 <= direction <= 2 else -step


@inner_kernel
def first_seen(state, tables, origin, direction):
    """The nearest stone along a line, without wrapping, and its distance; NOWHERE and 0 if none."""
    step = step_towards(tables, direction)
    there = origin
    for distance in range(1, tables.to_edge[origin, direction] + 1):
        there += step
        if state[stone(there)] > 0:
            return there, distance
    return NOWHERE, 0


@inner_kernel
def landing_behind(tables, pivot, distance, direction):
    """Where a flight over the pivot ends; beyond an edge it continues from the opposite one."""
    landing = pivot + distance * step_towards(tables, direction)
    if distance > tables.to_edge[pivot, direction]:
        landing -= tables.width * step_towards(tables, direction)
    return landing


@inner_kernel
def obstacle(state, tables, origin, pivot, distance, direction):
    """The first stone behind the pivot in the way of that flight, or NOWHERE.

    The crossing that the flight left counts as empty.
    """
    step = step_towards(tables, direction)
    there = pivot
    for flown in range(1, distance):
        there += step
        if flown == tables.to_edge[pivot, direction] + 1:
            there -= tables.width * step
        if state[stone(there)] > 0 and there != origin:
            return there
    return NOWHERE


@inner_kernel
def way_is_empty(state, tables, origin, pivot, distance, direction):
    """Whether nothing is in the way of that flight."""
    return obstacle(state, tables, origin, pivot, distance, direction) == NOWHERE


@inner_kernel
def sees(state, tables, jumper, pivot):
    """The direction and distance at which one stone sees another; distance 0 if it does not."""
    direction, distance = line_to(tables, jumper, pivot)
    if distance == 0:
        return 0, 0
    seen, distance = first_seen(state, tables, jumper, direction)
    return direction, distance if seen == pivot else 0


@inner_kernel
def line_to(tables, one, other):
    """The direction and distance from one crossing to another; 0 and 0 if not on one line."""
    across = column(tables, other) - column(tables, one)
    down = row(tables, other) - row(tables, one)
    if across != 0 and down != 0:
        return 0, 0
    direction = (0 if down < 0 else 2) if across == 0 else (3 if across < 0 else 1)
    return direction, abs(across) + abs(down)


@inner_kernel
def span(tables, one, other):
    """The larger of the two coordinate distances between crossings."""
    across = column(tables, other) - column(tables, one)
    down = row(tables, other) - row(tables, one)
    return max(abs(across), abs(down))


@inner_kernel
def column(tables, crossing):
    return int(tables.to_edge[crossing, 3])


@inner_kernel
def row(tables, crossing):
    return int(tables.to_edge[crossing, 0])
