"""Ydyumby's playouts: of a few placements drawn, the one that is best by the inventor's advice."""

from __future__ import annotations

from kletka.games.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.ydyumby import (
    draw,
    draw_first_placement,
    drop_out_listed,
    first_on,
    give_turn,
    has_placed,
    last_on,
    list_reach,
    listed,
    piece,
    place,
    prepare_playout,
    strike,
    strike_unless_legal,
)

DRAWS = 3


@kernel
def playout(state, tables, seed, scratch):
    prepare_playout(state, tables, scratch)
    played = 0
    while state[TO_MOVE] != OVER:
        player = int(state[TO_MOVE])
        if has_placed(state, tables, player):
            cell = draw_better(state, tables, scratch, seed, player)
        else:
            cell = draw_first_placement(state, tables, seed)
        place(state, tables, cell, player)
        list_reach(tables, scratch, cell, player)
        drop_out_listed(state, tables, scratch)
        give_turn(state, tables, player + 1)
        played += 1
    return played


@inner_kernel
def draw_better(state, tables, scratch, seed, player):
    """The best of a few placements."""
    best = draw_legal(state, tables, scratch, seed, player)
    cell = scratch[best]
    most = balance(state, tables, cell, player)
    for _ in range(DRAWS - 1):
        other = draw_legal(state, tables, scratch, seed, player)
        value = balance(state, tables, scratch[other], player)
        if value > most:
            best, cell, most = other, scratch[other], value
    while scratch[best] != cell:  # striking others off may have moved it to the front
        best -= 1
    strike(tables, scratch, best, player)
    return cell


@inner_kernel
def draw_legal(state, tables, scratch, seed, player):
    """The place on the player's list of a cell where the player may place; there is one."""
    count = listed(tables, player)
    place_drawn = count + 1 + draw(seed, scratch[count])
    while not strike_unless_legal(state, tables, scratch, place_drawn, player):
        place_drawn = count + 1 + draw(seed, scratch[count])
    return place_drawn


@inner_kernel
def balance(state, tables, cell, player):
    """Supports that a piece here costs the opponents, less those it costs the player; among
    equals, the supports that it has itself."""
    cost = gained = 0
    for axis in range(tables.lines_of.shape[1]):
        line = tables.lines_of[cell, axis]
        first = int(state[first_on(tables, line)])
        last = int(state[last_on(tables, line)])
        gained += (cell < first) + (cell > last)
        if cell < first < tables.cells:
            cost += 1 if state[piece(tables, first)] != player + 1 else -1
        if -1 < last < cell:
            cost += 1 if state[piece(tables, last)] != player + 1 else -1
    return 4 * cost + gained
