"""Kamiken as a sum of independent parts of the board, and their hashes.

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
  are worth as much as none, because skipping with one is answered with the other (and after a
  player has stopped they are worth nothing). So it only matters whether their number is odd.

Each part has a 128-bit hash for each player's view. A small part is hashed by its game tree (its
lead, and the sets of what each player can make of it), so that parts which look different but play
alike share a hash; a larger part by its shape, in any orientation and place. The sum of the hashes
is the key of the position, from the view of the player to move, so that positions with colours
exchanged share it too.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.kamiken.cells import (
    BYTE,
    ONE,
    ROW,
    ZERO,
    beside,
    count,
    first_part,
    hash_sets,
    hash_shape,
    lowest,
    place,
    to_corner,
)
from kletka.engine.knowledge.kamiken.solo import solo
from kletka.engine.solving.proof_table import MIXERS, mix

# The layout of a part, in the pool and in the cache. VIEW has two words for White, two for Black.
FREE, WHITE, BLACK, VIEW, SOLO = 0, 1, 2, 3, 7
PART_WORDS = 8

TREE_CELLS = 10  # parts of at most this many cells are hashed by their game trees
DEEPEST = TREE_CELLS + 2

MINE_SETTLED = (np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0x9FB21C651E98DF25))
THEIRS_SETTLED = (np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB))
IDLE = (np.uint64(0x8EBC6AF09C88C6E3), np.uint64(0x589965CC75374CC3))


@kernel
def copy(source, target, length):
    """Copy numbers without the temporary array that an assignment would make."""
    for index in range(length):
        target[index] = source[index]


@kernel
def look_up(search, depth, free, white, black, row):
    """Write all that is known of a part to `row`; `depth` counts parts within parts.

    A part and the same with colours exchanged share a slot of the cache.
    """
    free, white, black = to_corner(free, white, black)
    swapped = white > black
    if swapped:
        white, black = black, white
    slot = hash_sets(free, white, black, 0) & np.uint64(len(search.cache) - 1)
    known = search.cache[slot]
    if known[FREE] != free or known[WHITE] != white or known[BLACK] != black:
        if count(free | white | black) <= TREE_CELLS:
            # Options are made right here, because Numba caches no recursion by way of others.
            views = search.views[depth]
            begin_tree(views, white, black)
            options, found = search.options[depth], search.rows[depth]
            for side in range(2):
                made = 0
                unplaced = free | (white if side == 0 else black)
                while unplaced != ZERO:
                    left_free, left_white, left_black, settled, others, idle = settle(
                        *place(free, white, black, side, lowest(unplaced))
                    )
                    unplaced &= unplaced - ONE
                    options[made, :] = 0
                    while left_free | left_white | left_black != ZERO:
                        part = first_part(left_free, left_white, left_black)
                        if is_idle(part, left_free):
                            idle += 1
                        else:
                            within = left_free & part, left_white & part, left_black & part
                            look_up(search, depth + 1, within[0], within[1], within[2], found)
                            add_views(options[made], found)
                        left_free, left_white = left_free & ~part, left_white & ~part
                        left_black &= ~part
                    add_rest(options[made], settled, others, idle & 1)
                    made += is_new(options, made)
                add_options(views, options, made, side)
            known = search.cache[slot]  # parts within it may have used the slot
            end_tree(views, known)
        else:
            hash_by_shape(free, white, black, known)
        known[FREE], known[WHITE], known[BLACK] = free, white, black
        known[SOLO] = np.uint64(
            solo(free, white, black, search.profile) | solo(free, black, white, search.profile) << 8
        )
    copy_part(known, swapped, row)


@inner_kernel
def begin_tree(views, white, black):
    """Begin the hash of a game tree with the lead, from White's and from Black's view."""
    lead = count(white) - count(black)
    views[0] = views[1] = np.uint64(16 + lead)
    views[2] = views[3] = np.uint64(16 - lead)


@inner_kernel
def add_views(sums, part):
    for word in range(4):
        sums[word] += part[VIEW + word]


@inner_kernel
def add_options(views, options, made, side):
    """Add the set of what one side can make of a part to the hash of its game tree."""
    mine, theirs = MIXERS[0], MIXERS[1]
    if side == 1:
        mine, theirs = theirs, mine
    for option in range(made):
        views[0] += mix(options[option, 0] + mine, MIXERS[0])
        views[1] += mix(options[option, 1] + mine, MIXERS[1])
        views[2] += mix(options[option, 2] + theirs, MIXERS[0])
        views[3] += mix(options[option, 3] + theirs, MIXERS[1])


@inner_kernel
def end_tree(views, known):
    for word in range(4):
        known[VIEW + word] = mix(views[word], MIXERS[word & 1])


@inner_kernel
def hash_by_shape(free, white, black, known):
    """Hash a large part by its shape."""
    for word in range(2):
        known[VIEW + word] = hash_shape(free, white, black, word)
        known[VIEW + 2 + word] = hash_shape(free, black, white, word)


@inner_kernel
def copy_part(known, swapped, row):
    """Copy a part from the cache, with colours exchanged back if they were swapped."""
    copy(known, row, PART_WORDS)
    if swapped:
        row[WHITE], row[BLACK] = known[BLACK], known[WHITE]
        row[VIEW], row[VIEW + 1] = known[VIEW + 2], known[VIEW + 3]
        row[VIEW + 2], row[VIEW + 3] = known[VIEW], known[VIEW + 1]
        row[SOLO] = (known[SOLO] >> ROW) | ((known[SOLO] & BYTE) << ROW)


@kernel
def settle(free, white, black):
    """Remove settled points and idle cells from a board; returns the numbers of each too."""
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
    """Whether a part is one white and one black cell: any placement kills both."""
    return part & free == ZERO and count(part) == 2


@kernel
def add_rest(sums, settled_white, settled_black, idle_odd):
    """Add settled points and idle cells to the hashes of both views."""
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
    """Write the parts of a board into the pool from row `top` on, and sum up their hashes.

    Returns the number of parts, their lead, both solos, both settled points, and idle cells.
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


@kernel
def key_of(sums, side, settled_white, settled_black, idle_odd):
    """The key of a position from the view of the player to move, in two words."""
    mine, theirs = (settled_white, settled_black) if side == 0 else (settled_black, settled_white)
    word0 = sums[2 * side] + np.uint64(idle_odd) * IDLE[0]
    word0 += np.uint64(mine) * MINE_SETTLED[0] + np.uint64(theirs) * THEIRS_SETTLED[0]
    word1 = sums[2 * side + 1] + np.uint64(idle_odd) * IDLE[1]
    word1 += np.uint64(mine) * MINE_SETTLED[1] + np.uint64(theirs) * THEIRS_SETTLED[1]
    return mix(word0, MIXERS[0]), mix(word1, MIXERS[1])
