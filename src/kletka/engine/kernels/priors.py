"""What each game knows at a glance: how likely a move is to be good, before any search."""

from __future__ import annotations

import numpy as np

from kletka.engine.kernels import (
    kamiken_patterns,
    manu_patterns,
    vyun_patterns,
    vyun_plants,
    ydyumby_patterns,
)
from kletka.games.compiling import kernel
from kletka.games.switchboard import KAMIKEN, VYUN, YDYUMBY

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
        count = kamiken_patterns.list_features(state, tables, move, features)
    elif game == YDYUMBY:
        count = ydyumby_patterns.list_features(state, tables, move, features)
    elif game == VYUN:
        if move == 5 * tables.cells:
            return HARDLY
        count = vyun_patterns.list_features(state, tables, move, scratch, features)
    else:
        count = manu_patterns.list_features(state, tables, move, features)
    return np.exp(sum_weights(weights, features, count))


@kernel
def sum_weights(weights, features, count):
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total
