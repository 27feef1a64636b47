"""The actions of a game numbered without gaps, as learning programs like them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from kletka.faces.manu_moves import Capture, Jump, Placement, Stop, encode
from kletka.games.boards import Board
from kletka.variant import Variant


class Actions:
    """All moves that a spec can ever know; an action is a move's place among them.

    Three of the games number their moves so already. Manu's numbers have large gaps: of its
    jumps only those along a row or a column can be, and most squares are short.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        moves: Iterator[int] | range
        if variant.face.name == "manu":
            moves = _manu_codes(variant.board)
        else:
            moves = range(variant.rules.moves_bound(variant.tables))
        self.codes = list(moves)
        self.are_codes = self.codes[-1] == len(self.codes) - 1

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def code_array(self) -> Any:
        """The kernels' number of each action, as an array."""
        return np.array(self.codes, np.int32)

    @cached_property
    def numbers(self) -> Any:
        """The action of each of the kernels' numbers."""
        numbers = np.full(self.codes[-1] + 1, -1, np.int32)
        numbers[self.codes] = np.arange(len(self.codes))
        return numbers

    def notation(self, action: int) -> str:
        """The action as our records write it."""
        return self._variant.face.notation(self._variant, self.codes[action])

    def number(self, notation: str) -> int:
        """The action that is written so; raises InvalidMove."""
        return int(self.numbers[self._variant.face.code(self._variant, notation)])


def _manu_codes(board: Board) -> Iterator[int]:
    cells = range(len(board.places))
    for crossing in cells:
        yield encode(len(cells), Placement(crossing))
    for origin in cells:
        for landing in cells:
            if any(
                a == b for a, b in zip(board.places[origin], board.places[landing], strict=True)
            ):
                yield encode(len(cells), Jump(origin, landing))
    for pivot in cells:
        yield encode(len(cells), Capture(pivot, 0, 0))
    for pivot in cells:
        longest = _longest_square(board, pivot)
        for turn in (1, -1):
            for steps in range(1, longest + 1):
                yield encode(len(cells), Capture(pivot, turn, steps))
    yield encode(len(cells), Stop())


def _longest_square(board: Board, pivot: int) -> int:
    """How many steps a square round the pivot can have: it keeps to the board."""
    x, y = board.places[pivot]
    away = [max(abs(x - column), abs(y - row)) for column, row in board.places]
    return max(away.count(distance) for distance in range(1, board.columns)) - 1
