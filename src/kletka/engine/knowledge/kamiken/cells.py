"""Sets of Kamiken's cells as bits of an 8x8 frame: neighbours, turns, parts, hashes."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import kernel
from kletka.engine.solving.proof_table import MIXERS, mix

ZERO = np.uint64(0)
ONE = np.uint64(1)
BYTE = np.uint64(255)
ROW = np.uint64(8)
LEFT_COLUMN = np.uint64(0x0101010101010101)
NOT_LEFT = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_RIGHT = np.uint64(0x7F7F7F7F7F7F7F7F)


@kernel
def count(cells):
    cells -= (cells >> ONE) & np.uint64(0x5555555555555555)
    cells = (cells & np.uint64(0x3333333333333333)) + (
        (cells >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    cells = (cells + (cells >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((cells * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def lowest(cells):
    """The number of the first cell in a non-empty set."""
    return count((cells & (~cells + ONE)) - ONE)


@kernel
def bit(cell):
    return ONE << np.uint64(cell)


@kernel
def beside(cells):
    """All neighbours of a set."""
    return (
        (cells << ROW) | (cells >> ROW) | ((cells & NOT_RIGHT) << ONE) | ((cells & NOT_LEFT) >> ONE)
    )


@kernel
def to_corner(free, white, black):
    """The same cells, moved up and left as far as possible."""
    alive = free | white | black
    down = np.uint64(lowest(alive) & 56)
    columns = alive | (alive >> np.uint64(32))
    columns |= columns >> np.uint64(16)
    columns |= columns >> np.uint64(8)
    shift = down + np.uint64(lowest(columns & BYTE))
    return free >> shift, white >> shift, black >> shift


@kernel
def extent(cells):
    """The numbers of columns and rows that cells in the corner occupy."""
    width = height = 8
    while width > 1 and cells & (LEFT_COLUMN << np.uint64(width - 1)) == ZERO:
        width -= 1
    while height > 1 and cells >> np.uint64(8 * (height - 1)) == ZERO:
        height -= 1
    return width, height


@kernel
def flip_rows(cells):
    cells = ((cells >> np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)) | (
        (cells & np.uint64(0x00FF00FF00FF00FF)) << np.uint64(8)
    )
    cells = ((cells >> np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)) | (
        (cells & np.uint64(0x0000FFFF0000FFFF)) << np.uint64(16)
    )
    return (cells >> np.uint64(32)) | (cells << np.uint64(32))


@kernel
def swap_diagonally(cells):
    """Exchange rows and columns."""
    moved = (cells ^ (cells << np.uint64(28))) & np.uint64(0x0F0F0F0F00000000)
    cells ^= moved ^ (moved >> np.uint64(28))
    moved = (cells ^ (cells << np.uint64(14))) & np.uint64(0x3333000033330000)
    cells ^= moved ^ (moved >> np.uint64(14))
    moved = (cells ^ (cells << np.uint64(7))) & np.uint64(0x5500550055005500)
    return cells ^ moved ^ (moved >> np.uint64(7))


@kernel
def place(free, white, black, side, cell):
    """Rule 1: the board after a stone is placed on a free cell or an own point."""
    stone = bit(cell)
    attacked = beside(stone)
    if side == 0:
        return free & ~(stone | attacked), (white | (free & attacked)) & ~stone, black & ~attacked
    return free & ~(stone | attacked), white & ~attacked, (black | (free & attacked)) & ~stone


@kernel
def first_part(free, white, black):
    """The part that holds the first live cell.

    Adjacent cells of one colour do not interact: only their owner may place there, and already
    attacks both.
    """
    alive = free | white | black
    part = alive & (~alive + ONE)
    while True:
        grown = part | (
            (beside(part & free) & alive)
            | (beside(part & white) & (free | black))
            | (beside(part & black) & (free | white))
        )
        if grown == part:
            return part
        part = grown


# Hashes.


@kernel
def hash_sets(free, mine, theirs, word):
    mixer = MIXERS[word]
    return mix(free + mix(mine + mix(theirs + mixer, mixer) + ONE, mixer), mixer)


@kernel
def hash_shape(free, mine, theirs, word):
    """A hash that all eight orientations of a part share: that of the least of them.

    Alternating two reflections runs through all eight.
    """
    best_free, best_mine, best_theirs = free, mine, theirs
    for turn in range(1, 8):
        if turn & 1:
            free, mine = swap_diagonally(free), swap_diagonally(mine)
            theirs = swap_diagonally(theirs)
        else:
            free, mine, theirs = flip_rows(free), flip_rows(mine), flip_rows(theirs)
        free, mine, theirs = to_corner(free, mine, theirs)
        if free < best_free or (
            free == best_free and (mine < best_mine or (mine == best_mine and theirs < best_theirs))
        ):
            best_free, best_mine, best_theirs = free, mine, theirs
    return hash_sets(best_free, best_mine, best_theirs, word)
