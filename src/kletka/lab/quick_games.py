"""The compiled part of the lab: whole games of fast self-play, and their statistics.

All kernels of the lab are in this file and call only the rules and the engine, so that the compiled
code on disk is renewed whenever one of them changes.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.compiling import allocating_kernel, kernel
from kletka.engine.analysis import LOST
from kletka.engine.search.simulation import expand, simulate
from kletka.engine.search.tree import INFINITE, UNKNOWN_PLAYER
from kletka.games import switchboard as rules
from kletka.games.contract import OVER, TO_MOVE, draw, leaders

# The statistics of a game: these numbers, followed by every player's points.
MOVES = 0
TURNS = 1
CHOICES = 2  # the sum of the numbers of legal moves
MOST_CHOICES = 3
TREE = 4  # the sum of their decimal logarithms
LEAD_CHANGES = 5
DECIDED = 6  # moves until the only winner led for good, -1 if the win is shared
TAKEN = 7  # pieces removed or stones taken by all players, -1 if the game has none
LEAST_LEFT = 8  # the smallest supply of any player at any time, -1 if the game has none
WINNERS = 9  # as bits
POINTS = 10

STAGES = 21  # points of a curve, evenly from the start to the end of a game
SURE = 1e6
FINE = 1 << 20  # the resolution of random factors


class Notes(NamedTuple):
    """What is written down of a fast game, move by move."""

    codes: np.ndarray  # int32[moves]: the moves
    ends: np.ndarray  # int64[moves]: where the visited moves of each search end, in the next two
    visited: np.ndarray  # int32: the moves that were visited, one search after the other
    visits: np.ndarray  # int32: and how often
    shares: np.ndarray  # float64[moves, players]: each player's expected share of the win


@allocating_kernel
def play_quickly(game, first, tables, tree, knobs, work, simulations, by_points, notes):
    """Play a game of the engine against itself; returns its length.

    The moves and what the search thought of them are written to `notes`. A game that is longer
    than that is abandoned (0). `by_points` says whether the game is won by points.
    """
    state = first.copy()
    played = 0
    noted = 0
    while state[TO_MOVE] != OVER:
        if played == len(notes.codes):
            return 0
        clear(tree, work)
        expand_at_random(game, state, tables, tree, knobs, work)
        simulate(game, state, tables, tree, knobs, work, simulations)
        move = tree.move[child_to_play(tree, work, by_points)]
        notes.codes[played] = move
        noted = note_visits(tree, notes, noted)
        notes.ends[played] = noted
        note_shares(tables.players, tree, work, notes.shares[played])
        played += 1
        rules.apply(game, state, tables, move)
    return played


@kernel
def note_visits(tree, notes, noted):
    """Note the visited children of the root from index `noted` on; returns the next index."""
    for child in range(tree.first[0], tree.first[0] + tree.count[0]):
        if tree.visits[child] > 0:
            notes.visited[noted] = tree.move[child]
            notes.visits[noted] = tree.visits[child]
            noted += 1
    return noted


@kernel
def note_shares(players, tree, work, out):
    """Write each player's expected share of the win: of all simulations, or as it is proved."""
    if players == 2 and tree.low[0] == tree.high[0]:
        out[0] = 0.5 + 0.5 * np.sign(tree.low[0])
        out[1] = 1 - out[0]
        return
    made = 0.0
    out[:] = 0
    for index in range(tree.count[0]):
        sums = work.root_sums[index]
        made += sums[players]
        for player in range(players):
            out[player] += sums[player]
    for player in range(players):
        out[player] /= made


@kernel
def clear(tree, work):
    """Reset the tree to its root."""
    work.root_sums[:] = 0
    tree.player[0] = UNKNOWN_PLAYER
    tree.first[0] = 0
    tree.count[0] = 0
    tree.visits[0] = 0
    tree.guess[0] = 0.5
    tree.low[0] = -INFINITE
    tree.high[0] = INFINITE
    work.slab[0] = 1


@allocating_kernel
def expand_at_random(game, state, tables, tree, knobs, work):
    """Expand the root and multiply its priors by random factors.

    Without them such a short search would play the same few games over and over.
    """
    work.state[:] = state
    tree.player[0] = state[TO_MOVE]
    expand(game, tables, tree, knobs, work, 0)
    first, count = tree.first[0], tree.count[0]
    total = 0.0
    for child in range(first, first + count):
        tree.prior[child] *= -np.log((1.0 + draw(work.seed, FINE)) / (1.0 + FINE))
        total += tree.prior[child]
    for child in range(first, first + count):
        tree.prior[child] /= total


