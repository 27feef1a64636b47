"""Ydyumby: pieces that live as long as they can see an edge of the board.

A move is the number of a cell. A cell has a support along a line if no piece stands before it or
none behind it, so it is enough to know the first and the last piece of every line. Those two have
a support themselves and are never removed; a new piece beyond them can only rob the one that was
first or last until then.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.games.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, fill

SUPPLY = 0  # tables.options: pieces that each player starts with


def state_size(tables: Tables) -> int:
    return value_size(tables) + 1 + 2 * tables.lines + tables.players * (tables.cells + 1)


def value_size(tables: Tables) -> int:
    return 1 + tables.players + tables.cells


def scratch_size(tables: Tables) -> int:
    return tables.players * (2 * tables.cells + 3)


def moves_bound(tables: Tables) -> int:
    return tables.cells


def longest_game(tables: Tables) -> int:
    return tables.players * int(tables.options[SUPPLY])


def extra_planes(tables: Tables) -> int:
    return tables.players


# Where things stand in the state.


@inner_kernel
def supply(player):
    """The pieces that a player has left."""
    return 1 + player


@inner_kernel
def piece(tables, cell):
    """Who has a piece on the cell: player + 1, or 0."""
    return 1 + tables.players + cell


@inner_kernel
def in_play(tables):
    """The players who are not out (rule 4), as bits."""
    return 1 + tables.players + tables.cells


@inner_kernel
def first_on(tables, line):
    """The first cell of the line that has a piece, or `cells`."""
    return in_play(tables) + 1 + 2 * line


@inner_kernel
def last_on(tables, line):
    """The last cell of the line that has a piece, or -1."""
    return in_play(tables) + 2 + 2 * line


@inner_kernel
def knights_at(tables, player, cell):
    """How many pieces of the player are a knight's move away from the cell."""
    return first_on(tables, tables.lines) + player * (tables.cells + 1) + cell


@kernel
def start(state, tables):
    state[:] = 0
    for player in range(tables.players):
        state[supply(player)] = tables.options[SUPPLY]
    refresh(state, tables)


@kernel
def refresh(state, tables):
    state[in_play(tables) :] = 0
    state[in_play(tables)] = (1 << tables.players) - 1
    for line in range(tables.lines):
        state[first_on(tables, line)] = tables.cells
        state[last_on(tables, line)] = -1
    for cell in range(tables.cells):
        owner = state[piece(tables, cell)]
        if owner > 0:
            extend_reach(state, tables, cell, owner - 1, 1)
            for axis in range(tables.lines_of.shape[1]):
                line = tables.lines_of[cell, axis]
                state[first_on(tables, line)] = min(cell, state[first_on(tables, line)])
                state[last_on(tables, line)] = cell
    drop_out(state, tables)
    if state[TO_MOVE] != OVER:
        give_turn(state, tables, int(state[TO_MOVE]))


@inner_kernel
def has_support(state, tables, cell):
    """Rule 1. Two lines cross in a square cell, three in a hexagonal one."""
    depth = min(depth_on(state, tables, cell, 0), depth_on(state, tables, cell, 1))
    if tables.lines_of.shape[1] == 3:
        depth = min(depth, depth_on(state, tables, cell, 2))
    return depth <= 0


@inner_kernel
def depth_on(state, tables, cell, axis):
    """Above 0 if on that line pieces stand both before the cell and behind it.

    A number and not an answer, because the least of several needs no branches.
    """
    line = tables.lines_of[cell, axis]
    return min(cell - state[first_on(tables, line)], state[last_on(tables, line)] - cell)


@inner_kernel
def is_free(state, tables, cell):
    """Whether a piece could live here. A cell that is not free never will be again."""
    return state[piece(tables, cell)] == 0 and has_support(state, tables, cell)


@inner_kernel
def reaches(state, tables, cell, player):
    """Whether the player has a piece a knight's move away, or has yet to place a first one."""
    return state[knights_at(tables, player, cell)] > 0 or not has_placed(state, tables, player)


@inner_kernel
def has_placed(state, tables, player):
    return state[supply(player)] < tables.options[SUPPLY]


