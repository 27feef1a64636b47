"""Ydyumby's playouts: of a few placements drawn, the one that looks best is played."""

from __future__ import annotations

import numpy as np

from kletka.engine.kernels.ydyumby_patterns import KNOWN, list_quick, stage_of
from kletka.games.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.ydyumby import (
    draw,
    draw_first_placement,
    drop_out_listed,
    give_turn,
    has_placed,
    list_reach,
    listed,
    place,
    prepare_playout,
    strike,
    strike_unless_legal,
)

DRAWS = 3


@kernel
def playout(state, tables, seed, scratch, weights, features):
    prepare_playout(state, tables, scratch)
    played = 0
    while state[TO_MOVE] != OVER:
        player = int(state[TO_MOVE])
        if has_placed(state, tables, player):
            cell = draw_better(state, tables, scratch, seed, player, weights, features)
        else:
            cell = draw_first_placement(state, tables, seed)
        place(state, tables, cell, player)
        list_reach(tables, scratch, cell, player)
        drop_out_listed(state, tables, scratch)
        give_turn(state, tables, player + 1)
        played += 1
    return played


@inner_kernel
def draw_better(state, tables, scratch, seed, player, weights, features):
    """The best of a few placements."""
    best = draw_legal(state, tables, scratch, seed, player)
    cell = scratch[best]
    most = look(state, tables, cell, player, weights, features)
    for _ in range(DRAWS - 1):
        other = draw_legal(state, tables, scratch, seed, player)
        value = look(state, tables, scratch[other], player, weights, features)
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
def look(state, tables, cell, player, weights, features):
    stage = KNOWN * stage_of(state, tables)
    count = list_quick(state, tables, cell, player, stage, features, 0)
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total
