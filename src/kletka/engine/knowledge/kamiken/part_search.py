"""Exact solving of Kamiken: null-window alpha-beta over independent parts of the board.

See `parts.py` and `solo.py` for what parts are and what *settled*, *idle* and *solo* mean.

Ways to skip a turn cannot be ignored: `pass` is final (rule 2). In tens of thousands of small
positions a turn never hurt, but that is not proved.

*Solo* is what a player can still gain by placing alone, after the other has stopped. It is the
exact value of stopping, and as the opponent may stop after any move, it also bounds what a player
can get.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.compiling import kernel
from kletka.engine.knowledge.kamiken.cells import (
    BYTE,
    ONE,
    ROW,
    ZERO,
    count,
    lowest,
    place,
)
from kletka.engine.knowledge.kamiken.copying import MOVER, OPPONENT, copier_of_parts
from kletka.engine.knowledge.kamiken.parts import (
    BLACK,
    FREE,
    SOLO,
    VIEW,
    WHITE,
    copy,
    divide,
    key_of,
)
from kletka.engine.knowledge.kamiken.solo import BRANCHING_CELLS
from kletka.engine.solving.driver import (
    BEGUN,
    BEST,
    BETA,
    CHILDREN,
    DONE,
    ENTER,
    HIGH,
    LEAVE,
    LIST,
    LOW,
    NEXT,
    NODES,
    PLY,
    SHARED_WORDS,
    STATUS,
    add_child,
    go_up,
    remember_answer,
    take_best_child,
)
from kletka.engine.solving.driver import ask as put_question
from kletka.engine.solving.proof_table import recall

LARGE_PART_STEPS = 16384  # solo of a large part takes as long as this many steps

# Search.level: what each ply of the search knows, behind what all solvers share.
SIDE = SHARED_WORDS  # the player to move
LEAD = SIDE + 1  # White's points less Black's, without settled ones
SOLO_OF = LEAD + 1  # two numbers
SETTLED_OF = SOLO_OF + 2  # two numbers
IDLE_ODD = SETTLED_OF + 2
PARTS = IDLE_ODD + 1  # their number
POOL_TOP = PARTS + 1
LISTED_PART = POOL_TOP + 1  # the part whose moves are being listed
LEVEL_WORDS = LISTED_PART + 1

SKIP_IDLE = -1
SKIP_SETTLED = -2


class Search(NamedTuple):
    """The solver's working memory."""

    status: np.ndarray  # int64
    level: np.ndarray  # int64[plies, LEVEL_WORDS]
    sums: np.ndarray  # uint64[plies, 4]: the parts' hashes added up, two words for each view
    unlisted: np.ndarray  # uint64[plies]: cells of that part whose moves are not listed yet
    parts: np.ndarray  # int16[plies, parts]: rows of the pool
    move: np.ndarray  # int16[plies, children]: 64 * part + cell, or a SKIP
    score: np.ndarray  # int16[plies, children]: high scores are tried first
    pool: np.ndarray  # uint64[rows, PART_WORDS]
    table: np.ndarray  # uint64[buckets, 2 * BUCKET]
    cache: np.ndarray  # uint64[slots, PART_WORDS]: parts seen before
    options: np.ndarray  # uint64[DEEPEST, TREE_CELLS, 4]: what can be made of a small part
    rows: np.ndarray  # uint64[DEEPEST, PART_WORDS]
    views: np.ndarray  # uint64[DEEPEST, 4]: the hash of a small part's game tree
    profile: np.ndarray  # int32[2, 3 ** 8]


# The search. Values are the points of the player to move minus the opponent's, including settled
# points as of that ply.


@kernel
def ask(search, side, beta):
    """Ask about a position whose boards are added next; `run` finds the answer."""
    level = search.level[0]
    level[:] = 0
    level[SIDE] = side
    search.sums[0, :] = 0
    put_question(search, beta)


@kernel
def add_board(search, free, white, black):
    """Add the cells of a frame to the position in question."""
    add_parts(search, 0, free, white, black)


@kernel
def add_parts(search, ply, free, white, black):
    level = search.level[ply]
    sums = search.sums[len(search.level)]
    top = level[POOL_TOP]
    parts, lead, solo_white, solo_black, settled, others, idle = divide(
        search, top, free, white, black, sums
    )
    for part in range(parts):
        search.parts[ply, level[PARTS] + part] = top + part
    level[PARTS] += parts
    level[POOL_TOP] = top + parts
    level[LEAD] += lead
    level[SOLO_OF] += solo_white
    level[SOLO_OF + 1] += solo_black
    level[SETTLED_OF] += settled
    level[SETTLED_OF + 1] += others
    level[IDLE_ODD] = (level[IDLE_ODD] + idle) & 1
    for word in range(4):
        search.sums[ply, word] += sums[word]


