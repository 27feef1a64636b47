"""Priors: how much attention a move deserves before it is searched."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.switchboard import list_features, scan

HARDLY = 1e-4  # the weight of a move that is not worth searching until all others are worse


@inner_kernel
def weigh_move(game, state, tables, move, weights, seen, features):
    """The weight of a move, above 0, after `scan`; priors are in proportion to it."""
    count = list_features(game, state, tables, move, seen, features)
    if count < 0:
        return HARDLY
    return np.exp(sum_weights(weights, features, count))


@inner_kernel
def sum_weights(weights, features, count):
    total = np.float32(0)
    for index in range(count):
        total += weights[features[index]]
    return total


@kernel
def mark_worthless(game, state, tables, moves, seen, features, out):
    """Note which moves are not worth searching; `seen` and `features` are scratch."""
    scan(game, state, tables, seen)
    for index in range(len(moves)):
        out[index] = list_features(game, state, tables, moves[index], seen, features) < 0
