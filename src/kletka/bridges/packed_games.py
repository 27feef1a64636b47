"""The compiled part of the bridges: tables in one array, views of the board, many games at once.

Everything compiled lies in this one file and calls only the rules: what is kept on disk is
then thrown away whenever either of the two changes.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.games import kamiken, switchboard, vyun, ydyumby
from kletka.games.compiling import allocating_kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw
from kletka.games.manu_board import HAS_TAKEN, JUMPER, NOWHERE, PIVOT, RESERVE, TAKEN, stone
from kletka.games.switchboard import KAMIKEN, MANU, VYUN, YDYUMBY

# The tables in one array: to hand over a dozen numbers and arrays takes longer than most moves.

SIZES = 10  # the game's number, the tables' own six numbers, and how wide three of the arrays are


def pack(game: int, tables: Tables) -> np.ndarray:
    """A game's number and its tables as one array of int64."""
    arrays = [tables.neighbours, tables.to_edge, tables.knights, tables.wall_of, tables.lines_of]
    small = np.concatenate([array.ravel() for array in arrays]).astype(np.int16)
    small = np.concatenate([small, np.zeros(-len(small) % 4, np.int16)])
    widths = [tables.neighbours.shape[1], tables.knights.shape[1], tables.lines_of.shape[1]]
    options = np.zeros(3, np.int64)
    options[: len(tables.options)] = tables.options
    sizes = np.array([game, *tables[:6], *widths], np.int64)
    return np.concatenate([sizes, options, small.view(np.int64)])


@allocating_kernel
def unpack(packed):
    cells, around, leaps, lines = packed[2], packed[7], packed[8], packed[9]
    small = packed[SIZES + 3 :].view(np.int16)
    one = cells * around
    two = 2 * one
    three = two + cells * leaps
    four = three + one
    return Tables(
        packed[1],
        cells,
        packed[3],
        packed[4],
        packed[5],
        packed[6],
        packed[SIZES : SIZES + 3],
        small[:one].reshape(cells, around),
        small[one:two].reshape(cells, around),
        small[two:three].reshape(cells, leaps),
        small[three:four].reshape(cells, around),
        small[four : four + cells * lines].reshape(cells, lines),
    )


# One game.


@allocating_kernel
def legal(packed, state, out):
    """List the legal moves; how many there are."""
    return switchboard.moves(packed[0], state, unpack(packed), out)


@allocating_kernel
def advance(packed, state, code):
    """Play a move, UNCHECKED; who is to move then."""
    switchboard.apply(packed[0], state, unpack(packed), code)
    return state[TO_MOVE]


@allocating_kernel
def outcome(packed, state, out):
    """What each player gets of a finished game: from -1 to 1, in all 0.

    The winners share 1, the others share -1; if all have won, nobody gets anything.
    """
    game = packed[0]
    tables = unpack(packed)
    points = np.zeros(tables.players)
    switchboard.points(game, state, tables, points)
    bits = switchboard.winners(game, state, tables, points)
    won = 0
    for player in range(tables.players):
        won += bits >> player & 1
    lost = tables.players - won
    for player in range(tables.players):
        if lost == 0:
            out[player] = 0.0
        elif bits >> player & 1:
            out[player] = 1.0 / won
        else:
            out[player] = -1.0 / lost


# What a player sees: planes over the board, the observer's own before those of who plays next.


@allocating_kernel
def fill(plane, spots, value):
    for spot in spots:
        plane[spot] = value


@allocating_kernel
def observe(packed, state, observer, spots, planes):
    """Fill the planes; `spots` says where on a plane each cell lies."""
    tables = unpack(packed)
    players = tables.players
    planes[:] = 0
    fill(planes[0], spots, 1)
    if state[TO_MOVE] != OVER:
        fill(planes[1 + (state[TO_MOVE] - observer) % players], spots, 1)
    rest = planes[1 + players :]
    if packed[0] == KAMIKEN:
        observe_kamiken(state, tables, observer, spots, rest)
    elif packed[0] == YDYUMBY:
        observe_ydyumby(state, tables, observer, spots, rest)
    elif packed[0] == VYUN:
        observe_vyun(state, tables, observer, spots, rest)
    else:
        observe_manu(state, tables, observer, spots, rest)


