"""What is known of a position without searching: how a game ended, how it may still end, and how
good it looks. Values are player 0's lead.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.games import kamiken, manu, switchboard, vyun, ydyumby
from kletka.games.compiling import kernel
from kletka.games.switchboard import KAMIKEN, MANU, VYUN, YDYUMBY
from kletka.games.vyun_territory import vertex_beside


@kernel
def final_lead(game, state, tables, points):
    """How a finished game ended: the lead in points without komi; in Manu 1 or -1."""
    if game == MANU:
        return 1 if state[manu.WINNER] == 0 else -1
    switchboard.points(game, state, tables, points)
    lead = points[0] - points[1]
    if game == KAMIKEN:
        lead += tables.options[kamiken.KOMI] / 2
    return np.int64(np.floor(lead + 0.5))


@kernel
def bounds(game, state, tables, scratch):
    """Between what the lead must come out."""
    if game == MANU:
        return -1, 1
    if game == YDYUMBY:
        return ydyumby_bounds(state, tables)
    if game == VYUN:
        return -vyun_most(state, tables, 1, scratch), vyun_most(state, tables, 0, scratch)
    return -tables.cells, tables.cells


@kernel
def ydyumby_bounds(state, tables):
    """Pieces at an edge stay; players alternate, and each piece needs a free cell of its own."""
    free = 0
    pieces0 = pieces1 = 0
    sure0 = sure1 = 0
    for cell in range(tables.cells):
        owner = state[ydyumby.piece(tables, cell)]
        if owner == 0:
            free += ydyumby.is_free(state, tables, cell)
        elif owner == 1:
            pieces0 += 1
            sure0 += is_at_edge(tables, cell)
        else:
            pieces1 += 1
            sure1 += is_at_edge(tables, cell)
    more = (free + 1) // 2
    most0 = pieces0 + min(more, np.int64(state[ydyumby.supply(0)]))
    most1 = pieces1 + min(more, np.int64(state[ydyumby.supply(1)]))
    return sure0 - most1, most0 - sure1


@kernel
def is_at_edge(tables, cell):
    for direction in range(tables.neighbours.shape[1]):
        if tables.neighbours[cell, direction] == tables.cells:
            return True
    return False


@kernel
def vyun_most(state, tables, player, scratch):
    """How many vertices the player can still enclose at most.

    A wall that the player will never have a vine across stays open for ever: it carries the
    other's vine, or no growth point of the player's can come to it, not even of a new sprout.
    A vertex from which such walls lead to the rim will never be enclosed.
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
    """Mark the walls that have, or may still get, a vine of the player's."""
    for wall in range(tables.walls):
        closable[wall] = state[vyun.vine(tables, wall)] == player + 1
    found = 0
    for square in range(tables.cells):
        growing = state[vyun.growth_points(tables, player, square)] > 0
        reached[square] = growing or state[vyun.sprout(square)] == 0
        if reached[square]:
            queue[found] = square
            found += 1
    looked = 0
    while looked < found:
        square = queue[looked]
        looked += 1
        for direction in range(4):
            wall = tables.wall_of[square, direction]
            if wall >= 0 and state[vyun.vine(tables, wall)] == 0:
                closable[wall] = 1
                target = tables.neighbours[square, direction]
                if reached[target] == 0:
                    reached[target] = 1
                    queue[found] = target
                    found += 1


@kernel
def promise(game, state, tables, low, high):
    """How good a position looks for player 0; only the order of trying depends on it.

    What is possible at all is between `low` and `high`.
    """
    if game == YDYUMBY:
        promised = 0
        for cell in range(tables.cells):
            owner = state[ydyumby.piece(tables, cell)]
            if owner > 0:
                promised += 4 if owner == 1 else -4
            elif ydyumby.is_free(state, tables, cell):
                promised += state[ydyumby.knights_at(tables, 0, cell)] > 0
                promised -= state[ydyumby.knights_at(tables, 1, cell)] > 0
        return promised
    if game == MANU:
        promised = 8 * np.int64(state[manu.TAKEN] - state[manu.TAKEN + 1])
        return promised + state[manu.ROOM] - state[manu.ROOM + 1]
    return low + high
