"""What the engine knows of Ydyumby: see `contract.py`."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.images import images_of_cells
from kletka.engine.knowledge.ydyumby.features import FEATURES, list_features
from kletka.engine.knowledge.ydyumby.playouts import playout
from kletka.games.ydyumby import is_free, knights_at, piece, supply

__all__ = ["FEATURES", "list_features", "playout"]


def images(variant: Any) -> Any:
    return images_of_cells(variant, [1 + len(variant.players)])


@inner_kernel
def was_played(state, tables, player, move):
    return state[piece(tables, move)] == player + 1


@inner_kernel
def points_scale(tables):
    return 0.08 * tables.cells


@kernel
def bounds(state, tables, scratch):
    """Pieces at an edge stay; players alternate, and each new piece needs a free cell."""
    free = 0
    pieces0 = pieces1 = 0
    sure0 = sure1 = 0
    for cell in range(tables.cells):
        owner = state[piece(tables, cell)]
        if owner == 0:
            free += is_free(state, tables, cell)
        elif owner == 1:
            pieces0 += 1
            sure0 += is_at_edge(tables, cell)
        else:
            pieces1 += 1
            sure1 += is_at_edge(tables, cell)
    more = (free + 1) // 2
    most0 = pieces0 + min(more, np.int64(state[supply(0)]))
    most1 = pieces1 + min(more, np.int64(state[supply(1)]))
    return sure0 - most1, most0 - sure1


@kernel
def is_at_edge(tables, cell):
    for direction in range(tables.neighbours.shape[1]):
        if tables.neighbours[cell, direction] == tables.cells:
            return True
    return False


@kernel
def promise(state, tables, low, high):
    """By pieces, then by the free cells that each player can reach."""
    promised = 0
    for cell in range(tables.cells):
        owner = state[piece(tables, cell)]
        if owner > 0:
            promised += 4 if owner == 1 else -4
        elif is_free(state, tables, cell):
            promised += state[knights_at(tables, 0, cell)] > 0
            promised -= state[knights_at(tables, 1, cell)] > 0
    return promised