@kernel
def moves(state, tables, out):
    """Rule 2."""
    player = state[TO_MOVE]
    if player == OVER:
        return 0
    count = 0
    for cell in range(tables.cells):
        if reaches(state, tables, cell, player) and is_free(state, tables, cell):
            out[count] = cell
            count += 1
    return count


@kernel
def apply(state, tables, move):
    player = int(state[TO_MOVE])
    place(state, tables, move, player)
    drop_out(state, tables)
    give_turn(state, tables, player + 1)


@inner_kernel
def place(state, tables, cell, player):
    state[supply(player)] -= 1
    state[piece(tables, cell)] = player + 1
    extend_reach(state, tables, cell, player, 1)
    for axis in range(tables.lines_of.shape[1]):
        line = tables.lines_of[cell, axis]
        first = int(state[first_on(tables, line)])
        if cell < first:
            state[first_on(tables, line)] = cell
            remove_if_lost(state, tables, first)
        last = int(state[last_on(tables, line)])
        if cell > last:
            state[last_on(tables, line)] = cell
            remove_if_lost(state, tables, last)


@inner_kernel
def remove_if_lost(state, tables, cell):
    """Rule 3, for the piece that was first or last on a line until now, if there was one."""
    if 0 <= cell < tables.cells and not has_support(state, tables, cell):
        extend_reach(state, tables, cell, state[piece(tables, cell)] - 1, -1)
        state[piece(tables, cell)] = 0


@inner_kernel
def extend_reach(state, tables, cell, player, pieces):
    """So many pieces of the player's come to stand on the cell: 1, or -1 if one goes."""
    for leap in range(tables.knights.shape[1]):
        target = tables.knights[cell, leap]
        state[knights_at(tables, player, target)] += pieces


# Turns.


@inner_kernel
def drop_out(state, tables):
    """Rule 4: note who has no legal placement left. Who is out stays out."""
    if not all_have_placed(state, tables):
        return
    for player in range(tables.players):
        if state[in_play(tables)] >> player & 1 and not can_place(state, tables, player):
            state[in_play(tables)] ^= 1 << player


@inner_kernel
def all_have_placed(state, tables):
    all_have = True
    for player in range(tables.players):
        all_have &= has_placed(state, tables, player)
    return all_have


@inner_kernel
def can_place(state, tables, player):
    if state[supply(player)] > 0:
        for cell in range(tables.cells):
            if reaches(state, tables, cell, player) and is_free(state, tables, cell):
                return True
    return False


@inner_kernel
def give_turn(state, tables, player):
    """Rule 4: to this player or the next who is not out; over when at most one is left."""
    remaining = state[in_play(tables)]
    if remaining & (remaining - 1) == 0:
        state[TO_MOVE] = OVER
        return
    if player == tables.players:
        player = 0
    while not remaining >> player & 1:
        player = player + 1 if player + 1 < tables.players else 0
    state[TO_MOVE] = player


@kernel
def points(state, tables, out):
    """Rule 5: pieces on the board."""
    pieces = state[piece(tables, 0) : piece(tables, tables.cells)]
    for player in range(tables.players):
        count = 0
        for owner in pieces:
            count += owner == player + 1
        out[player] = count


# A playout keeps in its scratch, for each player, a list of cells: all where the player may place,
# and some where that is over, which are struck off when they turn up. Drawing from the list until
# the draw is legal is an even draw over the legal moves.


@inner_kernel
def listed(tables, player):
    """How many cells are on the player's list; the list follows."""
    return player * (2 * tables.cells + 3)


@inner_kernel
def is_listed(tables, player, cell):
    """1 for cells on the list, and for those that need not come back to it."""
    return listed(tables, player) + 2 + tables.cells + cell


@kernel
def playout(state, tables, seed, scratch):
    prepare_playout(state, tables, scratch)
    played = 0
    while state[TO_MOVE] != OVER:
        player = int(state[TO_MOVE])
        cell = draw_placement(state, tables, scratch, seed, player)
        place_listed(state, tables, scratch, cell, player)
        played += 1
    return played


