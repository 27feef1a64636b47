"""Exact solving of Kamiken: null-window alpha-beta over independent parts of the board.

Once placed, a stone's colour no longer matters, but for what it attacks. So a cell is *free*
(nobody attacks it), *white* or *black* (empty and attacked by that player alone: a point, and
only its owner may place there), or dead. Cells only ever go free -> white or black -> dead.

A position is a sum of parts that no placement connects, each as three sets of bits in an 8x8
frame of its own, and what is left besides:

- a *settled* point: a white cell with no free and no black cell beside it. No placement changes
  it but White's own on it, which does nothing else: a turn skipped at the price of a point. All
  settled points of a player are alike, so their number is enough.
- an *idle* cell: free with nothing alive beside it, or a white and a black cell that have only
  each other. Either player may use it once to skip a turn, and nothing else happens. Two of them
  are worth as much as none: whoever skips with one is answered with the other (and with a player
  who has stopped they are worth nothing). So only whether their number is odd counts.

Skipping a turn has to be kept: `pass` is final (rule 2), and that a turn is never a burden is
what tens of thousands of small positions show, but nothing that is proved.

Parts are known by a hash of 128 bits, once for each player's view: a small part by its game tree
(its lead, and the sets of what each player can make of it), so that parts which look different
but play alike are one; a larger part by its shape, whichever way it is turned and wherever it
lies. The sum of the hashes is the key of the position. The player to move is always "mine" in it,
which makes positions with colours exchanged one as well.

*Solo* is what a player can still gain by placing alone, after the other has stopped. It is the
exact value of stopping, and as the opponent may stop after any move, it also bounds what a player
can get.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.engine.kernels.kamiken_cells import (
    BYTE,
    ONE,
    ROW,
    ZERO,
    beside,
    count,
    extent,
    first_part,
    flip_rows,
    hash_sets,
    hash_shape,
    lowest,
    place,
    to_corner,
)
from kletka.engine.kernels.kamiken_solo import BRANCHING_CELLS, solo
from kletka.engine.kernels.solve_any import MIXERS, mix, recall, remember
from kletka.games.compiling import kernel

# A part, as it lies in a pool and in the cache. The two views: White's, then Black's.
FREE, WHITE, BLACK, VIEW, SOLO = 0, 1, 2, 3, 7
PART_WORDS = 8

TREE_CELLS = 10  # parts of at most so many cells are known by their game trees
DEEPEST = TREE_CELLS + 2
LARGE_PART_STEPS = 16384  # solo of a large part takes as long as so many steps of the search

MINE_SETTLED = (np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0x9FB21C651E98DF25))
THEIRS_SETTLED = (np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB))
IDLE = (np.uint64(0x8EBC6AF09C88C6E3), np.uint64(0x589965CC75374CC3))

# Search.status
STATUS, PLY, NODES, RESULT = 0, 1, 2, 3
ENTER, LIST, NEXT, LEAVE, DONE = 0, 1, 2, 3, 4

# Search.level: what each ply of the search knows.
SIDE = 0  # who is to move
BETA = 1  # the question: does the player to move get at least this?
BEST = 2
LOW = 3
HIGH = 4
LEAD = 5  # White's points less Black's, without settled ones
SOLO_OF = 6  # two numbers
SETTLED_OF = 8  # two numbers
IDLE_ODD = 10
PARTS = 11  # how many
POOL_TOP = 12
CHILDREN = 13  # how many
BEGUN = 14  # nodes when it was entered
LISTED_PART = 15  # whose moves are being listed
LEVEL_WORDS = 16

SKIP_IDLE = -1
SKIP_SETTLED = -2


class Search(NamedTuple):
    """All that the solver works on; made by `kletka.engine.solving`."""

    status: np.ndarray  # int64
    level: np.ndarray  # int64[plies, LEVEL_WORDS]
    sums: np.ndarray  # uint64[plies, 4]: the parts' hashes added up, two words for each view
    unlisted: np.ndarray  # uint64[plies]: cells of that part whose moves are not listed yet
    parts: np.ndarray  # int16[plies, parts]: rows of the pool
    move: np.ndarray  # int16[plies, children]: 64 * part + cell, or a SKIP
    score: np.ndarray  # int16[plies, children]: the higher, the sooner it is tried
    pool: np.ndarray  # uint64[rows, PART_WORDS]
    table: np.ndarray  # uint64[buckets, 2 * BUCKET]
    cache: np.ndarray  # uint64[slots, PART_WORDS]: parts seen before
    options: np.ndarray  # uint64[DEEPEST, TREE_CELLS, 4]: what can be made of a small part
    rows: np.ndarray  # uint64[DEEPEST, PART_WORDS]
    profile: np.ndarray  # int32[2, 3 ** 8]


@kernel
def copy(source, target, length):
    """Assigning one array to another would make a third between them."""
    for index in range(length):
        target[index] = source[index]


# Parts.


@kernel
def look_up(search, depth, free, white, black, row):
    """Write down in `row` all that is known of a part; `depth` counts parts within parts."""
    free, white, black = to_corner(free, white, black)
    swapped = white > black  # a part and the one with colours exchanged share a slot
    if swapped:
        white, black = black, white
    slot = hash_sets(free, white, black, 0) & np.uint64(len(search.cache) - 1)
    known = search.cache[slot]
    if known[FREE] != free or known[WHITE] != white or known[BLACK] != black:
        cells = count(free | white | black)
        if cells <= TREE_CELLS:
            # The part's game tree: its lead, and the set of what each player can make of it.
            lead = np.uint64(np.int64(16) + count(white) - count(black))
            other_lead = np.uint64(np.int64(16) + count(black) - count(white))
            view0, view1, view2, view3 = lead, lead, other_lead, other_lead
            options = search.options[depth]
            found = search.rows[depth]
            for side in range(2):
                made = 0
                cells_left = free | (white if side == 0 else black)
                while cells_left != ZERO:
                    cell = lowest(cells_left)
                    cells_left &= cells_left - ONE
                    left_free, left_white, left_black = place(free, white, black, side, cell)
                    left_free, left_white, left_black, settled, others, idle = settle(
                        left_free, left_white, left_black
                    )
                    options[made, :] = 0
                    while left_free | left_white | left_black != ZERO:
                        part = first_part(left_free, left_white, left_black)
                        if is_idle(part, left_free):
                            idle += 1
                        else:
                            look_up(
                                search,
                                depth + 1,
                                left_free & part,
                                left_white & part,
                                left_black & part,
                                found,
                            )
                            for word in range(4):
                                options[made, word] += found[VIEW + word]
                        left_free &= ~part
                        left_white &= ~part
                        left_black &= ~part
                    add_rest(options[made], settled, others, idle & 1)
                    made += is_new(options, made)
                for option in range(made):
                    mine, theirs = MIXERS[0], MIXERS[1]
                    if side == 1:
                        mine, theirs = theirs, mine
                    view0 += mix(options[option, 0] + mine, MIXERS[0])
                    view1 += mix(options[option, 1] + mine, MIXERS[1])
                    view2 += mix(options[option, 2] + theirs, MIXERS[0])
                    view3 += mix(options[option, 3] + theirs, MIXERS[1])
            known = search.cache[slot]
            known[VIEW] = mix(view0, MIXERS[0])
            known[VIEW + 1] = mix(view1, MIXERS[1])
            known[VIEW + 2] = mix(view2, MIXERS[0])
            known[VIEW + 3] = mix(view3, MIXERS[1])
        else:
            for word in range(2):
                known[VIEW + word] = hash_shape(free, white, black, word)
                known[VIEW + 2 + word] = hash_shape(free, black, white, word)
        known[FREE], known[WHITE], known[BLACK] = free, white, black
        known[SOLO] = np.uint64(
            solo(free, white, black, search.profile) | solo(free, black, white, search.profile) << 8
        )
    if swapped:
        row[FREE], row[WHITE], row[BLACK] = free, black, white
        row[VIEW], row[VIEW + 1] = known[VIEW + 2], known[VIEW + 3]
        row[VIEW + 2], row[VIEW + 3] = known[VIEW], known[VIEW + 1]
        row[SOLO] = (known[SOLO] >> ROW) | ((known[SOLO] & BYTE) << ROW)
    else:
        copy(known, row, PART_WORDS)


@kernel
def settle(free, white, black):
    """Take settled points and idle cells out of a board; how many of each there are."""
    settled_white = white & ~beside(free | black)
    settled_black = black & ~beside(free | white)
    idle = free & ~beside(free | white | black)
    return (
        free ^ idle,
        white ^ settled_white,
        black ^ settled_black,
        count(settled_white),
        count(settled_black),
        count(idle),
    )


@kernel
def is_idle(part, free):
    """Whether a part is a white and a black cell: whoever places there, both are dead."""
    return part & free == ZERO and count(part) == 2


@kernel
def add_rest(sums, settled_white, settled_black, idle_odd):
    """Add to both views' hashes what does not lie in parts."""
    for word in range(2):
        mine, theirs = MINE_SETTLED[word], THEIRS_SETTLED[word]
        idle = np.uint64(idle_odd) * IDLE[word]
        sums[word] += idle + np.uint64(settled_white) * mine + np.uint64(settled_black) * theirs
        sums[2 + word] += idle + np.uint64(settled_black) * mine + np.uint64(settled_white) * theirs


