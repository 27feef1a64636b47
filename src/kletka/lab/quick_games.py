"""The compiled part of the lab: whole games of quick thinking, and what a game was like.

Everything compiled lies in this one file and calls only the rules and the engine's kernels: what
is kept on disk is then thrown away whenever one of them changes.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.engine.search.simulation import expand, simulate
from kletka.engine.search.tree import INFINITE, UNKNOWN_PLAYER
from kletka.games import switchboard as rules
from kletka.games.compiling import allocating_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, draw, leaders

# What is noted of a game: these numbers, and behind them every player's points.
MOVES = 0
TURNS = 1
CHOICES = 2  # the sum over all moves of how many there were to choose from
MOST_CHOICES = 3
TREE = 4  # the sum of their decimal logarithms
LEAD_CHANGES = 5
DECIDED = 6  # after how many moves the only winner led for good, -1 if the win is shared
TAKEN = 7  # pieces removed or stones taken, by all, -1 in a game without
LEAST_LEFT = 8  # of anybody's supply at any time, -1 in a game without
WINNERS = 9  # as bits
POINTS = 10

STAGES = 21  # moments of a game, evenly from its start to its end, at which curves are taken
SURE = 1e6
FINE = 1 << 20  # steps of chance


@allocating_kernel
def play_quickly(game, first, tables, tree, knobs, work, simulations, codes):
    """A game of the engine against itself with so many simulations a move; its length.

    The moves are written to `codes`; a game that does not end within them is given up (0).
    """
    state = first.copy()
    played = 0
    while state[TO_MOVE] != OVER:
        if played == len(codes):
            return 0
        clear(tree, work)
        glance(game, state, tables, tree, knobs, work)
        simulate(game, state, tables, tree, knobs, work, simulations)
        move = tree.move[most_looked_at(tree, work)]
        codes[played] = move
        played += 1
        rules.apply(game, state, tables, move)
    return played


@kernel
def clear(tree, work):
    """A tree with a root alone. What is told of its moves is only ever read by analyses."""
    tree.player[0] = UNKNOWN_PLAYER
    tree.first[0] = 0
    tree.count[0] = 0
    tree.visits[0] = 0
    tree.guess[0] = 0.5
    tree.low[0] = -INFINITE
    tree.high[0] = INFINITE
    work.slab[0] = 1


@allocating_kernel
def glance(game, state, tables, tree, knobs, work):
    """Look at the moves with a fresh eye: what each promises is multiplied by chance.

    Without it a search this short would play the same few games again and again.
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
def most_looked_at(tree, work):
    """The child of the root to play: one that is proved to win, or was looked at most.

    What is proved to lose comes last, and a proved draw where it stands by its worth. Among
    equals chance decides.
    """
    first, count = tree.first[0], tree.count[0]
    sign = 1 if tree.player[0] == 0 else -1
    hope = 0.5
    looked = 0
    for child in range(first, first + count):
        if tree.low[child] != tree.high[child] and tree.visits[child] > looked:
            looked = tree.visits[child]
            hope = tree.reward[child] / looked
    best = first
    most = -4 * SURE
    equals = 0
    for child in range(first, first + count):
        worth = float(tree.visits[child])
        if tree.low[child] == tree.high[child]:
            lead = sign * tree.low[child]
            if lead != 0:
                worth = lead + (2 * SURE if lead > 0 else -2 * SURE)
            elif looked > 0:
                worth = SURE if hope < 0.5 else -SURE
        if worth > most:
            best, most, equals = child, worth, 1
        elif worth == most:
            equals += 1
            if draw(work.seed, equals) == 0:
                best = child
    return best


@allocating_kernel
def note_game(game, first, tables, codes, count, listed, row, curves):
    """What a game was like, from its moves: fills `row` and adds to `curves`.

    `curves` has three lines of STAGES numbers: the choices there were, whether somebody led
    alone, and whether that was who won alone in the end. `first` must not be over.
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
    """How often somebody else than before came to lead alone."""
    changes = 0
    before = 0
    for bits in lead:
        if is_alone(bits):
            changes += before != 0 and bits != before
            before = bits
    return changes


@kernel
def decided(lead):
    """The first moment from which the only winner led alone to the end, or -1."""
    last = len(lead) - 1
    if not is_alone(lead[last]):
        return -1
    moment = last
    while moment > 0 and lead[moment - 1] == lead[last]:
        moment -= 1
    return moment
