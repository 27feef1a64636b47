"""Copying in Kamiken: a player that answers every stone with its image gets at least 0.

The image of a board is the board after a half turn, with the colours exchanged. If a board is its
own image and no cell is its own or beside its own, the opponent of the player to move can copy:
what the player may place on, the opponent may then place on its image, and each point has its
image. The only cell that is ever in the way is the centre of a board with odd sides. The player to
move who can place there takes it and copies from then on; what it attacks is closed to the other.

Only what a cell is matters (see `parts.py`), not the colour of the stones placed long ago.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge.kamiken.cells import ONE, ZERO, bit, extent, flip_rows, to_corner
from kletka.engine.knowledge.kamiken.parts import BLACK as BLACK_CELLS
from kletka.engine.knowledge.kamiken.parts import FREE as FREE_CELLS
from kletka.engine.knowledge.kamiken.parts import VIEW
from kletka.engine.knowledge.kamiken.parts import WHITE as WHITE_CELLS
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.kamiken import HEADER, PASSED

NOBODY, MOVER, OPPONENT = 0, 1, 2  # the player that gets at least 0 by copying

# What a cell is, by its marks.
FREE, WHITE, BLACK, DEAD = 0, 1, 2, 3


# A whole board.


@kernel
def bounds(state, tables, scratch):
    """Bounds of White's lead without komi: all cells, or 0 where a player can copy."""
    copier = copier_on_board(state, tables)
    if copier == NOBODY:
        return -tables.cells, tables.cells
    if (copier == MOVER) == (state[TO_MOVE] == 0):
        return 0, tables.cells
    return -tables.cells, 0


@kernel
def copier_on_board(state, tables):
    """The player that can copy; only before any player has passed."""
    mover = state[TO_MOVE]
    if state[PASSED] or mover == OVER:
        return NOBODY
    marks = state[HEADER:]
    last = tables.cells - 1
    centre = last >> 1 if tables.cells & 1 else -1
    whole = True
    for cell in range(tables.cells >> 1):
        if kind(marks[last - cell]) != exchanged(kind(marks[cell])):
            if centre < 0 or not is_beside(tables, centre, cell):
                return NOBODY
            whole = False
    if whole:
        if centre < 0 or kind(marks[centre]) == DEAD:
            return OPPONENT
        return MOVER if kind(marks[centre]) == FREE else NOBODY
    return OPPONENT if has_taken_centre(marks, tables, centre, 1 - mover) else NOBODY


@inner_kernel
def kind(marks):
    return min(np.int64(marks), DEAD)


@inner_kernel
def exchanged(kind):
    """The same with colours exchanged."""
    return BLACK + WHITE - kind if kind == WHITE or kind == BLACK else kind


@inner_kernel
def is_beside(tables, centre, cell):
    for direction in range(4):
        if tables.neighbours[centre, direction] == cell:
            return True
    return False


@inner_kernel
def has_taken_centre(marks, tables, centre, player):
    """Whether nobody can place on the centre, and only the player on the cells beside it."""
    if kind(marks[centre]) != DEAD:
        return False
    for direction in range(4):
        beside = kind(marks[tables.neighbours[centre, direction]])
        if beside != DEAD and beside != WHITE + player:
            return False
    return True


# A board as a sum of parts, none of which has settled points of one player more than of the other.

NO_IMAGE, IMAGE, WITH_CENTRE = 0, 1, 2


@kernel
def copier_of_parts(pool, parts, number, sums, idle_odd):
    """The player that can copy, where `parts` are so many rows of the pool.

    A part and its image are a pair: what is placed on one is copied on the other. A part that is
    left over must be its own image. An idle cell serves as a centre.
    """
    if sums[0] != sums[2] or sums[1] != sums[3]:
        return NOBODY
    centres = idle_odd
    for index in range(number):
        part = pool[parts[index]]
        if part[VIEW] == part[VIEW + 2] and is_left_over(pool, parts, number, index):
            image = own_image(part[FREE_CELLS], part[WHITE_CELLS], part[BLACK_CELLS])
            if image == NO_IMAGE:
                return NOBODY
            centres += image == WITH_CENTRE
    if centres > 1:
        return NOBODY
    return MOVER if centres else OPPONENT


@kernel
def is_left_over(pool, parts, number, index):
    """Whether it is the first of an odd number of equal parts."""
    part = pool[parts[index]]
    equal = 0
    for other in range(number):
        beside = pool[parts[other]]
        if beside[VIEW] == part[VIEW] and beside[VIEW + 1] == part[VIEW + 1]:
            if other < index:
                return False
            equal += 1
    return equal & 1 == 1


@kernel
def own_image(free, white, black):
    """Whether a part is its own image, and whether it has a free cell that is its own."""
    turned_free, turned_white, turned_black = to_corner(
        half_turn(free), half_turn(white), half_turn(black)
    )
    if turned_free != free or turned_white != black or turned_black != white:
        return NO_IMAGE
    width, height = extent(free | white | black)
    middle = (free | white | black) & bit(8 * ((height - 1) >> 1) + ((width - 1) >> 1))
    if (width & 1 == 0 and height & 1 == 0) or middle == ZERO:
        return IMAGE
    return WITH_CENTRE if width & 1 and height & 1 else NO_IMAGE


@kernel
def half_turn(cells):
    """Reverse rows and columns."""
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