@kernel
def child_to_play(tree, work, by_points):
    """The child of the root to play: a proved win, else the most visited one.

    Proved losses come last, unless the position is lost: then children rank by the points that
    the player can count on. A proved draw ranks by what the others promise. Ties are broken at
    random. `ranked` in engine/analysis.py is the same for analyses.
    """
    first, count = tree.first[0], tree.count[0]
    player = tree.player[0]
    sign = 1 if player == 0 else -1
    favourite = most_visited_open(tree)
    hope = 0.5
    lost = False
    expected = 0.0
    if favourite > 0:
        sums = work.root_sums[favourite - first]
        hope = sums[player] / sums[-3]
        expected = sums[-2] / sums[-3]
        lost = by_points and open_share(tree, work, player) < LOST
    best = first
    most = -4 * SURE
    equals = 0
    for child in range(first, first + count):
        sure = tree.low[child] if sign > 0 else -tree.high[child]
        proved = tree.low[child] == tree.high[child]
        worth = float(tree.visits[child])
        if proved and sure > 0:
            worth = sure + 2 * SURE
        elif proved and sure == 0:
            if favourite > 0:
                worth = SURE if hope < 0.5 else -SURE
        elif lost:
            worth = max(max(sure, expected) if child == favourite else sure, -SURE)
        elif proved:
            worth = sure - 2 * SURE
        if worth > most:
            best, most, equals = child, worth, 1
        elif worth == most:
            equals += 1
            if draw(work.seed, equals) == 0:
                best = child
    return best


@kernel
def open_share(tree, work, player):
    """A player's share of the win in all simulations of children that are not proved."""
    won = 0.0
    made = 0.0
    for index in range(tree.count[0]):
        child = tree.first[0] + index
        if tree.low[child] != tree.high[child]:
            won += work.root_sums[index, player]
            made += work.root_sums[index, -3]
    return won / max(made, 1.0)


@kernel
def most_visited_open(tree):
    """The most visited child of the root among those that are not proved, 0 if none was visited."""
    best = 0
    looked = 0
    for child in range(tree.first[0], tree.first[0] + tree.count[0]):
        if tree.low[child] != tree.high[child] and tree.visits[child] > looked:
            looked = tree.visits[child]
            best = child
    return best


@allocating_kernel
def note_game(game, first, tables, codes, count, listed, row, curves):
    """Fill `row` with the statistics of a game, and add to `curves`.

    `curves` has three lines of STAGES numbers: legal moves, whether one player led alone, and
    whether that player won alone in the end. `first` must not be over.
    """
    state = first.copy()
    points = np.zeros(tables.players)
    choices = np.zeros(count + 1, np.int64)
    lead = np.zeros(count + 1, np.int64)
    row[:] = 0
    row[MOVES] = count
    row[MOST_CHOICES] = 0
    row[LEAST_LEFT] = rules.least_supply(game, state, tables)
    for number in range(count):
        rules.points(game, state, tables, points)
        lead[number] = leaders(points)
        choices[number] = rules.moves(game, state, tables, listed)
        row[CHOICES] += choices[number]
        row[MOST_CHOICES] = max(row[MOST_CHOICES], choices[number])
        row[TREE] += np.log10(choices[number])
        row[TURNS] += not rules.in_turn(game, state, tables)
        rules.apply(game, state, tables, codes[number])
        row[LEAST_LEFT] = min(row[LEAST_LEFT], rules.least_supply(game, state, tables))
    rules.points(game, state, tables, points)
    lead[count] = rules.winners(game, state, tables, points)
    row[WINNERS] = lead[count]
    row[TAKEN] = rules.removed(game, state, tables, points)
    row[POINTS : POINTS + tables.players] = points
    row[LEAD_CHANGES] = lead_changes(lead)
    row[DECIDED] = decided(lead)
    for stage in range(STAGES):
        number = stage * count // (STAGES - 1)
        curves[0, stage] += choices[min(number, count - 1)]
        if is_alone(lead[number]):
            curves[1, stage] += 1
            curves[2, stage] += lead[number] == lead[count]


@kernel
def is_alone(bits):
    return bits & (bits - 1) == 0


@kernel
def lead_changes(lead):
    """The number of times that the only leader changed."""
    changes = 0
    before = 0
    for bits in lead:
        if is_alone(bits):
            changes += before != 0 and bits != before
            before = bits
    return changes


@kernel
def decided(lead):
    """The first move from which the only winner led alone to the end, or -1."""
    last = len(lead) - 1
    if not is_alone(lead[last]):
        return -1
    moment = last
    while moment > 0 and lead[moment - 1] == lead[last]:
        moment -= 1
    return moment
