"""Vyun: plant sprouts, grow vines through the walls of the squares, surround vertices.

Moves: the number of a square plants there; `squares + 4 * square + direction` grows out of a
square; the last number, `5 * squares`, is `pass`. The state is the header, whose sprout stands
in each square, whose vine crosses each wall, and each player's growth points in each square.
"""

from __future__ import annotations

from kletka.games.compiling import allocating_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, leaders
from kletka.games.vyun_territory import count_points

PASSES = 1  # how many players in a row have just passed
BARE = 2  # how many squares have no sprout
HEADER = 3


def state_size(tables: Tables) -> int:
    return HEADER + tables.cells + tables.walls + tables.players * tables.cells


def value_size(tables: Tables) -> int:
    return state_size(tables)


def scratch_size(tables: Tables) -> int:
    return 2 * tables.cells + tables.players * (2 * tables.cells + 1)


def moves_bound(tables: Tables) -> int:
    return 5 * tables.cells + 1


# Where things stand in the state.


@kernel
def sprout(square):
    """Whose sprout stands in the square: player + 1, or 0."""
    return HEADER + square


@kernel
def vine(tables, wall):
    """Whose vine crosses the wall: player + 1, or 0."""
    return HEADER + tables.cells + wall


@kernel
def growth_points(tables, player, square):
    """How many growth points the player has in the square."""
    return HEADER + tables.cells + tables.walls + player * tables.cells + square


@kernel
def start(state, tables):
    state[:] = 0
    state[BARE] = tables.cells


@kernel
def refresh(state, tables):
    state[BARE] = 0
    for square in range(tables.cells):
        state[BARE] += state[sprout(square)] == 0
    end_if_stuck(state, tables)


@kernel
def may_grow(state, tables, square, direction, player):
    """Rule 2: a growth point here, and a wall that is neither the rim nor taken."""
    wall = tables.wall_of[square, direction]
    return (
        wall >= 0
        and state[vine(tables, wall)] == 0
        and state[growth_points(tables, player, square)] > 0
    )


@kernel
def moves(state, tables, out):
    player = state[TO_MOVE]
    if player == OVER:
        return 0
    count = 0
    for square in range(tables.cells):
        if state[sprout(square)] == 0:  # rule 1
            out[count] = square
            count += 1
    for square in range(tables.cells):
        if state[growth_points(tables, player, square)] > 0:
            for direction in range(4):
                if may_grow(state, tables, square, direction, player):
                    out[count] = tables.cells + 4 * square + direction
                    count += 1
    out[count] = 5 * tables.cells  # rule 3: pass
    return count + 1


