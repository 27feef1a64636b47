"""Playouts of Ydyumby: draw a few placements and play the most promising one."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.ydyumby.features import KNOWN, list_quick, stage_of
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.ydyumby import (
    draw_first_placement,
    draw_listed,
    has_placed,
    listed,
    place_listed,
    prepare_playout,
    remove_listed,
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
        place_listed(state, tables, scratch, cell, player)
        played += 1
    return played


@inner_kernel
def draw_better(state, tables, scratch, seed, player, weights, features):
    """Draw a few placements; returns the most promising one."""
    best = draw_listed(state, tables, scratch, seed, player)
    cell = scratch[best]
    most = look(state, tables, cell, player, weights, features)
    for _ in range(DRAWS - 1):
        other = draw_listed(state, tables, scratch, seed, player)
        value = look(state, tables, scratch[other], player, weights, features)
        if value > most:
            best, cell, most = other, scratch[other], value
    # Removing others may have moved it to the front, and what lies behind the list is stale.
    count = listed(tables, player)
    best = min(best, count + scratch[count])
    while scratch[best] != cell:
        best -= 1
    remove_listed(tables, scratch, best, player)
    return cell


@inner_kernel
def look(state, tables, cell, player, weights, features):
    stage = KNOWN * stage_of(state, tables)
    count = list_quick(state, tables, cell, player, stage, features, 0)
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total
