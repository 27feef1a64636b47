"""Manu's moves as values, and their numbers in the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kletka.games.boards import Board


@dataclass(frozen=True)
class Placement:
    crossing: int


@dataclass(frozen=True)
class Jump:
    origin: int
    landing: int


@dataclass(frozen=True)
class Capture:
    """A leap (`turn` 0), a clockwise square (1) or an anticlockwise one (-1)."""

    pivot: int
    turn: int
    steps: int


@dataclass(frozen=True)
class Stop:
    pass


ManuMove = Placement | Jump | Capture | Stop

_STEPS_BOUND = 256  # as in the kernel


def encode(cells: int, move: ManuMove) -> int:
    first_square = cells * (2 + cells)
    match move:
        case Placement(crossing):
            return crossing
        case Jump(origin, landing):
            return cells + cells * origin + landing
        case Capture(pivot, 0, _):
            return cells + cells * cells + pivot
        case Capture(pivot, turn, steps):
            return first_square + (2 * pivot + (turn < 0)) * _STEPS_BOUND + steps
        case Stop():
            return first_square + 2 * cells * _STEPS_BOUND


def decode(cells: int, code: int) -> ManuMove:
    first_jump, first_leap, first_square = cells, cells + cells * cells, cells * (2 + cells)
    if code < first_jump:
        return Placement(code)
    if code < first_leap:
        return Jump(*divmod(code - first_jump, cells))
    if code < first_square:
        return Capture(code - first_leap, 0, 0)
    square, steps = divmod(code - first_square, _STEPS_BOUND)
    if square == 2 * cells:
        return Stop()
    return Capture(square // 2, -1 if square % 2 else 1, steps)


def all_codes(board: Board, sweep: bool) -> Iterator[int]:
    """The numbers of all moves that can ever be legal, in ascending order."""
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
        longest = _longest_square(board, pivot, sweep)
        for turn in (1, -1):
            for steps in range(1, longest + 1):
                yield encode(len(cells), Capture(pivot, turn, steps))
    yield encode(len(cells), Stop())


def _longest_square(board: Board, pivot: int, sweep: bool) -> int:
    """The most steps that a square around the pivot can have on the board."""
    x, y = board.places[pivot]
    away = [max(abs(x - column), abs(y - row)) for column, row in board.places]
    rings = [(away.count(distance), 8 * distance) for distance in range(1, board.columns)]
    # Only a sweep around a whole ring comes back to where it started.
    return max(there - (there < whole or not sweep) for there, whole in rings)
