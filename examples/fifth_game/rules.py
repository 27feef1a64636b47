"""Apart: place stones so that no two of yours touch; the player with more stones wins.

A move is the number of a cell. The state is the player to move and whose stone is on each cell.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw

STONES = 1  # where the cells begin in a state


def state_size(tables: Tables) -> int:
    return STONES + tables.cells


value_size = state_size


def moves_bound(tables: Tables) -> int:
    return tables.cells


scratch_size = longest_game = moves_bound


@kernel
def start(state, tables):
    state[:] = 0


@kernel
def refresh(state, tables):
    give_turn(state, tables, max(0, state[TO_MOVE]))


@kernel
def give_turn(state, tables, player):
    """Rule 2: a player that cannot place is skipped; the game is over when nobody can."""
    for each in (player, 1 - player):
        for cell in range(tables.cells):
            if may_place(state, tables, cell, each):
                state[TO_MOVE] = each
                return
    state[TO_MOVE] = OVER


@kernel
def may_place(state, tables, cell, player):
    """Rule 1: an empty cell with no stone of yours beside it."""
    if state[STONES + cell] != 0:
        return False
    for direction in range(4):
        beside = tables.neighbours[cell, direction]
        if beside < tables.cells and state[STONES + beside] == player + 1:
            return False
    return True


@kernel
def moves(state, tables, out):
    count = 0
    if state[TO_MOVE] != OVER:
        for cell in range(tables.cells):
            if may_place(state, tables, cell, state[TO_MOVE]):
                out[count] = cell
                count += 1
    return count


@kernel
def apply(state, tables, move):
    player = state[TO_MOVE]
    state[STONES + move] = player + 1
    give_turn(state, tables, 1 - player)


@kernel
def points(state, tables, out):
    """Rule 3: a point for each stone."""
    out[:] = 0
    for cell in range(tables.cells):
        if state[STONES + cell] > 0:
            out[state[STONES + cell] - 1] += 1


@kernel
def playout(state, tables, seed, scratch):
    played = 0
    while state[TO_MOVE] != OVER:
        apply(state, tables, scratch[draw(seed, moves(state, tables, scratch))])
        played += 1
    return played


@kernel
def owner(state, tables, cell):
    return state[STONES + cell]
