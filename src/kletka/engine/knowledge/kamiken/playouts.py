"""Playouts of Kamiken: place only where it gains, so that sure points are not filled."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, draw
from kletka.games.kamiken import ATTACKED_BY, HEADER, STONE, STONE_OF, collect_cells


@kernel
def playout(state, tables, seed, scratch, weights, features):
    """Each empty neighbour that a stone is the first of its colour to attack is worth a point,
    won or taken from the opponent; the stone's own cell is lost if it was a point.

    What a cell gains for a player never grows, so each cell is drawn once, as in the uniform
    playout. The playout ends when no placement gains anything.
    """
    player = int(state[TO_MOVE])
    if player == OVER:
        return 0
    marks = state[HEADER:]
    marks[tables.cells] = STONE  # nothing can be gained off the board
    mine, others = player * tables.cells, (1 - player) * tables.cells
    left = collect_cells(state, tables, player, scratch[mine:])
    others_left = collect_cells(state, tables, 1 - player, scratch[others:])
    played = 0
    while left + others_left > 0:
        attacked = ATTACKED_BY[0] << player
        forbidden = STONE | (ATTACKED_BY[0] << 1 - player)
        while left > 0:
            drawn = mine + draw(seed, left)
            left -= 1
            cell = scratch[drawn]
            scratch[drawn] = scratch[mine + left]
            if marks[cell] & forbidden == 0 and gains(marks, tables, cell, attacked):
                marks[cell] |= STONE_OF[0] << player
                for direction in range(4):
                    marks[tables.neighbours[cell, direction]] |= attacked
                played += 1
                break
        mine, others = others, mine
        left, others_left = others_left, left
        player = 1 - player
    state[TO_MOVE] = OVER
    return played


@inner_kernel
def gains(marks, tables, cell, attacked):
    """Whether a stone here improves the lead of the player with this attack mark."""
    gained = 0
    for direction in range(4):
        gained += marks[tables.neighbours[cell, direction]] & (STONE | attacked) == 0
    return gained > (marks[cell] & attacked != 0)