@kernel
def apply(state, tables, move):
    player = state[TO_MOVE]
    if move == 5 * tables.cells:
        state[PASSES] += 1
    else:
        state[PASSES] = 0
        if move < tables.cells:
            plant(state, tables, move, player)
        else:
            grow(state, tables, (move - tables.cells) // 4, (move - tables.cells) % 4, player)
    state[TO_MOVE] = (player + 1) % tables.players
    end_if_stuck(state, tables)


@kernel
def plant(state, tables, square, player):
    state[sprout(square)] = player + 1
    state[growth_points(tables, player, square)] += 2
    state[BARE] -= 1


@kernel
def grow(state, tables, square, direction, player):
    target = tables.neighbours[square, direction]
    state[growth_points(tables, player, square)] -= 1
    state[growth_points(tables, player, target)] += 1
    state[vine(tables, tables.wall_of[square, direction])] = player + 1


@kernel
def end_if_stuck(state, tables):
    """Rule 3: over when all have passed in a row, or when nobody can plant or grow."""
    if state[PASSES] == tables.players or (state[BARE] == 0 and not anybody_grows(state, tables)):
        state[TO_MOVE] = OVER


@kernel
def anybody_grows(state, tables):
    for player in range(tables.players):
        for square in range(tables.cells):
            if state[growth_points(tables, player, square)] > 0:
                for direction in range(4):
                    if may_grow(state, tables, square, direction, player):
                        return True
    return False


@allocating_kernel
def points(state, tables, out):
    count_points(state[vine(tables, 0) :], tables, out)


@kernel
def winners(state, tables, points):
    return leaders(points)


# A playout keeps in its scratch: the bare squares in any order; the open walls of each square, as
# bits; and for each player how many squares may hold growth points, the list of them, and for
# each square whether it is listed. Drawing from all bare squares and all walls of the listed
# ones, until the draw is legal, is an even draw over the legal moves.


@kernel
def open_walls(tables, square):
    return tables.cells + square


@kernel
def growing(tables, player):
    """Where the number of the player's listed squares stands; the list follows."""
    return 2 * tables.cells + player * (2 * tables.cells + 1)


@kernel
def is_listed(tables, player, square):
    return growing(tables, player) + 1 + tables.cells + square


@kernel
def playout(state, tables, seed, scratch):
    if state[TO_MOVE] == OVER:
        return 0
    prepare_playout(state, tables, scratch)
    played = 0
    while state[BARE] > 0 or anybody_grows_yet(state, tables, scratch):
        player = state[TO_MOVE]
        drawn = draw_move(state, tables, scratch, seed, player)
        state[PASSES] = state[PASSES] + 1 if drawn < 0 else 0
        if drawn < 0:
            pass  # there is nothing else this player can do
        elif drawn < state[BARE]:
            square = scratch[drawn]
            plant(state, tables, square, player)
            scratch[drawn] = scratch[state[BARE]]
            list_square(tables, scratch, square, player)
        else:
            drawn -= state[BARE]
            square = scratch[growing(tables, player) + 1 + (drawn >> 2)]
            direction = drawn & 3
            target = tables.neighbours[square, direction]
            grow(state, tables, square, direction, player)
            scratch[open_walls(tables, square)] ^= 1 << direction
            scratch[open_walls(tables, target)] ^= 1 << (direction ^ 2)
            list_square(tables, scratch, target, player)
        player += 1
        state[TO_MOVE] = player if player < tables.players else 0
        played += 1
    state[TO_MOVE] = OVER
    return played


@kernel
def prepare_playout(state, tables, scratch):
    scratch[:] = 0
    bare = 0
    for square in range(tables.cells):
        if state[sprout(square)] == 0:
            scratch[bare] = square
            bare += 1
        for direction in range(4):
            wall = tables.wall_of[square, direction]
            if wall >= 0 and state[vine(tables, wall)] == 0:
                scratch[open_walls(tables, square)] |= 1 << direction
        for player in range(tables.players):
            if state[growth_points(tables, player, square)] > 0:
                list_square(tables, scratch, square, player)


@kernel
def list_square(tables, scratch, square, player):
    """The player has a growth point in this square."""
    if scratch[is_listed(tables, player, square)] == 0:
        scratch[is_listed(tables, player, square)] = 1
        count = growing(tables, player)
        scratch[count] += 1
        scratch[count + scratch[count]] = square


@kernel
def drop_if_dead(state, tables, scratch, index, player):
    """Strike a square off the list if the player cannot grow out of it; whether it was."""
    count = growing(tables, player)
    square = scratch[count + 1 + index]
    if (
        state[growth_points(tables, player, square)] > 0
        and scratch[open_walls(tables, square)] != 0
    ):
        return False
    scratch[is_listed(tables, player, square)] = 0
    scratch[count + 1 + index] = scratch[count + scratch[count]]
    scratch[count] -= 1
    return True


@kernel
def draw_move(state, tables, scratch, seed, player):
    """Below BARE a bare square, from there on a wall of a listed one, -1 for nothing."""
    count = growing(tables, player)
    bare = state[BARE]
    while bare + scratch[count] > 0:
        drawn = draw(seed, bare + 4 * scratch[count])
        if drawn < bare:
            return drawn
        index = (drawn - bare) >> 2
        square = scratch[count + 1 + index]
        if (
            scratch[open_walls(tables, square)] >> ((drawn - bare) & 3) & 1
            and state[growth_points(tables, player, square)] > 0
        ):
            return drawn
        drop_if_dead(state, tables, scratch, index, player)
    return -1


@kernel
def anybody_grows_yet(state, tables, scratch):
    for player in range(tables.players):
        while scratch[growing(tables, player)] > 0:
            if not drop_if_dead(state, tables, scratch, 0, player):
                return True
    return False
