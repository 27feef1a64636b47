"""Vyun: plant sprouts, grow vines through the walls of the squares, surround vertices.

Moves: the number of a square plants there; `squares + 4 * square + direction` grows out of a
square; the last number, `5 * squares`, is `pass`. The state is a header, then the owner of the
sprout in each square, the owner of the vine across each wall, and each player's growth points in
each square.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import allocating_kernel, inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, fill
from kletka.games.vyun_territory import count_points

PASSES = 1  # the number of passes in a row
BARE = 2  # the number of squares without a sprout
HEADER = 3
MOST_GROWTH = 6  # of a player in a square: two of its sprout, and one through each wall


def state_size(tables: Tables) -> int:
    return HEADER + tables.cells + tables.walls + tables.players * tables.cells


def value_size(tables: Tables) -> int:
    return state_size(tables)


def scratch_size(tables: Tables) -> int:
    return tables.cells + 4 * tables.cells  # bare squares and ways through walls


def moves_bound(tables: Tables) -> int:
    return 5 * tables.cells + 1


def longest_game(tables: Tables) -> int:
    """Before each of at most 3 * cells plantings and growths all other players may pass."""
    return tables.players * (3 * tables.cells + 1)


def extra_planes(tables: Tables) -> int:
    return 3 * tables.players + 1


# The layout of the state: each function gives an index into it.


@inner_kernel
def sprout(square):
    """Whose sprout stands in the square: player + 1, or 0."""
    return HEADER + square


@inner_kernel
def vine(tables, wall):
    """Whose vine crosses the wall: player + 1, or 0."""
    return HEADER + tables.cells + wall


@inner_kernel
def growth_points(tables, player, square):
    """The number of the player's growth points in the square."""
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


@inner_kernel
def may_grow(state, tables, square, direction, player):
    """Rule 2: there is a growth point here, and the wall is neither the rim nor crossed."""
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


@inner_kernel
def plant(state, tables, square, player):
    state[sprout(square)] = player + 1
    state[growth_points(tables, player, square)] += 2
    state[BARE] -= 1


@inner_kernel
def grow(state, tables, square, direction, player):
    target = tables.neighbours[square, direction]
    state[growth_points(tables, player, square)] -= 1
    state[growth_points(tables, player, target)] += 1
    state[vine(tables, tables.wall_of[square, direction])] = player + 1


@inner_kernel
def end_if_stuck(state, tables):
    """Rule 3: the game ends when all pass in a row, or when no player can plant or grow."""
    if state[PASSES] == tables.players or (
        state[BARE] == 0 and not any_player_can_grow(state, tables)
    ):
        state[TO_MOVE] = OVER


@inner_kernel
def any_player_can_grow(state, tables):
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


# The scratch of a playout holds the bare squares, in any order, and the ways through the walls
# without a vine: two adjacent entries per wall, because it can be crossed from either side. A way
# is `4 * square + direction`. Drawing from both lists until the draw is legal is a uniform draw
# from the legal moves.

NOTHING = -1


@inner_kernel
def way(tables, index):
    return tables.cells + index


@kernel
def playout(state, tables, seed, scratch):
    if state[TO_MOVE] == OVER:
        return 0
    ways = prepare_playout(state, tables, scratch)
    played = 0
    while playout_goes_on(state, tables, scratch, ways):
        player = int(state[TO_MOVE])
        bare = int(state[BARE])
        drawn = draw_move(state, tables, scratch, seed, player, bare, ways)
        ways = play_drawn(state, tables, scratch, drawn, player, bare, ways)
        played += 1
    state[TO_MOVE] = OVER
    return played


@inner_kernel
def playout_goes_on(state, tables, scratch, ways):
    """Rule 3, checked with the lists of the playout."""
    return state[PASSES] < tables.players and (
        state[BARE] > 0 or any_player_can_still_grow(state, tables, scratch, ways)
    )


@inner_kernel
def play_drawn(state, tables, scratch, drawn, player, bare, ways):
    """Play the result of `draw_move` and pass the turn on; returns the number of ways left."""
    state[PASSES] = state[PASSES] + 1 if drawn == NOTHING else 0
    if drawn >= bare:
        through = int(scratch[way(tables, drawn - bare)])
        grow(state, tables, through >> 2, through & 3, player)
        ways -= 2
        close_wall(tables, scratch, drawn - bare, ways)
    elif drawn != NOTHING:
        plant(state, tables, scratch[drawn], player)
        scratch[drawn] = scratch[bare - 1]
    state[TO_MOVE] = player + 1 if player + 1 < tables.players else 0
    return ways


@inner_kernel
def prepare_playout(state, tables, scratch):
    """List the bare squares and the ways through open walls; returns the number of ways."""
    bare = 0
    ways = 0
    for square in range(tables.cells):
        scratch[bare] = square
        bare += state[sprout(square)] == 0
        for direction in range(1, 3):  # each wall from its left or upper side
            wall = tables.wall_of[square, direction]
            if wall >= 0 and state[vine(tables, wall)] == 0:
                beyond = tables.neighbours[square, direction]
                scratch[way(tables, ways)] = 4 * square + direction
                scratch[way(tables, ways + 1)] = 4 * beyond + (direction ^ 2)
                ways += 2
    return ways


@inner_kernel
def close_wall(tables, scratch, index, last):
    """Replace the two ways of a wall, one of which is at that index, by those of the last wall."""
    index &= ~1
    scratch[way(tables, index)] = scratch[way(tables, last)]
    scratch[way(tables, index + 1)] = scratch[way(tables, last + 1)]


@inner_kernel
def draw_move(state, tables, scratch, seed, player, bare, ways):
    """An index below `bare` for a bare square, above it for a way through a wall; or NOTHING."""
    while True:
        for _ in range(bare + ways):
            drawn = draw(seed, bare + ways)
            if drawn < bare:
                return drawn
            square = scratch[way(tables, drawn - bare)] >> 2
            if state[growth_points(tables, player, square)] > 0:
                return drawn
        if bare == 0 and not can_still_grow(state, tables, scratch, ways, player):
            return NOTHING


@inner_kernel
def can_still_grow(state, tables, scratch, ways, player):
    for index in range(ways):
        square = scratch[way(tables, index)] >> 2
        if state[growth_points(tables, player, square)] > 0:
            return True
    return False


@inner_kernel
def any_player_can_still_grow(state, tables, scratch, ways):
    for player in range(tables.players):
        if can_still_grow(state, tables, scratch, ways, player):
            return True
    return False


# For other parts of the package.


@inner_kernel
def owner(state, tables, cell):
    return state[sprout(cell)]


@kernel
def observe(state, tables, observer, spots, planes):
    """Fill planes with growth points, vines through right and lower walls, and passes in a row."""
    players = tables.players
    for turn in range(players):
        player = (observer + turn) % players
        for square in range(tables.cells):
            growth = state[growth_points(tables, player, square)]
            planes[turn, spots[square]] = growth / MOST_GROWTH
            for half in range(2):  # the other two walls belong to neighbours
                wall = tables.wall_of[square, 1 + half]
                if wall >= 0 and state[vine(tables, wall)] == player + 1:
                    planes[(1 + half) * players + turn, spots[square]] = 1
    fill(planes[3 * players], spots, state[PASSES] / players)
