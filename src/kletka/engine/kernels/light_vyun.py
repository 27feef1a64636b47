"""Vyun's playouts: of a few moves drawn, the one that looks best is played."""

from __future__ import annotations

import numpy as np

from kletka.engine.kernels.vyun_patterns import list_growth, list_planting
from kletka.games.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.vyun import (
    BARE,
    NOTHING,
    PASSES,
    anybody_grows_yet,
    close_wall,
    draw_move,
    grow,
    plant,
    prepare_playout,
    way,
)

DRAWS = 3


@kernel
def playout(state, tables, seed, scratch, weights, features):
    if state[TO_MOVE] == OVER:
        return 0
    ways = prepare_playout(state, tables, scratch)
    played = 0
    while state[PASSES] < tables.players and (
        state[BARE] > 0 or anybody_grows_yet(state, tables, scratch, ways)
    ):
        player = int(state[TO_MOVE])
        bare = int(state[BARE])
        drawn = draw_better(state, tables, scratch, seed, player, ways, weights, features)
        state[PASSES] = state[PASSES] + 1 if drawn == NOTHING else 0
        if drawn >= bare:
            through = scratch[way(tables, drawn - bare)]
            grow(state, tables, through >> 2, through & 3, player)
            ways -= 2
            close_wall(tables, scratch, drawn - bare, ways)
        elif drawn != NOTHING:
            plant(state, tables, scratch[drawn], player)
            scratch[drawn] = scratch[bare - 1]
        player += 1
        state[TO_MOVE] = player if player < tables.players else 0
        played += 1
    state[TO_MOVE] = OVER
    return played


@inner_kernel
def draw_better(state, tables, scratch, seed, player, ways, weights, features):
    """The best of a few moves; below `bare` a bare square, then ways; or NOTHING."""
    bare = int(state[BARE])
    best = draw_move(state, tables, scratch, seed, player, bare, ways)
    if best == NOTHING:
        return best
    most = look(state, tables, scratch, best, player, bare, weights, features)
    for _ in range(DRAWS - 1):
        other = draw_move(state, tables, scratch, seed, player, bare, ways)
        value = look(state, tables, scratch, other, player, bare, weights, features)
        if value > most:
            best, most = other, value
    return best


@inner_kernel
def look(state, tables, scratch, drawn, player, bare, weights, features):
    if drawn < bare:
        count = list_planting(state, tables, scratch[drawn], player, features)
    else:
        through = scratch[way(tables, drawn - bare)]
        count = list_growth(state, tables, through, player, features)
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total