@kernel
def is_new(options, last):
    for option in range(last):
        if options[option, 0] == options[last, 0] and options[option, 1] == options[last, 1]:
            return False
    return True


@kernel
def divide(search, top, free, white, black, sums):
    """Write the parts of a board into the pool from row `top` on, and add up what they say.

    Returns how many parts there are, the lead in them, the solos, settled points, idle cells.
    """
    free, white, black, settled, others, idle = settle(free, white, black)
    lead = count(white) - count(black)
    solo_white = solo_black = parts = 0
    first = np.int64(0)  # Numba crashes on the cached form of a recursion begun with a literal
    sums[:] = 0
    while free | white | black != ZERO:
        part = first_part(free, white, black)
        if is_idle(part, free):
            idle += 1
        else:
            row = search.pool[top + parts]
            look_up(search, first, free & part, white & part, black & part, row)
            parts += 1
            for word in range(4):
                sums[word] += row[VIEW + word]
            solo_white += np.int64(row[SOLO] & BYTE)
            solo_black += np.int64(row[SOLO] >> ROW)
        free &= ~part
        white &= ~part
        black &= ~part
    return parts, lead, solo_white, solo_black, settled, others, idle


# The table of positions. Values are those of the player to move, without settled points: their
# numbers are part of the key.


@kernel
def key_of(sums, side, settled_white, settled_black, idle_odd):
    """Two words that stand for a position as the player to move sees it."""
    mine, theirs = (settled_white, settled_black) if side == 0 else (settled_black, settled_white)
    word0 = sums[2 * side] + np.uint64(idle_odd) * IDLE[0]
    word0 += np.uint64(mine) * MINE_SETTLED[0] + np.uint64(theirs) * THEIRS_SETTLED[0]
    word1 = sums[2 * side + 1] + np.uint64(idle_odd) * IDLE[1]
    word1 += np.uint64(mine) * MINE_SETTLED[1] + np.uint64(theirs) * THEIRS_SETTLED[1]
    return mix(word0, MIXERS[0]), mix(word1, MIXERS[1])


