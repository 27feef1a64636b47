"""Exact solving of any two-player game: null-window alpha-beta with a transposition table.

In every game a move uses something up (cells, supply, walls, stones), and everything that matters
is part of the state, passes in a row too. So a position's value does not depend on its history, and
the table may keep it. The key of a position is a 128-bit hash of its value; in the first plies, the
least of those of all its mirror images.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.compiling import kernel
from kletka.engine.knowledge import switchboard as knowledge
from kletka.engine.solving.driver import (
    BEGUN,
    BEST,
    BETA,
    CHILDREN,
    DONE,
    ENTER,
    HIGH,
    LEAVE,
    LOW,
    NEXT,
    NODES,
    PLY,
    SHARED_WORDS,
    STATUS,
    TOO_DEEP,
    add_child,
    go_up,
    remember_answer,
    take_best_child,
)
from kletka.engine.solving.driver import ask as put_question
from kletka.engine.solving.outcomes import final_lead
from kletka.engine.solving.proof_table import HALF_RANGE, MIXERS, ZERO, mix, recall
from kletka.games import switchboard as rules
from kletka.games.contract import OVER, TO_MOVE

LEVEL_WORDS = SHARED_WORDS


class Search(NamedTuple):
    """The solver's working memory."""

    status: np.ndarray  # int64
    level: np.ndarray  # int64[plies, LEVEL_WORDS]
    keys: np.ndarray  # uint64[plies, 2]
    states: np.ndarray  # int16[plies, state]
    move: np.ndarray  # int32[plies, moves]
    score: np.ndarray  # int32[plies, moves]: moves with high scores are tried first
    listed: np.ndarray  # int32[moves]
    points: np.ndarray  # float64[2]
    scratch: np.ndarray  # int16[2 * (cells + walls)]
    plain: np.ndarray  # int16[state]: a simplified state
    images: np.ndarray  # int16[symmetries, value]: where each number of the image comes from
    turned_plies: int  # the number of plies in which mirror images count as one
    table: np.ndarray  # uint64[buckets, 2 * BUCKET]


# The keys of the table.


@kernel
def hash_image(state, images, image):
    """The hash of one of a state's mirror images, in two words."""
    word0, word1 = MIXERS[1], MIXERS[0]
    packed = ZERO
    for index in range(images.shape[1]):
        number = np.uint64(np.int64(state[images[image, index]]) & 0xFFFF)
        packed |= number << np.uint64(16 * (index & 3))
        if index & 3 == 3 or index == images.shape[1] - 1:
            word0 = mix(word0 + packed, MIXERS[0])
            word1 = mix(word1 ^ packed, MIXERS[1]) + word0
            packed = ZERO
    return word0, word1


@kernel
def key_of(game, tables, search, ply, state):
    """The key of a position, in two words; near the root, all mirror images share it."""
    turning = ply < search.turned_plies and knowledge.is_mirrored_by_order(game, state, tables)
    if knowledge.simplify(game, state, tables, search.plain):
        state = search.plain
    best0, best1 = hash_image(state, search.images, 0)
    if turning:
        for image in range(1, search.images.shape[0]):
            word0, word1 = hash_image(state, search.images, image)
            if word0 < best0 or (word0 == best0 and word1 < best1):
                best0, best1 = word0, word1
    return best0, best1


# The search. Values are those of the player to move at each ply.


@kernel
def ask(search, state, beta):
    """Ask about a position that is not over; `run` finds the answer."""
    copy_state(state, search.states[0])
    put_question(search, beta)


@kernel
def copy_state(source, target):
    """Copy a state without the temporary array that an assignment would make."""
    for index in range(len(target)):
        target[index] = source[index]


