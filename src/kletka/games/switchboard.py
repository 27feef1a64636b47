"""All games behind one set of compiled functions, chosen by the game's number in the catalogue.

Passing compiled functions about would compile anew in every process; a branch costs nothing.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.games import kamiken, manu, vyun, ydyumby
from kletka.games.compiling import allocating_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE

KAMIKEN, YDYUMBY, VYUN, MANU = range(4)


@kernel
def moves(game, state, tables, out):
    if game == KAMIKEN:
        return kamiken.moves(state, tables, out)
    if game == YDYUMBY:
        return ydyumby.moves(state, tables, out)
    if game == VYUN:
        return vyun.moves(state, tables, out)
    return manu.moves(state, tables, out)


@kernel
def apply(game, state, tables, move):
    if game == KAMIKEN:
        kamiken.apply(state, tables, move)
    elif game == YDYUMBY:
        ydyumby.apply(state, tables, move)
    elif game == VYUN:
        vyun.apply(state, tables, move)
    else:
        manu.apply(state, tables, move)


@kernel
def points(game, state, tables, out):
    if game == KAMIKEN:
        kamiken.points(state, tables, out)
    elif game == YDYUMBY:
        ydyumby.points(state, tables, out)
    elif game == VYUN:
        vyun.points(state, tables, out)
    else:
        manu.points(state, tables, out)


@kernel
def winners(game, state, tables, points):
    if game == KAMIKEN:
        return kamiken.winners(state, tables, points)
    if game == YDYUMBY:
        return ydyumby.winners(state, tables, points)
    if game == VYUN:
        return vyun.winners(state, tables, points)
    return manu.winners(state, tables, points)


@kernel
def playout(game, state, tables, seed, scratch):
    if game == KAMIKEN:
        return kamiken.playout(state, tables, seed, scratch)
    if game == YDYUMBY:
        return ydyumby.playout(state, tables, seed, scratch)
    if game == VYUN:
        return vyun.playout(state, tables, seed, scratch)
    return manu.playout(state, tables, seed, scratch)


@allocating_kernel
def perft(game, state, tables, depth, bound):
    """How many sequences of exactly `depth` moves there are; `bound` is the most moves at once."""
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
    """Random games from `first` to their points, which are added to `sums`; all their moves."""
    state = np.empty_like(first)
    result = np.empty(len(sums), np.float64)
    played = 0
    for _ in range(count):
        state[:] = first
        played += playout(game, state, tables, seed, scratch)
        points(game, state, tables, result)
        sums += result
    return played
