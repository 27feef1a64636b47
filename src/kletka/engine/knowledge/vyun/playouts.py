"""Playouts of Vyun: close and cut.

A player closes a loop if possible; otherwise it crosses a wall where another player would close
one; otherwise the move is random. Besides the lists of the rules' own playouts, the scratch holds
the place of each open wall in them, for each player the walls that would close something, latest
last, and the plants of all players.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.vyun.plants import find_plants, join, plants_size
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.vyun import (
    BARE,
    NOTHING,
    draw_move,
    growth_points,
    play_drawn,
    playout_goes_on,
    prepare_playout,
    scratch_size,
    vine,
    way,
)

LATEST = 4  # the number of walls examined among those that would close something
NOTES = 8  # of one wall at most: one at first, and seven for each vine


def playout_scratch_size(variant: Any) -> int:
    tables = variant.tables
    noted = tables.players * (1 + NOTES * tables.walls)
    return scratch_size(tables) + tables.walls + noted + plants_size(tables)


@inner_kernel
def standing(tables, wall):
    """Where the scratch has the pair of ways through a wall."""
    return 5 * tables.cells + wall


@inner_kernel
def closing(tables, player):
    """Where the scratch has the number of walls that would close something for the player, and
    then these walls."""
    return 5 * tables.cells + tables.walls + player * (1 + NOTES * tables.walls)


@inner_kernel
def plants_begin(tables):
    return closing(tables, tables.players)


@kernel
def playout(state, tables, seed, scratch, weights, features):
    if state[TO_MOVE] == OVER:
        return 0
    ways = prepare_playout(state, tables, scratch)
    plants = scratch[plants_begin(tables) :]
    prepare_closing(state, tables, scratch, plants, ways)
    played = 0
    while playout_goes_on(state, tables, scratch, ways):
        player = int(state[TO_MOVE])
        bare = int(state[BARE])
        drawn = urgent_way(state, tables, scratch, player, bare)
        if drawn == NOTHING:
            drawn = draw_move(state, tables, scratch, seed, player, bare, ways)
        through = int(scratch[way(tables, drawn - bare)]) if drawn >= bare else NOTHING
        ways = play_drawn(state, tables, scratch, drawn, player, bare, ways)
        if through != NOTHING:
            note_moved_pair(tables, scratch, drawn - bare)
            beyond = int(tables.neighbours[through >> 2, through & 3])
            note_closing(state, tables, scratch, plants, through >> 2, beyond, player)
        played += 1
    state[TO_MOVE] = OVER
    return played


@inner_kernel
def note_moved_pair(tables, scratch, index):
    """The last wall's two ways have taken the place of those through the wall just closed."""
    index &= ~1
    moved = scratch[way(tables, index)]
    scratch[standing(tables, tables.wall_of[moved >> 2, moved & 3])] = index


@inner_kernel
def prepare_closing(state, tables, scratch, plants, ways):
    find_plants(state, tables, plants)
    for player in range(tables.players):
        scratch[closing(tables, player)] = 0
    for index in range(0, ways, 2):
        through = scratch[way(tables, index)]
        square = through >> 2
        beyond = tables.neighbours[square, through & 3]
        wall = tables.wall_of[square, through & 3]
        scratch[standing(tables, wall)] = index
        for player in range(tables.players):
            begin = player * tables.cells
            if plants[begin + square] == plants[begin + beyond]:
                note(tables, scratch, wall, player)


@inner_kernel
def note(tables, scratch, wall, player):
    noted = closing(tables, player)
    scratch[noted] += 1
    scratch[noted + scratch[noted]] = wall


@inner_kernel
def note_closing(state, tables, scratch, plants, square, beyond, player):
    """After a vine has joined two squares, note the walls beside them that would close a loop.

    Each wall is written and then counted or not: that is faster than a branch nobody can predict.
    """
    begin = player * tables.cells
    join(tables, plants, begin + square, begin + beyond)
    joined = plants[begin + square]
    noted = closing(tables, player)
    count = scratch[noted]
    for end in range(2):
        here = square if end == 0 else beyond
        for direction in range(4):
            wall = tables.wall_of[here, direction]
            beside = plants[begin + tables.neighbours[here, direction]]
            scratch[noted + count + 1] = wall
            count += (wall >= 0) & (state[vine(tables, wall)] == 0) & (beside == joined)
    scratch[noted] = count


@inner_kernel
def urgent_way(state, tables, scratch, player, bare):
    """A way by which the player closes a loop, or else cuts off another player; or NOTHING."""
    found = way_to_close(state, tables, scratch, player, player, bare)
    other = player
    for _ in range(tables.players - 1):
        if found == NOTHING:
            other = other + 1 if other + 1 < tables.players else 0
            found = way_to_close(state, tables, scratch, other, player, bare)
    return found


@inner_kernel
def way_to_close(state, tables, scratch, owner, player, bare):
    """The player's way through a wall that would close a loop for the owner."""
    noted = closing(tables, owner)
    while scratch[noted] > 0 and state[vine(tables, scratch[noted + scratch[noted]])] != 0:
        scratch[noted] -= 1
    count = scratch[noted]
    for index in range(count, max(0, count - LATEST), -1):
        wall = scratch[noted + index]
        if state[vine(tables, wall)] == 0:
            pair = scratch[standing(tables, wall)]
            for side in range(2):
                square = scratch[way(tables, pair + side)] >> 2
                if state[growth_points(tables, player, square)] > 0:
                    return bare + pair + side
    return NOTHING
