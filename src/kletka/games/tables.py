"""The tables of a board and the options of a game, for the kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kletka.games.boards import Board
from kletka.games.contract import Tables


def build_tables(board: Board, players: int, options: Sequence[int]) -> Tables:
    cells = len(board.places)
    off_board = cells
    neighbours = np.array(
        [[off_board if n is None else n for n in row] for row in board.neighbours], np.int16
    )
    longest = max(len(row) for row in board.knights)
    knights = np.full((cells, longest), off_board, np.int16)
    for cell, targets in enumerate(board.knights):
        knights[cell, : len(targets)] = targets
    wall_of = np.full(neighbours.shape, -1, np.int16)
    for wall, (one, other) in board.walls.items():
        wall_of[one, board.neighbours[one].index(other)] = wall
        wall_of[other, board.neighbours[other].index(one)] = wall
    return Tables(
        players=players,
        cells=cells,
        width=board.columns,
        height=board.rows,
        walls=2 * (board.columns + 1) * (board.rows + 1),
        lines=1 + max(max(row) for row in board.lines),
        options=np.array(options, np.int64),
        neighbours=neighbours,
        to_edge=np.array(board.to_edge, np.int16),
        knights=knights,
        wall_of=wall_of,
        lines_of=np.array(board.lines, np.int16),
    )
