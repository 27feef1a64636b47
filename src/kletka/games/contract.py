"""The functions that the rules of every game provide.

A game is a module of this folder, named in `catalogue.py`. It has the functions of `Rules` and
`Sizes`; `defaults.py` has defaults for some of them. A state is one flat array of small integers.
Its first `value_size` numbers are its value: two states are the same position if and only if their
values are equal. The other numbers are derived from the value, and `apply` updates them for speed.

`state[TO_MOVE]` is the player to move in every game, or `OVER`.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from kletka.compiling import inner_kernel

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
    to_edge: np.ndarray  # int16[cells, directions]; the number of cells from there to the edge
    knights: np.ndarray  # int16[cells, leaps]; padded with `cells`
    wall_of: np.ndarray  # int16[cells, directions]; the wall crossed by that step, -1 for the rim
    lines_of: np.ndarray  # int16[cells, directions / 2]; the lines from edge to edge through it


class Sizes(Protocol):
    """The plain functions of a game's rules: how large its arrays must be."""

    @staticmethod
    def state_size(tables: Tables) -> int:
        """The length of a state."""

    @staticmethod
    def value_size(tables: Tables) -> int:
        """The length of a state's value, its first part."""

    @staticmethod
    def moves_bound(tables: Tables) -> int:
        """The largest number of legal moves in any position."""

    @staticmethod
    def scratch_size(tables: Tables) -> int:
        """The length of the scratch array that `playout` needs."""

    @staticmethod
    def longest_game(tables: Tables) -> int:
        """A number of moves that no game exceeds."""

    @staticmethod
    def extra_planes(tables: Tables) -> int:
        """The number of planes that `observe` fills."""


class Rules(Protocol):
    """The kernels of a game's rules.

    `switchboard.py` is generated from this class: one function for each below, with the game's
    number as its first argument. `start` and `refresh` are always called on the game's module.
    """

    @staticmethod
    def start(state, tables):
        """Make the state that of the position before the first move."""

    @staticmethod
    def refresh(state, tables):
        """Work out again everything that follows from the value of the state."""

    @staticmethod
    def moves(state, tables, out) -> int:
        """List the legal moves in ascending order; returns their number."""

    @staticmethod
    def apply(state, tables, move):
        """Play a move. UNCHECKED: it must be legal."""

    @staticmethod
    def points(state, tables, out):
        """Write each player's points as they stand."""

    @staticmethod
    def winners(state, tables, points) -> int:
        """The winners of a finished game, bit p for player p."""

    @staticmethod
    def playout(state, tables, seed, scratch) -> int:
        """Play random moves to the end, passing only when nothing else is legal; returns their
        number."""

    @staticmethod
    def owner(state, tables, cell) -> int:
        """Whose piece stands on a cell: player + 1, or 0."""

    @staticmethod
    def in_turn(state, tables) -> bool:
        """Whether a turn of several moves has begun and is not over."""

    @staticmethod
    def observe(state, tables, observer, spots, planes):
        """Fill the planes that describe more of a position than pieces and the player to move, as
        the observer sees it; `spots` maps cells to places on a plane. All planes are 0 before."""

    @staticmethod
    def least_supply(state, tables) -> int:
        """The smallest number of pieces that any player has left to place, -1 if not limited."""

    @staticmethod
    def removed(state, tables, points) -> float:
        """The number of pieces removed from the board so far, -1 if pieces always stay."""


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


@inner_kernel
def fill(plane, spots, value):
    """Set all cells of a plane, for `observe`."""
    for spot in spots:
        plane[spot] = value
