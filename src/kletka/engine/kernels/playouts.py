"""Playouts that tell something: quick, random, but not foolish."""

from __future__ import annotations

from kletka.engine.kernels.light_kamiken import playout as kamiken_playout
from kletka.engine.kernels.light_manu import playout as manu_playout
from kletka.engine.kernels.light_vyun import light_scratch_size
from kletka.engine.kernels.light_vyun import playout as vyun_playout
from kletka.engine.kernels.light_ydyumby import playout as ydyumby_playout
from kletka.games import kamiken, vyun, ydyumby
from kletka.games.compiling import kernel
from kletka.games.switchboard import KAMIKEN, MANU, VYUN, YDYUMBY
from kletka.setting import Setting


def playout_scratch_size(setting: Setting) -> int:
    """What either kind of playout needs."""
    if setting.game.name == "vyun":
        return light_scratch_size(setting.tables)
    return setting.kernel.scratch_size(setting.tables)


@kernel
def light_playout(game, state, tables, seed, scratch, weights, features):
    """Play on to where the points can be counted."""
    if game == KAMIKEN:
        return kamiken_playout(state, tables, seed, scratch)
    if game == YDYUMBY:
        return ydyumby_playout(state, tables, seed, scratch, weights, features)
    if game == VYUN:
        return vyun_playout(state, tables, seed, scratch)
    return manu_playout(state, tables, seed, scratch)


@kernel
def was_played(game, state, tables, player, move):
    """Whether the end of a playout shows that the player made this move."""
    if game == KAMIKEN:
        return move < tables.cells and state[kamiken.HEADER + move] & kamiken.STONE_OF[player]
    if game == YDYUMBY:
        return state[ydyumby.piece(tables, move)] == player + 1
    if game == MANU or move == 5 * tables.cells:
        return False
    if move < tables.cells:
        return state[vyun.sprout(move)] == player + 1
    way = move - tables.cells
    return state[vyun.vine(tables, tables.wall_of[way >> 2, way & 3])] == player + 1