# The search. A question is put at each ply: does the player to move get at least BETA? Here and
# in the levels, values count the player to move's points less the opponent's, settled ones
# included as they stand at that ply.


@kernel
def ask(search, side, beta):
    """Put a question about a position, whose boards are then added; `run` answers it."""
    level = search.level[0]
    level[:] = 0
    level[SIDE] = side
    level[BETA] = beta
    search.sums[0, :] = 0
    search.status[STATUS] = ENTER
    search.status[PLY] = 0


@kernel
def add_board(search, free, white, black):
    """Add what lies in a frame to the position that the question is about."""
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
    """Go on answering for some steps, or until there are that many nodes; whether it is done.

    status[RESULT] is at least BETA if and only if the value is, and then the value is at least
    that; otherwise it is at most that.
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
    """What stopping gives, and what the opponent's stopping would (without settled points)."""
    lead = level[LEAD] if side == 0 else -level[LEAD]
    return lead - level[SOLO_OF + 1 - side], lead + level[SOLO_OF + side]


@kernel
def enter(search, ply):
    """Look at a position for the first time: is the answer known?"""
    level = search.level[ply]
    side = level[SIDE]
    sums = search.sums[ply]
    base = settled_lead(level, side)
    beta = level[BETA] - base
    stopping, high = bounds(level, side)
    low = stopping
    if low < beta and high >= beta:
        if high > 0 and beta > 0 and can_be_mirrored(search, ply):
            high = 0
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
    beta = level[BETA] - settled_lead(level, side)
    low, high = level[LOW], level[HIGH]
    if level[BEST] >= beta:
        low = max(low, level[BEST])
    else:
        high = level[BEST] = min(high, level[BEST])
    key0, key1 = key_of(
        search.sums[ply], side, level[SETTLED_OF], level[SETTLED_OF + 1], level[IDLE_ODD]
    )
    remember(search.table, key0, key1, low, high, search.status[NODES] - level[BEGUN])
    return answer(search, ply)


