"""What each game knows at a glance: how likely a move is to be good, before any search."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.engine.knowledge.kamiken import features as kamiken_patterns
from kletka.engine.knowledge.manu import features as manu_patterns
from kletka.engine.knowledge.vyun import features as vyun_patterns
from kletka.engine.knowledge.vyun import plants as vyun_plants
from kletka.engine.knowledge.ydyumby import features as ydyumby_patterns
from kletka.games.compiling import inner_kernel, kernel
from kletka.games.switchboard import KAMIKEN, VYUN, YDYUMBY
from kletka.variant import Variant

HARDLY = 1e-4  # Vyun's pass is worth a thought only when all else is worse


def seen_size(variant: Variant) -> int:
    """How many numbers `look_round` notes at most."""
    tables = variant.tables
    return max(kamiken_patterns.seen_size(tables), vyun_plants.plants_size(tables))


@kernel
def look_round(game, state, tables, seen):
    """Note what is seen once for all moves of a position."""
    if game == KAMIKEN:
        kamiken_patterns.see(state, tables, seen)
    elif game == VYUN:
        vyun_plants.find_plants(state, tables, seen)


@kernel
def weigh_move(game, state, tables, move, weights, seen, features):
    """A weight above 0, after `look_round`; the search shares its attention in proportion."""
    if game == VYUN and move == 5 * tables.cells:
        return HARDLY
    count = list_features(game, state, tables, move, seen, features)
    return np.exp(sum_weights(weights, features, count))


@inner_kernel
def list_features(game, state, tables, move, seen, features):
    """The features of a move, which is no pass in Vyun, after `look_round`; how many they are."""
    if game == KAMIKEN:
        return kamiken_patterns.list_features(tables, move, seen, features)
    if game == YDYUMBY:
        return ydyumby_patterns.list_features(state, tables, move, features)
    if game == VYUN:
        return vyun_patterns.list_features(state, tables, move, seen, features)
    return manu_patterns.list_features(state, tables, move, features)


@kernel
def sum_weights(weights, features, count):
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total
