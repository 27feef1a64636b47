"""Manu's moves as values, and their numbers in the kernels."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Placement:
    crossing: int


@dataclass(frozen=True)
class Jump:
    origin: int
    landing: int


@dataclass(frozen=True)
class Capture:
    """`turn` is 0 for a leap, 1 for a clockwise square, -1 for an anticlockwise one."""

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
