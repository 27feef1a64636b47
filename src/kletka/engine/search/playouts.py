"""Playouts that tell something: quick, random, but not foolish."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.engine.knowledge.kamiken.light_playout import playout as kamiken_playout
from kletka.engine.knowledge.manu.light_playout import playout as manu_playout
from kletka.engine.knowledge.vyun.light_playout import light_scratch_size
from kletka.engine.knowledge.vyun.light_playout import playout as vyun_playout
from kletka.engine.knowledge.ydyumby.light_playout import playout as ydyumby_playout
from kletka.games import kamiken, vyun, ydyumby
from kletka.games.compiling import kernel
from kletka.games.switchboard import KAMIKEN, MANU, VYUN, YDYUMBY
from kletka.variant import Variant


def playout_scratch_size(variant: Variant) -> int:
    """What either kind of playout needs."""
    if variant.face.name == "vyun":
        return light_scratch_size(variant.tables)
    return variant.rules.scratch_size(variant.tables)


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
