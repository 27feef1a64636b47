"""Bounds of what can still happen in a game of Vyun, for solving."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import kernel
from kletka.engine.knowledge.vyun.copying import can_copy
from kletka.games.vyun import growth_points, sprout, vine
from kletka.games.vyun_territory import vertex_beside


@kernel
def bounds(state, tables, scratch):
    low, high = -most(state, tables, 1, scratch), most(state, tables, 0, scratch)
    if low < 0 and can_copy(state, tables, 0):
        low = 0
    if high > 0 and can_copy(state, tables, 1):
        high = 0
    return low, high


@kernel
def most(state, tables, player, scratch):
    """The largest number of vertices that the player can still enclose.

    A wall is open for ever if it carries the opponent's vine, or if no growth point of the player
    can reach it, not even that of a new sprout. A vertex that is connected to the rim by such
    walls can never be enclosed.
    """
    vertices = (tables.width + 1) * (tables.height + 1)
    closable = scratch[: tables.walls]
    known = scratch[tables.walls : tables.walls + vertices]
    queue = scratch[tables.walls + vertices :]
    find_closable(state, tables, player, closable, known, queue)
    stride = tables.width + 1
    found = 0
    for vertex in range(vertices):
        x, y = vertex % stride, vertex // stride
        known[vertex] = x == 0 or x == tables.width or y == 0 or y == tables.height
        if known[vertex]:
            queue[found] = vertex
            found += 1
    looked = 0
    while looked < found:
        here = queue[looked]
        looked += 1
        for step in range(4):
            there, wall = vertex_beside(stride, vertices, here, step)
            if 0 <= there < vertices and known[there] == 0 and closable[wall] == 0:
                known[there] = 1
                queue[found] = there
                found += 1
    return np.int64(vertices - found)


@kernel
def find_closable(state, tables, player, closable, reached, queue):
    """Mark the walls that carry, or may still get, a vine of the player."""
    for wall in range(tables.walls):
        closable[wall] = state[vine(tables, wall)] == player + 1
    found = 0
    for square in range(tables.cells):
        growing = state[growth_points(tables, player, square)] > 0
        reached[square] = growing or state[sprout(square)] == 0
        if reached[square]:
            queue[found] = square
            found += 1
    looked = 0
    while looked < found:
        square = queue[looked]
        looked += 1
        for direction in range(4):
            wall = tables.wall_of[square, direction]
            if wall >= 0 and state[vine(tables, wall)] == 0:
                closable[wall] = 1
                target = tables.neighbours[square, direction]
                if reached[target] == 0:
                    reached[target] = 1
                    queue[found] = target
                    found += 1


@kernel
def simplify(state, tables, plain):
    """The owner of a sprout does not matter, nor do more growth points than open walls."""
    for index in range(len(plain)):
        plain[index] = state[index]
    for square in range(tables.cells):
        plain[sprout(square)] = state[sprout(square)] > 0
        walls = 0
        for direction in range(4):
            wall = tables.wall_of[square, direction]
            walls += wall >= 0 and state[vine(tables, wall)] == 0
        for player in range(tables.players):
            growing = growth_points(tables, player, square)
            plain[growing] = min(np.int64(state[growing]), walls)
    return True
