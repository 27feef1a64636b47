"""Rewards: what the end of a game, or the points so far, are worth to each player."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import kernel
from kletka.engine.knowledge.switchboard import points_scale
from kletka.games import switchboard as rules


@kernel
def share_win(game, state, tables, points, out):
    """Each player's share of the win at the end of a playout."""
    bits = rules.winners(game, state, tables, points)
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
    """How good the points so far are for player 0 of two, from 0 to 1."""
    rules.points(game, state, tables, points)
    return np.float32(0.5 + 0.5 * np.tanh((points[0] - points[1]) / points_scale(game, tables)))
