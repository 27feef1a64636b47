"""Manu's flights and squares one by one, for explanations and pictures."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import kernel
from kletka.games.manu_board import (
    NOWHERE,
    SWEEP,
    column,
    first_seen,
    landing_behind,
    line_to,
    obstacle,
    row,
    step_towards,
)
from kletka.games.manu_captures import next_on_square, offset_from_pivot
from kletka.games.manu_jumps import jump_landing


@kernel
def flight(state, tables, origin, direction):
    """The nearest stone in a direction, its distance, where a flight over it lands, and the first
    stone in the way; each crossing may be NOWHERE."""
    pivot, distance = first_seen(state, tables, origin, direction)
    if pivot == NOWHERE:
        return NOWHERE, 0, NOWHERE, NOWHERE
    landing = landing_behind(tables, pivot, distance, direction)
    return pivot, distance, landing, obstacle(state, tables, origin, pivot, distance, direction)


@kernel
def line_between(tables, one, other):
    """The direction and distance from one crossing to another; distance 0 if not on one line."""
    return line_to(tables, one, other)


@kernel
def landing_over(tables, origin, pivot):
    """Where a flight over the pivot lands; the two must be on one line."""
    direction, distance = line_to(tables, origin, pivot)
    return landing_behind(tables, pivot, distance, direction)


@kernel
def list_pivots(tables, origin, landing, out):
    """The crossings over which a flight from origin ends on landing, the nearest first; returns
    their number."""
    count = 0
    for distance in range(1, tables.width):
        for direction in range(4):
            if distance <= tables.to_edge[origin, direction]:
                pivot = origin + distance * step_towards(tables, direction)
                if landing_behind(tables, pivot, distance, direction) == landing:
                    out[count] = pivot
                    count += 1
    return count


@kernel
def list_square(tables, jumper, pivot, turn, out):
    """The crossings of a square, clockwise for turn 0, until it closes or leaves the board;
    only a sweep ends where it started. Returns their number."""
    size = tables.width
    across, down = offset_from_pivot(tables, jumper, pivot, turn)
    distance = max(abs(across), abs(down))
    count = 0
    for _ in range(1, 8 * distance + tables.options[SWEEP]):
        across, down = next_on_square(across, down, distance)
        x = column(tables, pivot) + (across if turn == 0 else -across)
        y = row(tables, pivot) + down
        if x < 0 or x >= size or y < 0 or y >= size:
            break
        out[count] = y * size + x
        count += 1
    return count


@kernel
def jump_lines(state, tables, origin, player):
    """In how many directions the player's stone on origin can jump by rule 2."""
    lines = 0
    for direction in range(4):
        lines += jump_landing(state, tables, origin, direction, player) != NOWHERE
    return lines
