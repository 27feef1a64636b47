"""Ydyumby: pieces that live as long as they can see an edge of the board.

A move is the number of a cell. For each cell the state keeps which directions are open (all
empty from there to the edge): a piece's supports are the open directions of its cell. A
direction once closed never opens again, so closing them costs little over a whole game.
"""

from __future__ import annotations

from kletka.games.compiling import kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, leaders

SUPPLY = 0  # tables.options: pieces that each player starts with


def state_size(tables: Tables) -> int:
    return value_size(tables) + tables.cells + tables.players * (3 * tables.cells + 1)


def value_size(tables: Tables) -> int:
    return 1 + tables.players + tables.cells


def scratch_size(tables: Tables) -> int:
    return 0


def moves_bound(tables: Tables) -> int:
    return tables.cells


# Where things stand in the state.


@kernel
def supply(player):
    """The pieces that a player has left."""
    return 1 + player


@kernel
def piece(tables, cell):
    """Who has a piece on the cell: player + 1, or 0."""
    return 1 + tables.players + cell


@kernel
def open_from(tables, cell):
    """Bit d if all cells from this one to the edge in direction d are empty."""
    return 1 + tables.players + tables.cells + cell


@kernel
def knights_at(tables, player, cell):
    """How many pieces of the player are a knight's move away from the cell."""
    return 1 + tables.players + (2 + 3 * player) * tables.cells + player + cell


@kernel
def placements(tables, player):
    """On how many cells a player who has placed before may place; the list of them follows."""
    return knights_at(tables, player, tables.cells)


@kernel
def listed_at(tables, player, cell):
    """Where in that list the cell stands, counting from 1, or 0."""
    return placements(tables, player) + 1 + tables.cells + cell


@kernel
def has_placed(state, tables, player):
    return state[supply(player)] < tables.options[SUPPLY]


@kernel
def start(state, tables):
    state[:] = 0
    for player in range(tables.players):
        state[supply(player)] = tables.options[SUPPLY]
    refresh(state, tables)


@kernel
def refresh(state, tables):
    cells, directions = tables.neighbours.shape
    state[open_from(tables, 0) :] = 0
    for cell in range(cells):
        for direction in range(directions):
            ahead = tables.neighbours[cell, direction]
            while ahead < cells and state[piece(tables, ahead)] == 0:
                ahead = tables.neighbours[ahead, direction]
            if ahead == cells:
                state[open_from(tables, cell)] |= 1 << direction
    for cell in range(cells):
        owner = state[piece(tables, cell)]
        if owner > 0:
            extend_reach(state, tables, cell, owner - 1)
    if state[TO_MOVE] != OVER:
        player = state[TO_MOVE]
        give_turn(state, tables, (player + tables.players - 1) % tables.players)


@kernel
def may_place(state, tables, cell, player):
    """Rule 2: empty, with a support, a knight's move from a piece of yours (but for the first)."""
    return (
        state[piece(tables, cell)] == 0
        and state[open_from(tables, cell)] != 0
        and (state[knights_at(tables, player, cell)] > 0 or not has_placed(state, tables, player))
    )


@kernel
def moves(state, tables, out):
    player = state[TO_MOVE]
    if player == OVER:
        return 0
    count = 0
    for cell in range(tables.cells):
        if may_place(state, tables, cell, player):
            out[count] = cell
            count += 1
    return count


@kernel
def apply(state, tables, move):
    player = state[TO_MOVE]
    state[supply(player)] -= 1
    state[piece(tables, move)] = player + 1
    for each in range(tables.players):
        forbid(state, tables, move, each)
    close_lines(state, tables, move)
    extend_reach(state, tables, move, player)
    give_turn(state, tables, player)


@kernel
def close_lines(state, tables, cell):
    """A piece now stands on `cell`: every cell that looked over it to an edge loses that support.

    Beyond the first cell whose view was closed already, all are closed.
    """
    cells, directions = tables.neighbours.shape
    for direction in range(directions):
        view = 1 << direction
        opposite = direction + directions // 2
        if opposite >= directions:
            opposite -= directions
        behind = tables.neighbours[cell, opposite]
        while behind < cells and state[open_from(tables, behind)] & view:
            state[open_from(tables, behind)] ^= view
            if state[open_from(tables, behind)] == 0:
                lose_last_support(state, tables, behind)
            behind = tables.neighbours[behind, opposite]


@kernel
def lose_last_support(state, tables, cell):
    """Rule 3: a piece without support is removed; an empty cell without one is closed for good."""
    owner = state[piece(tables, cell)]
    if owner == 0:
        for player in range(tables.players):
            forbid(state, tables, cell, player)
        return
    state[piece(tables, cell)] = 0
    for leap in range(tables.knights.shape[1]):
        target = tables.knights[cell, leap]
        if target < 0:
            break
        state[knights_at(tables, owner - 1, target)] -= 1
        if state[knights_at(tables, owner - 1, target)] == 0:
            forbid(state, tables, target, owner - 1)


@kernel
def extend_reach(state, tables, cell, player):
    """A piece on `cell` lets its owner place a knight's move away."""
    for leap in range(tables.knights.shape[1]):
        target = tables.knights[cell, leap]
        if target < 0:
            break
        state[knights_at(tables, player, target)] += 1
        if state[knights_at(tables, player, target)] == 1:
            if may_place(state, tables, target, player):
                allow(state, tables, target, player)


@kernel
def allow(state, tables, cell, player):
    count = placements(tables, player)
    state[count] += 1
    state[count + state[count]] = cell
    state[listed_at(tables, player, cell)] = state[count]


@kernel
def forbid(state, tables, cell, player):
    place = state[listed_at(tables, player, cell)]
    if place > 0:
        count = placements(tables, player)
        last = state[count + state[count]]
        state[count + place] = last
        state[listed_at(tables, player, last)] = place
        state[listed_at(tables, player, cell)] = 0
        state[count] -= 1


@kernel
def is_out(state, tables, player):
    """Rule 4: no legal placement, for want of cells or of supply."""
    return state[supply(player)] == 0 or state[placements(tables, player)] == 0


@kernel
def give_turn(state, tables, after):
    """Rule 4: the next player who is not out; over when at most one is left."""
    first_round = False
    remaining = 0
    for player in range(tables.players):
        first_round |= not has_placed(state, tables, player)
        remaining += not is_out(state, tables, player)
    if remaining <= 1 and not first_round:
        state[TO_MOVE] = OVER
        return
    player = next_player(tables, after)
    while is_out(state, tables, player) and not first_round:
        player = next_player(tables, player)
    state[TO_MOVE] = player


@kernel
def next_player(tables, player):
    return player + 1 if player + 1 < tables.players else 0


@kernel
def points(state, tables, out):
    """Rule 5: pieces on the board."""
    out[: tables.players] = 0
    for cell in range(tables.cells):
        owner = state[piece(tables, cell)]
        if owner > 0:
            out[owner - 1] += 1


@kernel
def winners(state, tables, points):
    return leaders(points)


@kernel
def playout(state, tables, seed, scratch):
    played = 0
    while state[TO_MOVE] != OVER:
        player = state[TO_MOVE]
        if has_placed(state, tables, player):
            count = placements(tables, player)
            cell = state[count + 1 + draw(seed, state[count])]
        else:
            cell = draw(seed, tables.cells)
            while not may_place(state, tables, cell, player):
                cell = draw(seed, tables.cells)
        apply(state, tables, cell)
        played += 1
    return played
