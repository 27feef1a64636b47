"""What the end of a game, or the points as they stand, are worth to each player."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.games import manu, switchboard
from kletka.games.compiling import kernel
from kletka.games.contract import leaders
from kletka.games.switchboard import KAMIKEN, MANU, VYUN, YDYUMBY


@kernel
def outcome_of(game, state, points):
    """A finished game's outcome for player 0 of two: the lead in points; in Manu 1 or -1."""
    if game == MANU:
        return np.float32(1.0) if state[manu.WINNER] == 0 else np.float32(-1.0)
    return np.float32(points[0] - points[1])


@kernel
def points_scale(game, tables):
    """A lead that is clearly large for the game and board."""
    if game == KAMIKEN:
        return 0.5 * tables.width
    if game == YDYUMBY:
        return 0.08 * tables.cells
    if game == VYUN:
        return 0.06 * tables.cells + 1.0
    return 0.5 * tables.options[manu.TARGET] + 1.0


@kernel
def share_win(game, state, tables, points, out):
    """Each player's share of the win at the end of a playout."""
    bits = leaders(points)
    if game == MANU and state[manu.WINNER] >= 0:
        bits = 1 << state[manu.WINNER]
    winners = 0
    for player in range(tables.players):
        winners += bits >> player & 1
    for player in range(tables.players):
        out[player] = (bits >> player & 1) / winners


@kernel
def reward(game, tables, points, wins, points_weight, out):
    """Rewards from 0 to 1: mostly the share of the win, a little its size."""
    scale = points_scale(game, tables)
    for player in range(tables.players):
        best = -1e9
        for other in range(tables.players):
            if other != player:
                best = max(best, points[other])
        size = 0.5 + 0.5 * np.tanh((points[player] - best) / scale)
        out[player] = wins[player] + points_weight * (size - wins[player])


@kernel
def points_guess(game, state, tables, points):
    """How good the points as they stand are for player 0 of two, from 0 to 1."""
    switchboard.points(game, state, tables, points)
    return np.float32(0.5 + 0.5 * np.tanh((points[0] - points[1]) / points_scale(game, tables)))
