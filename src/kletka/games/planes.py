"""What a player sees of a position: planes of numbers from 0 to 1 over the board."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import allocating_kernel
from kletka.games import switchboard as rules
from kletka.games.contract import OVER, TO_MOVE, fill


@allocating_kernel
def observe(game, state, tables, observer, spots, planes):
    """Fill the planes: the board, the player to move, pieces, and what the game adds.

    Players come in the order of play, the observer first. `spots` says where on a plane each cell
    lies.
    """
    players = tables.players
    planes[:] = 0
    fill(planes[0], spots, 1)
    if state[TO_MOVE] != OVER:
        fill(planes[1 + (state[TO_MOVE] - observer) % players], spots, 1)
    for cell in range(tables.cells):
        owner = rules.owner(game, state, tables, cell)
        if owner > 0:
            planes[1 + players + (owner - 1 - observer) % players, spots[cell]] = 1
    rules.observe(game, state, tables, observer, spots, planes[1 + 2 * players :])
