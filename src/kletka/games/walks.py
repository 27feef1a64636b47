"""Many games at once: counting move sequences, and random playouts."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import allocating_kernel
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.switchboard import apply, moves, playout, points


@allocating_kernel
def perft(game, state, tables, depth, bound):
    """The number of sequences of exactly `depth` moves; `bound` is `moves_bound(tables)`."""
    states = np.empty((depth, len(state)), state.dtype)
    listed = np.empty((depth, bound), np.int32)
    left = np.zeros(depth, np.int64)
    total = 0
    level = 0
    states[0] = state
    left[0] = moves(game, states[0], tables, listed[0])
    while level >= 0:
        if level == depth - 1:  # the last moves need not be played
            total += left[level]
            left[level] = 0
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        level += 1
        states[level] = states[level - 1]
        apply(game, states[level], tables, listed[level - 1, left[level - 1]])
        left[level] = 0
        if states[level, TO_MOVE] != OVER:
            left[level] = moves(game, states[level], tables, listed[level])
    return total


@allocating_kernel
def run_playouts(game, first, tables, seed, scratch, count, sums):
    """Play random games from `first`, add their points to `sums`, and return the moves played."""
    state = np.empty_like(first)
    result = np.empty(len(sums), np.float64)
    played = 0
    for _ in range(count):
        state[:] = first
        played += playout(game, state, tables, seed, scratch)
        points(game, state, tables, result)
        sums += result
    return played