@kernel
def run(search, steps, most_nodes):
    """Search on for some steps or until there are `most_nodes` nodes; whether it is done.

    status[RESULT] is at least BETA if and only if the value is; the value is then at least
    RESULT, and otherwise at most RESULT.
    """
    status = search.status
    while status[STATUS] != DONE:
        ply = status[PLY]
        if steps <= 0:
            return False
        steps -= 1
        if status[STATUS] == ENTER:
            if status[NODES] >= most_nodes:
                return False
            status[NODES] += 1
            status[STATUS] = enter(search, ply)
        elif status[STATUS] == LIST:
            status[STATUS] = list_move(search, ply)
            if is_listing_large(search, ply):
                steps -= LARGE_PART_STEPS
        elif status[STATUS] == NEXT:
            status[STATUS] = try_next(search, ply)
        else:
            status[STATUS] = leave(search, ply)
    return True


@kernel
def settled_lead(level, side):
    return level[SETTLED_OF + side] - level[SETTLED_OF + 1 - side]


@kernel
def bounds(level, side):
    """The values of stopping now and of the opponent stopping now, without settled points."""
    lead = level[LEAD] if side == 0 else -level[LEAD]
    return lead - level[SOLO_OF + 1 - side], lead + level[SOLO_OF + side]


@kernel
def enter(search, ply):
    """Enter a position: return its answer if it is known, else begin to list moves."""
    level = search.level[ply]
    side = level[SIDE]
    sums = search.sums[ply]
    base = settled_lead(level, side)
    beta = level[BETA] - base
    stopping, high = bounds(level, side)
    low = stopping
    if low < beta and high >= beta:
        if base == 0:
            copier = copier_of_parts(
                search.pool, search.parts[ply], level[PARTS], sums, level[IDLE_ODD]
            )
            if copier == MOVER:
                low = max(low, 0)
            elif copier == OPPONENT:
                high = min(high, 0)
        key0, key1 = key_of(sums, side, level[SETTLED_OF], level[SETTLED_OF + 1], level[IDLE_ODD])
        low, high = recall(search.table, key0, key1, low, high)
    level[LOW], level[HIGH] = low, high
    level[BEST] = stopping
    level[BEGUN] = search.status[NODES]
    if low >= beta or high < beta:
        level[BEST] = low if low >= beta else high
        return answer(search, ply)
    level[CHILDREN] = 0
    level[LISTED_PART] = -1
    search.unlisted[ply] = ZERO
    return LIST


@kernel
def store(search, ply):
    """The answer is known: note it in the table."""
    level = search.level[ply]
    side = level[SIDE]
    key0, key1 = key_of(
        search.sums[ply], side, level[SETTLED_OF], level[SETTLED_OF + 1], level[IDLE_ODD]
    )
    remember_answer(search, ply, level[BETA] - settled_lead(level, side), key0, key1)
    return answer(search, ply)


@kernel
def answer(search, ply):
    """Add the settled points to the answer."""
    level = search.level[ply]
    level[BEST] += settled_lead(level, level[SIDE])
    return LEAVE


@kernel
def list_move(search, ply):
    """Evaluate the next move. One per step, because it is slow on large boards."""
    level = search.level[ply]
    side = level[SIDE]
    beta = level[BETA] - settled_lead(level, side)
    while search.unlisted[ply] == ZERO:
        level[LISTED_PART] += 1
        if level[LISTED_PART] == level[PARTS]:
            if level[IDLE_ODD]:
                weigh_skip(search, ply, SKIP_IDLE, beta)
            if level[SETTLED_OF + side] > 0:
                weigh_skip(search, ply, SKIP_SETTLED, beta)
            return NEXT
        part = search.pool[search.parts[ply, level[LISTED_PART]]]
        search.unlisted[ply] = part[FREE] | part[WHITE + side]
    cell = lowest(search.unlisted[ply])
    search.unlisted[ply] &= search.unlisted[ply] - ONE
    weigh(search, ply, level[LISTED_PART], cell, beta)
    return store(search, ply) if level[BEST] >= beta else LIST


@kernel
def is_listing_large(search, ply):
    index = search.level[ply, LISTED_PART]
    if index == search.level[ply, PARTS]:
        return False
    part = search.pool[search.parts[ply, index]]
    return count(part[FREE] | part[WHITE] | part[BLACK]) > BRANCHING_CELLS


