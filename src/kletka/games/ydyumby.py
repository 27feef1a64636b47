"""Ydyumby: pieces that live as long as they can see an edge of the board.

A move is the number of a cell. A cell has a support along a line if no piece stands before it or
none after it, so it is enough to know the first and the last piece of every line. Those two have a
support, so they are never removed; a new piece beyond them can only take the support of the one
that was first or last until then.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, fill

# Slots of tables.options.
SUPPLY = 0  # pieces that each player starts with
OUT_NOW = 1  # 1: a player without a placement is out at once; 0: when the turn comes


def state_size(tables: Tables) -> int:
    return value_size(tables) + 1 + 2 * tables.lines + tables.players * (tables.cells + 1)


def value_size(tables: Tables) -> int:
    return 1 + tables.players + tables.cells


def scratch_size(tables: Tables) -> int:
    return tables.players * (2 * tables.cells + 3)


def moves_bound(tables: Tables) -> int:
    return tables.cells


def longest_game(tables: Tables) -> int:
    """A cell is used once at most."""
    return min(tables.cells, tables.players * int(tables.options[SUPPLY]))


def extra_planes(tables: Tables) -> int:
    return tables.players


# The layout of the state: each function gives an index into it.


@inner_kernel
def supply(player):
    """The number of pieces that a player has left."""
    return 1 + player


@inner_kernel
def piece(tables, cell):
    """Whose piece stands on the cell: player + 1, or 0."""
    return 1 + tables.players + cell


@inner_kernel
def in_play(tables):
    """The players that are not out, as bits, for `out=now`; otherwise all bits are set."""
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
    """The number of the player's pieces a knight's move away from the cell."""
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
            update_knights(state, tables, cell, owner - 1, 1)
            for axis in range(tables.lines_of.shape[1]):
                line = tables.lines_of[cell, axis]
                state[first_on(tables, line)] = min(cell, state[first_on(tables, line)])
                state[last_on(tables, line)] = cell
    if tables.options[OUT_NOW]:
        drop_out(state, tables)


@inner_kernel
def has_support(state, tables, cell):
    """Rule 1: whether a cell has a support; two lines cross in a square, three in a hexagon."""
    depth = min(depth_on(state, tables, cell, 0), depth_on(state, tables, cell, 1))
    if tables.lines_of.shape[1] == 3:
        depth = min(depth, depth_on(state, tables, cell, 2))
    return depth <= 0


@inner_kernel
def depth_on(state, tables, cell, axis):
    """A number above 0 if that line has pieces both before and after the cell.

    It is not a boolean because the minimum of several needs no branches.
    """
    line = tables.lines_of[cell, axis]
    return min(cell - state[first_on(tables, line)], state[last_on(tables, line)] - cell)


@inner_kernel
def is_free(state, tables, cell):
    """Whether a piece can be placed here; a cell that is not free never will be again."""
    return state[piece(tables, cell)] == 0 and has_support(state, tables, cell)


@inner_kernel
def reaches(state, tables, cell, player):
    """Whether the player has a piece a knight's move away, or has not placed one yet."""
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
    if tables.options[OUT_NOW]:
        drop_out(state, tables)
        give_turn(state, tables, player + 1)
    else:
        state[TO_MOVE] = next_able(state, tables, player)


@inner_kernel
def place(state, tables, cell, player):
    state[supply(player)] -= 1
    state[piece(tables, cell)] = player + 1
    update_knights(state, tables, cell, player, 1)
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
    """Rule 3, for the piece that was first or last on a line before this move, if any."""
    if 0 <= cell < tables.cells and not has_support(state, tables, cell):
        update_knights(state, tables, cell, state[piece(tables, cell)] - 1, -1)
        state[piece(tables, cell)] = 0


@inner_kernel
def update_knights(state, tables, cell, player, pieces):
    """Update `knights_at` for a piece placed on the cell (1) or removed from it (-1)."""
    for leap in range(tables.knights.shape[1]):
        target = tables.knights[cell, leap]
        state[knights_at(tables, player, target)] += pieces


# Turns. A player without a placement never has one again, so a player who is out stays out.


