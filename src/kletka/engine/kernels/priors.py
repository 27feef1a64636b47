"""What each game knows at a glance: how likely a move is to be good, before any search."""

from __future__ import annotations

import numpy as np

from kletka.engine.kernels import vyun_patterns, vyun_plants, ydyumby_patterns
from kletka.engine.kernels.light_kamiken import gain
from kletka.games import kamiken, manu
from kletka.games.compiling import kernel
from kletka.games.contract import TO_MOVE
from kletka.games.switchboard import KAMIKEN, VYUN, YDYUMBY

# Kamiken: a stone gains from -1 to 4 points at once.
GAINING = tuple(float(np.exp(0.6 * points)) for points in range(-1, 5))
DENYING = tuple(float(np.exp(0.3 * points)) for points in range(-1, 5))

HARDLY = 1e-4  # Vyun's pass is worth a thought only when all else is worse


@kernel
def look_round(game, state, tables, scratch):
    """What is seen once for all moves of a position."""
    if game == VYUN:
        vyun_plants.find_plants(state, tables, scratch)


@kernel
def weigh_move(game, state, tables, move, weights, features, scratch):
    """A weight above 0, after `look_round`; the search shares its attention in proportion."""
    if game == KAMIKEN:
        return weigh_kamiken(state, tables, move)
    if game == YDYUMBY:
        count = ydyumby_patterns.list_features(state, tables, move, features)
        return np.exp(sum_weights(weights, features, count))
    if game == VYUN:
        if move == 5 * tables.cells:
            return HARDLY
        count = vyun_patterns.list_features(state, tables, move, scratch, features)
        return np.exp(sum_weights(weights, features, count))
    return weigh_manu(state, tables, move)


@kernel
def sum_weights(weights, features, count):
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total


@kernel
def weigh_kamiken(state, tables, move):
    """Gains at once count, and so does what the opponent could have gained there."""
    if move == tables.cells:
        return 0.2
    player = state[TO_MOVE]
    weight = GAINING[1 + gain(state, tables, move, player)]
    if state[kamiken.HEADER + move] & kamiken.ATTACKED_BY[player] == 0:  # the opponent's too
        weight *= DENYING[1 + gain(state, tables, move, 1 - player)]
    return weight


@kernel
def weigh_manu(state, tables, move):
    """Captures first, the longer the better; jumps that take before quiet placements."""
    if move < tables.cells:
        return 1.0
    if move == manu.stop_move(tables):
        return 3.0
    if move < manu.leap_move(tables, 0):
        landing = (move - tables.cells) % tables.cells
        return 30.0 if state[manu.stone(landing)] == 2 - state[TO_MOVE] else 15.0
    if move < manu.square_move(tables, 0, 0, 0):
        return 30.0
    return 10.0 + 10.0 * ((move - manu.square_move(tables, 0, 0, 0)) % manu.STEPS_BOUND)