@kernel
def weigh(search, ply, index, cell, beta):
    """Judge a placement by bounds and the table."""
    level = search.level[ply]
    side = level[SIDE]
    part = search.pool[search.parts[ply, index]]
    free, white, black = place(part[FREE], part[WHITE], part[BLACK], side, cell)
    child = search.level[ply + 1]
    sums = search.sums[ply + 1]
    _, lead, solo_white, solo_black, settled, others, idle = divide(
        search, level[POOL_TOP], free, white, black, sums
    )
    for word in range(4):
        sums[word] += search.sums[ply, word] - part[VIEW + word]
    child[LEAD] = level[LEAD] + lead - count(part[WHITE]) + count(part[BLACK])
    child[SOLO_OF] = level[SOLO_OF] + solo_white - np.int64(part[SOLO] & BYTE)
    child[SOLO_OF + 1] = level[SOLO_OF + 1] + solo_black - np.int64(part[SOLO] >> ROW)
    child[SETTLED_OF] = level[SETTLED_OF] + settled
    child[SETTLED_OF + 1] = level[SETTLED_OF + 1] + others
    child[IDLE_ODD] = (level[IDLE_ODD] + idle) & 1
    judge(search, ply, 64 * index + cell, beta)


@kernel
def weigh_skip(search, ply, move, beta):
    level = search.level[ply]
    child = search.level[ply + 1]
    copy(level, child, LEVEL_WORDS)
    copy(search.sums[ply], search.sums[ply + 1], 4)
    if move == SKIP_IDLE:
        child[IDLE_ODD] = 0
    else:
        child[SETTLED_OF + level[SIDE]] -= 1
    judge(search, ply, move, beta)


@kernel
def judge(search, ply, move, beta):
    """Refute a move, take it as the answer, or list it; ply + 1 holds the position after it."""
    level, child = search.level[ply], search.level[ply + 1]
    side = level[SIDE]
    other = 1 - side
    low, high = bounds(child, other)
    key0, key1 = key_of(
        search.sums[ply + 1], other, child[SETTLED_OF], child[SETTLED_OF + 1], child[IDLE_ODD]
    )
    low, high = recall(search.table, key0, key1, low, high)
    base = settled_lead(child, other) + settled_lead(level, side)
    at_least, at_most = -high - base, -low - base
    if at_least >= beta or at_most < beta:
        level[BEST] = max(level[BEST], at_least if at_least >= beta else at_most)
        return
    lead = child[LEAD] + child[SETTLED_OF] - child[SETTLED_OF + 1]
    lead = 2 * lead + child[SOLO_OF] - child[SOLO_OF + 1]
    add_child(search, ply, move, lead if side == 0 else -lead)


@kernel
def try_next(search, ply):
    """Go down into the most promising move that is left."""
    level = search.level[ply]
    if level[CHILDREN] == 0 or level[BEST] >= level[BETA] - settled_lead(level, level[SIDE]):
        return store(search, ply)
    go_down(search, ply, take_best_child(search, ply))
    search.status[PLY] = ply + 1
    return ENTER


@kernel
def go_down(search, ply, move):
    level, child = search.level[ply], search.level[ply + 1]
    side = level[SIDE]
    copy(level, child, LEVEL_WORDS)
    child[SIDE] = 1 - side
    child[BETA] = 1 - level[BETA]
    copy(search.sums[ply], search.sums[ply + 1], 4)
    if move < 0:
        copy(search.parts[ply], search.parts[ply + 1], level[PARTS])
        if move == SKIP_IDLE:
            child[IDLE_ODD] = 0
        else:
            child[SETTLED_OF + side] -= 1
        return
    index, cell = move >> 6, move & 63
    part = search.pool[search.parts[ply, index]]
    kept = 0
    for each in range(level[PARTS]):
        if each != index:
            search.parts[ply + 1, kept] = search.parts[ply, each]
            kept += 1
    child[PARTS] = kept
    child[LEAD] -= count(part[WHITE]) - count(part[BLACK])
    child[SOLO_OF] -= np.int64(part[SOLO] & BYTE)
    child[SOLO_OF + 1] -= np.int64(part[SOLO] >> ROW)
    for word in range(4):
        search.sums[ply + 1, word] -= part[VIEW + word]
    free, white, black = place(part[FREE], part[WHITE], part[BLACK], side, cell)
    add_parts(search, ply + 1, free, white, black)


@kernel
def leave(search, ply):
    """Give the answer to the ply above, as its player sees it and without its settled points."""
    value = search.level[ply, BEST]
    if ply > 0:
        above = search.level[ply - 1]
        value = -value - settled_lead(above, above[SIDE])
    return go_up(search, ply, value)
