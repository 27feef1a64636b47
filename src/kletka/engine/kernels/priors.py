"""What each game knows at a glance: how likely a move is to be good, before any search."""

from __future__ import annotations

import numpy as np

from kletka.engine.kernels.light_kamiken import gain
from kletka.games import kamiken, manu, ydyumby
from kletka.games.compiling import kernel
from kletka.games.contract import TO_MOVE
from kletka.games.switchboard import KAMIKEN, VYUN, YDYUMBY

# Kamiken: a stone gains from -1 to 4 points at once.
GAINING = tuple(float(np.exp(0.6 * points)) for points in range(-1, 5))
DENYING = tuple(float(np.exp(0.3 * points)) for points in range(-1, 5))


@kernel
def weigh_move(game, state, tables, move):
    """A weight above 0; the search shares its attention in proportion."""
    if game == KAMIKEN:
        return weigh_kamiken(state, tables, move)
    if game == YDYUMBY:
        return weigh_ydyumby(state, tables, move)
    if game == VYUN:
        return 0.05 if move == 5 * tables.cells else 1.0
    return weigh_manu(state, tables, move)


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
def weigh_ydyumby(state, tables, move):
    """Supports that the piece costs the opponents and one's own, and those it has itself.

    On each line only the piece that was first or last until now can lose a support.
    """
    mine = state[TO_MOVE] + 1
    balance = 0.0
    for axis in range(tables.lines_of.shape[1]):
        line = tables.lines_of[move, axis]
        first = state[ydyumby.first_on(tables, line)]
        last = state[ydyumby.last_on(tables, line)]
        if move < first:
            balance += 0.3
            if first < tables.cells:
                balance += 1.0 if state[ydyumby.piece(tables, first)] != mine else -1.0
        if move > last:
            balance += 0.3
            if last >= 0:
                balance += 1.0 if state[ydyumby.piece(tables, last)] != mine else -1.0
    return np.exp(balance)


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
