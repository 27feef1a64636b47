"""Manu's captures: leaps and squares by a jumper and a pivot of one colour (rules 3, 4 and 6)."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import TO_MOVE
from kletka.games.manu_board import (
    ANY_PIVOT,
    JUMPER,
    MAY_STOP,
    NOWHERE,
    PIVOT,
    SWEEP,
    column,
    first_seen,
    landing_behind,
    row,
    sees,
    span,
    stone,
    way_is_empty,
)

# Moves as numbers.

STEPS_BOUND = 256  # more than the longest square, 8 * 25


@inner_kernel
def jump_move(tables, origin, landing):
    return tables.cells + tables.cells * origin + landing


@inner_kernel
def leap_move(tables, pivot):
    return tables.cells + tables.cells * tables.cells + pivot


@inner_kernel
def square_move(tables, pivot, turn, steps):
    """`turn` is 0 for clockwise, 1 for anticlockwise."""
    return tables.cells * (2 + tables.cells) + (2 * pivot + turn) * STEPS_BOUND + steps


@inner_kernel
def stop_move(tables):
    return tables.cells * (2 + tables.cells + 2 * STEPS_BOUND)


# Captures by a jumper and a pivot of one colour, which it sees in a direction at a distance. These
# functions look only at the board.


@inner_kernel
def leap_landing(state, tables, jumper, pivot, direction, distance):
    """Rule 3: the crossing where a leap over the pivot takes a stone, or NOWHERE."""
    landing = landing_behind(tables, pivot, distance, direction)
    if (
        state[stone(landing)] > 0
        and landing != jumper
        and way_is_empty(state, tables, jumper, pivot, distance, direction)
    ):
        return landing
    return NOWHERE


@inner_kernel
def square_reach(state, tables, jumper, pivot, distance, turn, player):
    """Rule 3: the numbers of steps to the first enemy stone of a square and to its last crossing;
    it may stop anywhere between. 0 and 0 if it takes no enemy stone.

    Only a sweep can come back to where it started, which is empty then.
    """
    size = tables.width
    first = last = 0
    across, down = offset_from_pivot(tables, jumper, pivot, turn)
    for step in range(1, 8 * distance + tables.options[SWEEP]):
        across, down = next_on_square(across, down, distance)
        x = column(tables, pivot) + (across if turn == 0 else -across)
        y = row(tables, pivot) + down
        if x < 0 or x >= size or y < 0 or y >= size:
            break
        owner = state[stone(y * size + x)]
        if owner <= 0 and tables.options[SWEEP] == 0:
            break
        if owner == 2 - player and first == 0:
            first = step
        if first > 0:
            last = step
    return first, last


@inner_kernel
def offset_from_pivot(tables, jumper, pivot, turn):
    """The offset from pivot to jumper, mirrored if anticlockwise, so that squares go clockwise."""
    across = column(tables, jumper) - column(tables, pivot)
    return across if turn == 0 else -across, row(tables, jumper) - row(tables, pivot)


@inner_kernel
def next_on_square(across, down, half_side):
    """The next offset clockwise around the square; row 1 is on top."""
    if down == -half_side and across < half_side:
        return across + 1, down
    if across == half_side and down < half_side:
        return across, down + 1
    if down == half_side and across > -half_side:
        return across - 1, down
    return across, down - 1


@inner_kernel
def square_takes(state, tables, jumper, pivot, distance, player):
    """Whether a square in either direction takes an enemy stone."""
    return (
        square_reach(state, tables, jumper, pivot, distance, 0, player)[0] > 0
        or square_reach(state, tables, jumper, pivot, distance, 1, player)[0] > 0
    )


@inner_kernel
def leap_completes(state, tables, jumper, pivot, landing, player):
    """Rule 6: whether a series that begins with this leap takes an enemy stone.

    Until it does, the two can only leap onto stones of their own. The leaps are tried out on the
    board: a crossing that was left holds a negative number for the crossing left before it, which
    does not count as a stone.
    """
    completes = state[stone(landing)] == 2 - player
    left = NOWHERE
    while landing != NOWHERE and not completes:
        state[stone(jumper)] = -2 - left
        left = jumper
        jumper, pivot = pivot, landing  # rule 4: they change roles
        landing = NOWHERE
        direction, distance = sees(state, tables, jumper, pivot)
        if distance > 0:
            landing = leap_landing(state, tables, jumper, pivot, direction, distance)
            completes = (
                landing != NOWHERE and state[stone(landing)] == 2 - player
            ) or square_takes(state, tables, jumper, pivot, distance, player)
        elif tables.options[ANY_PIVOT] == 1:
            completes = takes_round_any(state, tables, jumper, pivot, player)
    while left != NOWHERE:
        before = -2 - int(state[stone(left)])
        state[stone(left)] = player + 1
        left = before
    return completes


@inner_kernel
def series_completes(state, tables, jumper, pivot, direction, distance, player):
    """Rule 6: whether the two stones, changing roles, can take an enemy stone."""
    if square_takes(state, tables, jumper, pivot, distance, player):
        return True
    landing = leap_landing(state, tables, jumper, pivot, direction, distance)
    return landing != NOWHERE and leap_completes(state, tables, jumper, pivot, landing, player)


@inner_kernel
def pivot_in(state, tables, direction):
    """The pivot that the jumper may use in that direction and its distance, or NOWHERE and 0."""
    pivot, distance = first_seen(state, tables, int(state[JUMPER]), direction)
    if (
        pivot == NOWHERE
        or state[stone(pivot)] != state[TO_MOVE] + 1
        or (state[PIVOT] != NOWHERE and state[PIVOT] != pivot)
    ):
        return NOWHERE, 0
    return pivot, distance


@inner_kernel
def have_taken(state):
    """Rule 6: whether the captures of this turn have taken an enemy stone; the jump does not
    count for them."""
    return state[MAY_STOP] == 1 and state[PIVOT] != NOWHERE


@inner_kernel
def list_captures(state, tables, out):
    jumper = int(state[JUMPER])
    player = int(state[TO_MOVE])
    count = 0
    for direction in (0, 3, 1, 2):  # so the pivots come in ascending order
        pivot, distance = pivot_in(state, tables, direction)
        if pivot != NOWHERE:
            landing = leap_landing(state, tables, jumper, pivot, direction, distance)
            if landing != NOWHERE and (
                have_taken(state) or leap_completes(state, tables, jumper, pivot, landing, player)
            ):
                out[count] = leap_move(tables, pivot)
                count += 1
    if tables.options[ANY_PIVOT] == 1:
        return list_squares_round_any(state, tables, count, out)
    for direction in (0, 3, 1, 2):
        pivot, distance = pivot_in(state, tables, direction)
        if pivot != NOWHERE:
            count = list_squares(state, tables, jumper, pivot, distance, player, count, out)
    return count


@inner_kernel
def list_squares(state, tables, jumper, pivot, distance, player, count, out):
    """List the squares around a pivot from out[count] on; returns the new count."""
    for turn in range(2):
        first, last = square_reach(state, tables, jumper, pivot, distance, turn, player)
        if first > 0:
            for steps in range(first, last + 1):
                out[count] = square_move(tables, pivot, turn, steps)
                count += 1
    return count


@inner_kernel
def can_capture(state, tables):
    """Whether the jumper can make any capture that rule 6 allows."""
    jumper = int(state[JUMPER])
    player = int(state[TO_MOVE])
    for direction in range(4):
        pivot, distance = pivot_in(state, tables, direction)
        if pivot != NOWHERE:
            landing = leap_landing(state, tables, jumper, pivot, direction, distance)
            if landing != NOWHERE and (
                have_taken(state) or leap_completes(state, tables, jumper, pivot, landing, player)
            ):
                return True
            if square_takes(state, tables, jumper, pivot, distance, player):
                return True
    return tables.options[ANY_PIVOT] == 1 and takes_round_any(
        state, tables, jumper, int(state[PIVOT]), player
    )


# With pivot=any a square may go round a stone that the jumper does not see. `only` is the one
# pivot that it may use, or NOWHERE if it may choose.


@inner_kernel
def may_go_round(state, pivot, jumper, only, player):
    return state[stone(pivot)] == player + 1 and pivot != jumper and only in (NOWHERE, pivot)


@kernel
def takes_round_any(state, tables, jumper, only, player):
    """Whether a square around any stone of the player takes an enemy stone."""
    for pivot in range(tables.cells):
        if may_go_round(state, pivot, jumper, only, player) and square_takes(
            state, tables, jumper, pivot, span(tables, jumper, pivot), player
        ):
            return True
    return False


@kernel
def list_squares_round_any(state, tables, count, out):
    """List the squares around all stones of the player; returns the new count."""
    jumper = int(state[JUMPER])
    player = int(state[TO_MOVE])
    only = int(state[PIVOT])
    for pivot in range(tables.cells):
        if may_go_round(state, pivot, jumper, only, player):
            distance = span(tables, jumper, pivot)
            count = list_squares(state, tables, jumper, pivot, distance, player, count, out)
    return count
