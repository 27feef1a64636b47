"""Manu's jumps over an enemy stone (rule 2), and which of them can begin a turn (rule 6)."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.manu_board import (
    ANY_PIVOT,
    NOWHERE,
    PREPARES,
    column,
    crowding,
    first_seen,
    landing_behind,
    row,
    stone,
    stones_of,
    way_is_empty,
)
from kletka.games.manu_captures import jump_move, series_completes, takes_round_any


@inner_kernel
def jump_landing(state, tables, origin, direction, player):
    """Rule 2: where the player's stone on origin lands in that direction, or NOWHERE."""
    pivot, distance = first_seen(state, tables, origin, direction)
    if pivot == NOWHERE or state[stone(pivot)] == player + 1:
        return NOWHERE
    landing = landing_behind(tables, pivot, distance, direction)
    others = state[crowding(tables, player, landing)] - are_adjacent(tables, origin, landing)
    if others == 0 and way_is_empty(state, tables, origin, pivot, distance, direction):
        return landing
    return NOWHERE


@inner_kernel
def are_adjacent(tables, one, other):
    across = column(tables, one) - column(tables, other)
    down = row(tables, one) - row(tables, other)
    return across * across + down * down == 1


@inner_kernel
def jump_completes(state, tables, origin, landing, player):
    """Rule 6: whether this jump is a turn, or captures that take an enemy stone can follow it."""
    if state[stone(landing)] == 2 - player and tables.options[PREPARES] == 0:
        return True
    there = state[stone(landing)]
    state[stone(origin)] = 0
    state[stone(landing)] = player + 1
    completes = False
    for direction in range(4):
        pivot, distance = first_seen(state, tables, landing, direction)
        if pivot != NOWHERE and state[stone(pivot)] == player + 1:
            if series_completes(state, tables, landing, pivot, direction, distance, player):
                completes = True
                break
    if not completes and tables.options[ANY_PIVOT] == 1:
        completes = takes_round_any(state, tables, landing, NOWHERE, player)
    state[stone(landing)] = there
    state[stone(origin)] = player + 1
    return completes


@inner_kernel
def list_jumps(state, tables, player, out):
    """List the jumps that can be completed, in ascending order, without duplicates; returns their
    number."""
    count = 0
    for origin in range(tables.cells):
        if state[stone(origin)] != player + 1:
            continue
        begin = count
        for direction in range(4):
            landing = jump_landing(state, tables, origin, direction, player)
            if landing != NOWHERE and jump_completes(state, tables, origin, landing, player):
                count = insert(out, begin, count, jump_move(tables, origin, landing))
    return count


@inner_kernel
def insert(out, begin, count, move):
    """Insert a move into the sorted out[begin:count] unless it is there; returns the new count."""
    place = count
    while place > begin and out[place - 1] >= move:
        if out[place - 1] == move:
            return count
        place -= 1
    for index in range(count, place, -1):
        out[index] = out[index - 1]
    out[place] = move
    return count + 1


@kernel
def can_jump(state, tables, player):
    stones = stones_of(tables, player)
    for place in range(stones + 1, stones + 1 + state[stones]):
        origin = int(state[place])
        for direction in range(4):
            landing = jump_landing(state, tables, origin, direction, player)
            if landing != NOWHERE and jump_completes(state, tables, origin, landing, player):
                return True
    return False
