"""The mirror images of a position, as orders of the numbers of its state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kletka.games import vyun
from kletka.games.boards import Symmetry
from kletka.variant import Variant


def images(variant: Variant) -> Any:
    """For each mirror image of the board, where each number of a state's value comes from."""
    turns = variant.board.symmetries
    order = np.arange(variant.rules.value_size(variant.tables), dtype=np.int16)
    rows = np.tile(order, (len(turns), 1))
    for row, turn in zip(rows, turns, strict=True):
        for begin in _cell_blocks(variant):
            for cell, target in enumerate(turn.cells):
                row[begin + target] = begin + cell
        for wall, target in _turned_walls(variant, turn):
            row[vyun.vine(variant.tables, target)] = vyun.vine(variant.tables, wall)
    return rows


def _cell_blocks(variant: Variant) -> list[int]:
    """Where in a state's value a number for each cell begins."""
    if variant.face.name == "ydyumby":
        return [1 + len(variant.players)]
    blocks = [variant.rules.HEADER]
    if variant.face.name == "vyun":
        tables = variant.tables
        blocks += [vyun.growth_points(tables, player, 0) for player in range(tables.players)]
    return blocks


def _turned_walls(variant: Variant, turn: Symmetry) -> Iterator[tuple[int, int]]:
    """Vyun's walls, and where they come to lie."""
    if variant.face.name == "vyun":
        for wall, (one, other) in variant.board.walls.items():
            moved, beside = turn.cells[one], turn.cells[other]
            direction = variant.board.neighbours[moved].index(beside)
            yield wall, int(variant.tables.wall_of[moved, direction])