@inner_kernel
def place_listed(state, tables, scratch, cell, player):
    """A whole move of a playout."""
    place(state, tables, cell, player)
    list_reach(tables, scratch, cell, player)
    drop_out_listed(state, tables, scratch)
    give_turn(state, tables, player + 1)


@inner_kernel
def prepare_playout(state, tables, scratch):
    scratch[:] = 0
    for player in range(tables.players):
        count = 0
        scratch[is_listed(tables, player, tables.cells)] = 1  # fills up the knights' moves
        for cell in range(tables.cells):
            if state[knights_at(tables, player, cell)] > 0:
                count = list_cell(tables, scratch, cell, player, count)
        scratch[listed(tables, player)] = count


@inner_kernel
def list_reach(tables, scratch, cell, player):
    count = scratch[listed(tables, player)]
    for leap in range(tables.knights.shape[1]):
        count = list_cell(tables, scratch, tables.knights[cell, leap], player, count)
    scratch[listed(tables, player)] = count


@inner_kernel
def list_cell(tables, scratch, cell, player, count):
    """Put a cell on the list unless it is there, and give the new count.

    There is no branch, for nobody could foretell it.
    """
    scratch[listed(tables, player) + 1 + count] = cell
    count += 1 - scratch[is_listed(tables, player, cell)]
    scratch[is_listed(tables, player, cell)] = 1
    return count


@inner_kernel
def strike_unless_legal(state, tables, scratch, place, player):
    """Whether the player may use the cell at that place of the list; if not, it is struck off."""
    cell = scratch[place]
    reached = state[knights_at(tables, player, cell)] > 0
    if reached and is_free(state, tables, cell):
        return True
    scratch[is_listed(tables, player, cell)] = reached  # a cell that is not free never will be
    strike(tables, scratch, place, player)
    return False


@inner_kernel
def strike(tables, scratch, place, player):
    count = listed(tables, player)
    scratch[place] = scratch[count + scratch[count]]
    scratch[count] -= 1


@inner_kernel
def draw_placement(state, tables, scratch, seed, player):
    if not has_placed(state, tables, player):
        return draw_first_placement(state, tables, seed)
    place = draw_listed(state, tables, scratch, seed, player)
    cell = scratch[place]
    strike(tables, scratch, place, player)
    return cell


@inner_kernel
def draw_listed(state, tables, scratch, seed, player):
    """The place on the player's list of a cell where the player may place; there is one."""
    count = listed(tables, player)
    place = count + 1 + draw(seed, scratch[count])
    while not strike_unless_legal(state, tables, scratch, place, player):
        place = count + 1 + draw(seed, scratch[count])
    return place


@inner_kernel
def draw_first_placement(state, tables, seed):
    cell = draw(seed, tables.cells)
    while not is_free(state, tables, cell):
        cell = draw(seed, tables.cells)
    return cell


@inner_kernel
def drop_out_listed(state, tables, scratch):
    """What `drop_out` does, by looking at the lists alone."""
    if not all_have_placed(state, tables):
        return
    for player in range(tables.players):
        if state[in_play(tables)] >> player & 1:
            if not can_place_listed(state, tables, scratch, player):
                state[in_play(tables)] ^= 1 << player


@inner_kernel
def can_place_listed(state, tables, scratch, player):
    count = listed(tables, player)
    while state[supply(player)] > 0 and scratch[count] > 0:
        if strike_unless_legal(state, tables, scratch, count + 1, player):
            return True
    return False


# What other floors ask for.


@inner_kernel
def owner(state, tables, cell):
    return state[piece(tables, cell)]


@kernel
def observe(state, tables, observer, spots, planes):
    """The part of each player's supply that is left."""
    for turn in range(tables.players):
        player = (observer + turn) % tables.players
        fill(planes[turn], spots, state[supply(player)] / tables.options[SUPPLY])


@kernel
def least_supply(state, tables):
    least = state[supply(0)]
    for player in range(1, tables.players):
        least = min(least, state[supply(player)])
    return least


@kernel
def removed(state, tables, points):
    pieces = 0.0
    for player in range(tables.players):
        pieces += tables.options[SUPPLY] - state[supply(player)] - points[player]
    return pieces