@kernel
def run(game, tables, search, steps, most_nodes):
    """Search on for some steps or until there are `most_nodes` nodes; whether it is done.

    status[RESULT] is at least BETA if and only if the value is; the value is then at least
    RESULT, and otherwise at most RESULT.
    """
    status = search.status
    while status[STATUS] != DONE and status[STATUS] != TOO_DEEP:
        ply = status[PLY]
        if steps <= 0:
            return False
        steps -= 1
        if status[STATUS] == ENTER:
            if status[NODES] >= most_nodes:
                return False
            status[NODES] += 1
            status[STATUS] = enter(game, tables, search, ply)
        elif status[STATUS] == NEXT:
            status[STATUS] = try_next(game, tables, search, ply)
        else:
            status[STATUS] = leave(search, ply)
    return True


@kernel
def enter(game, tables, search, ply):
    """Enter a position: return its answer if it is known, else list the moves."""
    level = search.level[ply]
    state = search.states[ply]
    beta = level[BETA]
    level[BEGUN] = search.status[NODES]
    low, high = knowledge.bounds(game, state, tables, search.scratch)
    low, high = seen_by(state[TO_MOVE], low, high)
    key0, key1 = key_of(game, tables, search, ply, state)
    search.keys[ply, 0], search.keys[ply, 1] = key0, key1
    low, high = recall(search.table, key0, key1, low, high)
    level[LOW], level[HIGH] = low, high
    if low >= beta or high < beta:
        level[BEST] = low if low >= beta else high
        return LEAVE
    if ply + 2 >= len(search.level):
        return TOO_DEEP
    level[BEST] = -HALF_RANGE
    level[CHILDREN] = 0
    count = rules.moves(game, state, tables, search.listed)
    for index in range(count):
        weigh(game, tables, search, ply, search.listed[index])
        if level[BEST] >= beta:
            return store(search, ply)
    return NEXT


@kernel
def seen_by(player, low, high):
    """Bounds of player 0's lead as bounds of the given player's."""
    if player == 0:
        return low, high
    return -high, -low


@kernel
def weigh(game, tables, search, ply, move):
    """Play a move: it is refuted, it is the answer, or it goes onto the list."""
    level = search.level[ply]
    player = search.states[ply, TO_MOVE]
    child = search.states[ply + 1]
    copy_state(search.states[ply], child)
    rules.apply(game, child, tables, move)
    mover = child[TO_MOVE]
    if mover == OVER:
        lead = final_lead(game, child, tables, search.points)
        level[BEST] = max(level[BEST], lead if player == 0 else -lead)
        return
    low, high = knowledge.bounds(game, child, tables, search.scratch)
    promised = knowledge.promise(game, child, tables, low, high)
    low, high = seen_by(mover, low, high)
    key0, key1 = key_of(game, tables, search, ply + 1, child)
    low, high = recall(search.table, key0, key1, low, high)
    if mover != player:
        low, high = -high, -low
    if low >= level[BETA] or high < level[BETA]:
        level[BEST] = max(level[BEST], low if low >= level[BETA] else high)
        return
    add_child(search, ply, move, promised if player == 0 else -promised)


@kernel
def store(search, ply):
    """The answer is known: note it in the table."""
    remember_answer(search, ply, search.level[ply, BETA], search.keys[ply, 0], search.keys[ply, 1])
    return LEAVE


@kernel
def try_next(game, tables, search, ply):
    """Go down into the most promising move that is left."""
    level = search.level[ply]
    if level[CHILDREN] == 0 or level[BEST] >= level[BETA]:
        return store(search, ply)
    child = search.states[ply + 1]
    copy_state(search.states[ply], child)
    rules.apply(game, child, tables, take_best_child(search, ply))
    same = child[TO_MOVE] == search.states[ply, TO_MOVE]
    search.level[ply + 1, BETA] = level[BETA] if same else 1 - level[BETA]
    search.status[PLY] = ply + 1
    return ENTER


@kernel
def leave(search, ply):
    """Give the answer to the ply above, with the sign of its player."""
    value = search.level[ply, BEST]
    if ply > 0 and search.states[ply, TO_MOVE] != search.states[ply - 1, TO_MOVE]:
        value = -value
    return go_up(search, ply, value)
