"""The compiled part of the bridges: packed tables, observations, many games at once.

All kernels of the bridges are in this file and call only the rules, so that the compiled code on
disk is renewed whenever either changes.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import allocating_kernel
from kletka.games import planes as planes_of
from kletka.games import switchboard as rules
from kletka.games.contract import OVER, TO_MOVE, Tables, draw

# Tables packed into one array: passing a dozen arguments from Python takes longer than most moves.

SIZES = 11  # the game's number, the tables' own six numbers, and the widths of four arrays


def pack(game: int, tables: Tables) -> np.ndarray:
    """A game's number and its tables as one array of int64."""
    arrays = [tables.neighbours, tables.to_edge, tables.knights, tables.wall_of, tables.lines_of]
    small = np.concatenate([array.ravel() for array in arrays]).astype(np.int16)
    small = np.concatenate([small, np.zeros(-len(small) % 4, np.int16)])
    widths = [tables.neighbours.shape[1], tables.knights.shape[1], tables.lines_of.shape[1]]
    sizes = np.array([game, *tables[:6], *widths, len(tables.options)], np.int64)
    return np.concatenate([sizes, tables.options, small.view(np.int64)])


@allocating_kernel
def unpack(packed):
    cells, around, leaps, lines = packed[2], packed[7], packed[8], packed[9]
    behind_options = SIZES + packed[10]
    small = packed[behind_options:].view(np.int16)
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
        packed[SIZES:behind_options],
        small[:one].reshape(cells, around),
        small[one:two].reshape(cells, around),
        small[two:three].reshape(cells, leaps),
        small[three:four].reshape(cells, around),
        small[four : four + cells * lines].reshape(cells, lines),
    )


# One game.


@allocating_kernel
def legal(packed, state, out):
    """List the legal moves; returns their number."""
    return rules.moves(packed[0], state, unpack(packed), out)


@allocating_kernel
def advance(packed, state, code):
    """Play a move, UNCHECKED; returns the next player to move."""
    rules.apply(packed[0], state, unpack(packed), code)
    return state[TO_MOVE]


@allocating_kernel
def outcome(packed, state, out):
    """Write each player's utility in a finished game: from -1 to 1, summing up to 0.

    The winners share 1 and the others share -1; if all have won, everyone gets 0.
    """
    game = packed[0]
    tables = unpack(packed)
    points = np.zeros(tables.players)
    rules.points(game, state, tables, points)
    bits = rules.winners(game, state, tables, points)
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


# What a player sees.


@allocating_kernel
def observe(packed, state, observer, spots, planes):
    """Fill the planes that a player sees, as `games.planes` describes them."""
    planes_of.observe(packed[0], state, unpack(packed), observer, spots, planes)


# Many games at once.


@allocating_kernel
def first_illegal(masks, actions, where):
    """The first game of `where` whose action is illegal, or -1."""
    for number in range(len(actions)):
        if not where[number]:
            continue
        action = actions[number]
        if action < 0 or action >= masks.shape[1] or not masks[number, action]:
            return number
    return -1


@allocating_kernel
def fill_masks(packed, numbers, states, where, masks, listed):
    """Mark the legal actions of the games in `where`; none in a finished game."""
    game = packed[0]
    tables = unpack(packed)
    for number in range(len(states)):
        if not where[number]:
            continue
        masks[number] = False
        count = rules.moves(game, states[number], tables, listed)
        for index in range(count):
            masks[number, numbers[listed[index]]] = True


@allocating_kernel
def step_many(packed, codes, starts, states, actions, where, restarts, rewards, ended, lengths):
    """Play one legal action in every game of `where`.

    With `restarts` a game that ends returns to its start, else it stays at its end.
    """
    game = packed[0]
    tables = unpack(packed)
    for number in range(len(states)):
        rewards[number] = 0
        ended[number] = False
        if not where[number]:
            continue
        state = states[number]
        rules.apply(game, state, tables, codes[actions[number]])
        lengths[number] += 1
        ended[number] = state[TO_MOVE] == OVER
        if ended[number]:
            outcome(packed, state, rewards[number])
            if restarts:
                state[:] = starts[number]


@allocating_kernel
def observe_many(packed, states, observers, spots, planes):
    """Observe each game from the view of its observer."""
    for number in range(len(states)):
        observe(packed, states[number], observers[number], spots, planes[number])


@allocating_kernel
def draw_actions(masks, seed, out):
    """Draw a uniformly random legal action for every game, -1 where there is none."""
    for number in range(len(masks)):
        out[number] = -1
        count = 0
        for action in range(masks.shape[1]):
            count += masks[number, action]
        if count == 0:
            continue
        left = draw(seed, count)
        for action in range(masks.shape[1]):
            if masks[number, action]:
                if left == 0:
                    out[number] = action
                    break
                left -= 1
