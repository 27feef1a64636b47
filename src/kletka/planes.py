"""Positions as arrays: planes of numbers from 0 to 1 over the rows and columns of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kletka.faces.base import State

if TYPE_CHECKING:
    from kletka.variant import Variant


class Planes:
    """How the positions of a variant are laid out as planes.

    `shape` has the numbers of planes, rows and columns; `spots` the index of each cell on a
    flattened plane.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        board, players = variant.board, len(variant.players)
        extra: int = variant.rules.extra_planes(variant.tables)
        self.shape = (1 + 2 * players + extra, board.rows, board.columns)
        left = min(x for x, _ in board.places)
        top = min(y for _, y in board.places)
        spots = [(y - top) * board.columns + x - left for x, y in board.places]
        self.spots: Any = np.array(spots, np.int64)

    def seen(self, state: State, observer: int) -> Any:
        """What a player sees, as float32: the observer's own planes first."""
        from kletka.games.planes import observe

        out = np.empty((self.shape[0], self.shape[1] * self.shape[2]), np.float32)
        observe(self._variant.number, state, self._variant.tables, observer, self.spots, out)
        return out.reshape(self.shape)
