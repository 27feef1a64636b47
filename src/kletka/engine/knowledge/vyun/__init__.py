"""What the engine knows of Vyun: see `contract.py`."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from kletka.compiling import inner_kernel
from kletka.engine.knowledge.images import images_of_cells
from kletka.engine.knowledge.vyun.bounds import bounds, simplify
from kletka.engine.knowledge.vyun.features import FEATURES, list_features, scan, scan_size
from kletka.engine.knowledge.vyun.playouts import playout, playout_scratch_size
from kletka.games.vyun import growth_points, sprout, vine

__all__ = [
    "FEATURES",
    "bounds",
    "list_features",
    "playout",
    "playout_scratch_size",
    "scan",
    "scan_size",
    "simplify",
]


def images(variant: Any) -> Any:
    """Sprouts and growth points lie cell by cell; vines go with the walls that they cross."""
    tables, board = variant.tables, variant.board
    growth = [growth_points(tables, player, 0) for player in range(tables.players)]
    rows = images_of_cells(variant, [sprout(0), *growth])
    for row, symmetry in zip(rows, board.symmetries, strict=True):
        for wall, (one, other) in board.walls.items():
            moved = symmetry.cells[one]
            direction = board.neighbours[moved].index(symmetry.cells[other])
            target = int(tables.wall_of[moved, direction])
            row[vine(tables, target)] = vine(tables, wall)
    return rows


@inner_kernel
def was_played(state, tables, player, move):
    if move == 5 * tables.cells:
        return False
    if move < tables.cells:
        return state[sprout(move)] == player + 1
    way = move - tables.cells
    return state[vine(tables, tables.wall_of[way >> 2, way & 3])] == player + 1


@inner_kernel
def points_scale(tables):
    return 0.06 * tables.cells + 1.0
