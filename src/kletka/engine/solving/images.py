"""The mirror images of a position, as orders of the numbers of its state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kletka.games import vyun
from kletka.games.boards import Symmetry
from kletka.setting import Setting


def images(setting: Setting) -> Any:
    """For each mirror image of the board, where each number of a state's value comes from."""
    turns = setting.board.symmetries
    order = np.arange(setting.kernel.value_size(setting.tables), dtype=np.int16)
    rows = np.tile(order, (len(turns), 1))
    for row, turn in zip(rows, turns, strict=True):
        for begin in _cell_blocks(setting):
            for cell, target in enumerate(turn.cells):
                row[begin + target] = begin + cell
        for wall, target in _turned_walls(setting, turn):
            row[vyun.vine(setting.tables, target)] = vyun.vine(setting.tables, wall)
    return rows


def _cell_blocks(setting: Setting) -> list[int]:
    """Where in a state's value a number for each cell begins."""
    if setting.game.name == "ydyumby":
        return [1 + len(setting.players)]
    blocks = [setting.kernel.HEADER]
    if setting.game.name == "vyun":
        tables = setting.tables
        blocks += [vyun.growth_points(tables, player, 0) for player in range(tables.players)]
    return blocks


def _turned_walls(setting: Setting, turn: Symmetry) -> Iterator[tuple[int, int]]:
    """Vyun's walls, and where they come to lie."""
    if setting.game.name == "vyun":
        for wall, (one, other) in setting.board.walls.items():
            moved, beside = turn.cells[one], turn.cells[other]
            direction = setting.board.neighbours[moved].index(beside)
            yield wall, int(setting.tables.wall_of[moved, direction])