@kernel
def answer(search, ply):
    """Settled points come back into what is answered."""
    level = search.level[ply]
    level[BEST] += settled_lead(level, level[SIDE])
    return LEAVE


@kernel
def list_move(search, ply):
    """Look at what the next move leads to; one a step, as on large boards that takes a while."""
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
    """What a placement leads to, by the bounds and the table."""
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
    """Take a move as refuted, as the answer, or onto the list; ply + 1 holds what it leads to."""
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
    listed = level[CHILDREN]
    search.move[ply, listed] = move
    search.score[ply, listed] = lead if side == 0 else -lead
    level[CHILDREN] = listed + 1


@kernel
def try_next(search, ply):
    """Go down into the most promising move that is left."""
    level = search.level[ply]
    if level[CHILDREN] == 0 or level[BEST] >= level[BETA] - settled_lead(level, level[SIDE]):
        return store(search, ply)
    scores = search.score[ply]
    best = 0
    last = level[CHILDREN] - 1
    for index in range(1, last + 1):
        if scores[index] > scores[best]:
            best = index
    move = search.move[ply, best]
    search.move[ply, best], scores[best] = search.move[ply, last], scores[last]
    level[CHILDREN] = last
    go_down(search, ply, move)
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
    """Tell the ply above what was answered."""
    value = search.level[ply, BEST]
    if ply == 0:
        search.status[RESULT] = value
        return DONE
    above = search.level[ply - 1]
    above[BEST] = max(above[BEST], -value - settled_lead(above, above[SIDE]))
    search.status[PLY] = ply - 1
    return NEXT


# Mirroring: if the board is its own image with colours exchanged, the opponent can answer every
# placement with its image, so that the player to move gets no more than 0.


@kernel
def can_be_mirrored(search, ply):
    """Whether each part is answered in another that is its image, or in itself by a half turn."""
    level = search.level[ply]
    sums = search.sums[ply]
    if (
        sums[0] != sums[2]
        or sums[1] != sums[3]
        or level[IDLE_ODD]
        or level[SETTLED_OF] != level[SETTLED_OF + 1]
    ):
        return False
    for index in range(level[PARTS]):
        part = search.pool[search.parts[ply, index]]
        if not half_turn_mirrors(part[FREE], part[WHITE], part[BLACK]):
            return False
    return True


@kernel
def half_turn_mirrors(free, white, black):
    """Whether a half turn exchanges the colours, and brings no cell onto itself or beside itself.

    The latter holds if the middle of the part is a corner of cells: both sides are even.
    """
    turned_free, turned_white, turned_black = to_corner(
        half_turn(free), half_turn(white), half_turn(black)
    )
    if turned_free != free or turned_white != black or turned_black != white:
        return False
    width, height = extent(free | white | black)
    return width & 1 == 0 and height & 1 == 0


@kernel
def half_turn(cells):
    """Rows and columns reversed."""
    cells = flip_rows(cells)
    cells = ((cells >> ONE) & np.uint64(0x5555555555555555)) | (
        (cells & np.uint64(0x5555555555555555)) << ONE
    )
    cells = ((cells >> np.uint64(2)) & np.uint64(0x3333333333333333)) | (
        (cells & np.uint64(0x3333333333333333)) << np.uint64(2)
    )
    return ((cells >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)) | (
        (cells & np.uint64(0x0F0F0F0F0F0F0F0F)) << np.uint64(4)
    )