@allocating_kernel
def observe_kamiken(state, tables, observer, spots, planes):
    for turn in range(2):
        player = (observer + turn) % 2
        for cell in range(tables.cells):
            if state[kamiken.HEADER + cell] & kamiken.STONE_OF[player]:
                planes[turn, spots[cell]] = 1
        fill(planes[2 + turn], spots, state[kamiken.PASSED] >> player & 1)


@allocating_kernel
def observe_ydyumby(state, tables, observer, spots, planes):
    players = tables.players
    for turn in range(players):
        player = (observer + turn) % players
        for cell in range(tables.cells):
            if state[ydyumby.piece(tables, cell)] == player + 1:
                planes[turn, spots[cell]] = 1
        left = state[ydyumby.supply(player)] / tables.options[ydyumby.SUPPLY]
        fill(planes[players + turn], spots, left)


@allocating_kernel
def observe_vyun(state, tables, observer, spots, planes):
    players = tables.players
    for turn in range(players):
        player = (observer + turn) % players
        for square in range(tables.cells):
            if state[vyun.sprout(square)] == player + 1:
                planes[turn, spots[square]] = 1
            growth = state[vyun.growth_points(tables, player, square)]
            planes[players + turn, spots[square]] = growth / 4
            for half in range(2):  # the walls to the right and below; the others are neighbours'
                wall = tables.wall_of[square, 1 + half]
                if wall >= 0 and state[vyun.vine(tables, wall)] == player + 1:
                    planes[(2 + half) * players + turn, spots[square]] = 1
    fill(planes[4 * players], spots, state[vyun.PASSES] / players)


@allocating_kernel
def observe_manu(state, tables, observer, spots, planes):
    for turn in range(2):
        player = (observer + turn) % 2
        for crossing in range(tables.cells):
            if state[stone(crossing)] == player + 1:
                planes[turn, spots[crossing]] = 1
        fill(planes[2 + turn], spots, state[RESERVE + player] / tables.cells)
        # The last turn can take more than was needed; planes end at 1.
        taken = min(state[TAKEN + player] / tables.options[1], 1.0)
        fill(planes[4 + turn], spots, taken)
    if state[JUMPER] != NOWHERE:
        planes[6, spots[state[JUMPER]]] = 1
    if state[PIVOT] != NOWHERE:
        planes[7, spots[state[PIVOT]]] = 1
    fill(planes[8], spots, state[HAS_TAKEN])


def planes_count(game: int, players: int) -> int:
    """How many planes `observe` fills."""
    own = {KAMIKEN: 4, YDYUMBY: 2 * players, VYUN: 4 * players + 1, MANU: 9}
    return 1 + players + own[game]


# Many games at once.


@allocating_kernel
def first_illegal(masks, actions):
    """The first game whose action is not legal there, or -1."""
    for number in range(len(actions)):
        action = actions[number]
        if action < 0 or action >= masks.shape[1] or not masks[number, action]:
            return number
    return -1


@allocating_kernel
def fill_masks(packed, numbers, states, masks, listed):
    """Mark the legal actions of all games."""
    game = packed[0]
    tables = unpack(packed)
    for number in range(len(states)):
        masks[number] = False
        count = switchboard.moves(game, states[number], tables, listed)
        for index in range(count):
            masks[number, numbers[listed[index]]] = True


@allocating_kernel
def step_many(packed, codes, first, states, actions, rewards, ended, lengths):
    """Play one legal action in every game; those that end begin anew from `first`."""
    game = packed[0]
    tables = unpack(packed)
    for number in range(len(states)):
        state = states[number]
        switchboard.apply(game, state, tables, codes[actions[number]])
        lengths[number] += 1
        rewards[number] = 0
        ended[number] = state[TO_MOVE] == OVER
        if ended[number]:
            outcome(packed, state, rewards[number])
            state[:] = first


@allocating_kernel
def observe_many(packed, states, spots, planes):
    """Each game as the player to move sees it."""
    for number in range(len(states)):
        observe(packed, states[number], states[number, TO_MOVE], spots, planes[number])


@allocating_kernel
def draw_actions(masks, seed, out):
    """A legal action for every game, each as likely as the others."""
    for number in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[number, action]
        left = draw(seed, count)
        for action in range(masks.shape[1]):
            if masks[number, action]:
                if left == 0:
                    out[number] = action
                    break
                left -= 1