@inner_kernel
def next_able(state, tables, player):
    """Rule 4 with `out=turn`: the next player who can place, OVER if there is no other one."""
    for step in range(1, tables.players):
        other = next_seat(tables, player, step)
        if can_place(state, tables, other):
            return other
    return OVER


@inner_kernel
def next_seat(tables, player, step):
    seat = player + step
    return seat if seat < tables.players else seat - tables.players


@inner_kernel
def drop_out(state, tables):
    """Rule 4 with `out=now`: mark players without a placement as out."""
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
    """Rule 4 with `out=now`: give the turn to this player or the next in play.

    The game is over when at most one is left.
    """
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


# The scratch of a playout holds a list of cells for each player: all where the player may place,
# and some where this is no longer legal, which are removed when drawn. Drawing from the list until
# the draw is legal is a uniform draw from the legal moves.


@inner_kernel
def listed(tables, player):
    """The number of cells on the player's list; the list follows."""
    return player * (2 * tables.cells + 3)


@inner_kernel
def is_listed(tables, player, cell):
    """1 for cells on the list, and for cells that need not be added again."""
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
    """Play one move of a playout."""
    place(state, tables, cell, player)
    list_reach(tables, scratch, cell, player)
    if tables.options[OUT_NOW]:
        drop_out_listed(state, tables, scratch)
        give_turn(state, tables, player + 1)
    else:
        state[TO_MOVE] = next_able_listed(state, tables, scratch, player)


@inner_kernel
def prepare_playout(state, tables, scratch):
    scratch[:] = 0
    for player in range(tables.players):
        count = 0
        scratch[is_listed(tables, player, tables.cells)] = 1  # the padding of the knights' moves
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
    """Add a cell to the list unless it is there; returns the new count.

    There is no branch, because it could not be predicted.
    """
    scratch[listed(tables, player) + 1 + count] = cell
    count += 1 - scratch[is_listed(tables, player, cell)]
    scratch[is_listed(tables, player, cell)] = 1
    return count


@inner_kernel
def remove_unless_legal(state, tables, scratch, place, player):
    """Whether the player may place on a listed cell; if not, remove it from the list."""
    cell = scratch[place]
    reached = state[knights_at(tables, player, cell)] > 0
    if reached and is_free(state, tables, cell):
        return True
    scratch[is_listed(tables, player, cell)] = reached  # a cell that is not free never will be
    remove_listed(tables, scratch, place, player)
    return False


@inner_kernel
def remove_listed(tables, scratch, place, player):
    count = listed(tables, player)
    scratch[place] = scratch[count + scratch[count]]
    scratch[count] -= 1


@inner_kernel
def draw_placement(state, tables, scratch, seed, player):
    if not has_placed(state, tables, player):
        return draw_first_placement(state, tables, seed)
    place = draw_listed(state, tables, scratch, seed, player)
    cell = scratch[place]
    remove_listed(tables, scratch, place, player)
    return cell


@inner_kernel
def draw_listed(state, tables, scratch, seed, player):
    """The index on the player's list of a drawn legal cell; there must be one."""
    count = listed(tables, player)
    place = count + 1 + draw(seed, scratch[count])
    while not remove_unless_legal(state, tables, scratch, place, player):
        place = count + 1 + draw(seed, scratch[count])
    return place


@inner_kernel
def draw_first_placement(state, tables, seed):
    cell = draw(seed, tables.cells)
    while not is_free(state, tables, cell):
        cell = draw(seed, tables.cells)
    return cell


@inner_kernel
def next_able_listed(state, tables, scratch, player):
    """The same as `next_able`, using only the lists.

    There is always a cell for a first piece: an empty cell at an edge.
    """
    for step in range(1, tables.players):
        other = next_seat(tables, player, step)
        if not has_placed(state, tables, other):
            return other
        if can_place_listed(state, tables, scratch, other):
            return other
    return OVER


@inner_kernel
def drop_out_listed(state, tables, scratch):
    """The same as `drop_out`, using only the lists."""
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
        if remove_unless_legal(state, tables, scratch, count + 1, player):
            return True
    return False


# For other parts of the package.


@inner_kernel
def owner(state, tables, cell):
    return state[piece(tables, cell)]


@kernel
def observe(state, tables, observer, spots, planes):
    """Fill planes with the part of each player's supply that is left."""
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
