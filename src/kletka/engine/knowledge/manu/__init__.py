"""What the engine knows of Manu: see `contract.py`."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from kletka.compiling import inner_kernel
from kletka.engine.knowledge.images import images_of_cells
from kletka.engine.knowledge.manu.features import FEATURES, list_features, scan, scan_size
from kletka.engine.knowledge.manu.playouts import playout
from kletka.games.manu_board import HEADER, JUMPER, NOWHERE, ROOM, TAKEN, TARGET, WINNER

__all__ = ["FEATURES", "list_features", "playout", "scan", "scan_size"]


def images(variant: Any) -> Any:
    return images_of_cells(variant, [HEADER])


@inner_kernel
def points_scale(tables):
    return 0.5 * tables.options[TARGET] + 1.0


@inner_kernel
def outcome(state, tables, points):
    """A game is won or lost; the stones taken do not matter."""
    return np.float32(1.0) if state[WINNER] == 0 else np.float32(-1.0)


@inner_kernel
def bounds(state, tables, scratch):
    return -1, 1


@inner_kernel
def promise(state, tables, low, high):
    """By stones taken, then by room to place."""
    promised = 8 * np.int64(state[TAKEN] - state[TAKEN + 1])
    return promised + state[ROOM] - state[ROOM + 1]


@inner_kernel
def is_mirrored_by_order(state, tables):
    """Within a turn the header names crossings, which no reordering mirrors."""
    return state[JUMPER] == NOWHERE
