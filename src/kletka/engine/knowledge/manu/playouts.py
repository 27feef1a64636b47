"""Playouts of Manu: a player that finds a capture takes it and continues, others place."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, draw
from kletka.games.manu import apply, begin_turn, jump, moves
from kletka.games.manu_board import JUMPER, MAY_STOP, NOWHERE, stones_of
from kletka.games.manu_jumps import jump_completes, jump_landing

TRIES = 12  # jumps that are examined; examining all of them halves the simulations


@kernel
def playout(state, tables, seed, scratch, weights, features):
    played = 0
    while state[TO_MOVE] != OVER:
        if state[JUMPER] != NOWHERE:
            go_on_taking(state, tables, seed, scratch)
        elif not begin_taking(state, tables, seed):
            begin_turn(state, tables, seed)
        played += 1
    return played


@inner_kernel
def begin_taking(state, tables, seed):
    """Make a jump that takes something or leads to it; returns False if none is found."""
    player = int(state[TO_MOVE])
    stones = stones_of(tables, player)
    ways = 4 * int(state[stones])  # each stone in each direction
    if ways == 0:
        return False
    way = draw(seed, ways)
    for _ in range(min(ways, TRIES)):
        origin = int(state[stones + 1 + (way >> 2)])
        landing = jump_landing(state, tables, origin, way & 3, player)
        if landing != NOWHERE and jump_completes(state, tables, origin, landing, player):
            jump(state, tables, origin, landing)
            return True
        way = way + 1 if way + 1 < ways else 0
    return False


@inner_kernel
def go_on_taking(state, tables, seed, scratch):
    """Make a random capture, never `stop`, which is listed last if the turn may end."""
    captures = moves(state, tables, scratch) - state[MAY_STOP]
    apply(state, tables, scratch[draw(seed, captures)])
