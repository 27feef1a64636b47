"""What every game's rules look like to the floors above.

A game is a module of this folder with these compiled functions, over one flat `state`
of small integers that the function may change, and the `Tables` of its board:

    start(state, tables)                 the position before the first move
    refresh(state, tables)               work out again all that follows from the value part
    moves(state, tables, out) -> count   the legal moves, in ascending order
    apply(state, tables, move)           play a move; UNCHECKED, it must be legal
    points(state, tables, out)           each player's points as they stand
    winners(state, tables, points) -> bits  who has won a finished game, bit p for player p
    playout(state, tables, seed, scratch) -> moves
                                         random moves to the end, no pass while another is there

and these plain ones, which give sizes: `state_size(tables)`, `value_size(tables)`,
`scratch_size(tables)`, `moves_bound(tables)`. The first `value_size` numbers of a state
are its value: two states are the same position if and only if they agree there. What lies
behind is kept up to date by `apply` for speed alone.

`state[TO_MOVE]` is the player to move in every game, or `OVER`.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.games.compiling import inner_kernel

TO_MOVE = 0
OVER = -1


class Tables(NamedTuple):
    """A board and the options of a game on it, as the kernels read them."""

    players: int
    cells: int
    width: int
    height: int
    walls: int
    lines: int
    options: np.ndarray  # int64; each game names its own slots
    neighbours: np.ndarray  # int16[cells, directions]; `cells` stands for "off the board"
    to_edge: np.ndarray  # int16[cells, directions]; how many cells lie from there to the edge
    knights: np.ndarray  # int16[cells, leaps]; `cells` fills up
    wall_of: np.ndarray  # int16[cells, directions]; the wall crossed by that step, -1 for the rim
    lines_of: np.ndarray  # int16[cells, directions / 2]; the lines from edge to edge through it


@inner_kernel
def draw(seed, below):
    """A random number from 0 to below - 1 (xorshift64; `seed` is a uint64[1], never zero)."""
    x = seed[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    seed[0] = x
    return np.int64(((x >> np.uint64(32)) * np.uint64(below)) >> np.uint64(32))


@inner_kernel
def leaders(points):
    """The players with the most points, as bits."""
    best = points[0]
    for player in range(1, len(points)):
        best = max(best, points[player])
    bits = 0
    for player in range(len(points)):
        if points[player] == best:
            bits |= 1 << player
    return bits
