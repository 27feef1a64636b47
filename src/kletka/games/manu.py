"""Manu: jump over an enemy, then take stones in pairs, by leaps and squares.

Moves, with n crossings: `to` places; `n + n * from + to` jumps; then `leap_move(pivot)`,
`square_move(pivot, turn, steps)` and, last, `stop_move()`. During a turn the state holds the
jumper, its only pivot once the two have captured, and whether the turn may end.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, fill
from kletka.games.manu_board import (
    ANY_PIVOT,
    HEADER,
    JUMPER,
    MAY_STOP,
    NOBODY,
    NOWHERE,
    OFF_BOARD,
    PIVOT,
    PREPARES,
    RESERVE,
    ROOM,
    START_RESERVE,
    TAKEN,
    TARGET,
    WINNER,
    crowding,
    landing_behind,
    lift,
    list_stone,
    may_place,
    put,
    sees,
    stone,
    stones_of,
    take,
)
from kletka.games.manu_captures import (
    STEPS_BOUND,
    can_capture,
    leap_move,
    list_captures,
    next_on_square,
    offset_from_pivot,
    square_move,
    stop_move,
)
from kletka.games.manu_jumps import can_jump, jump_completes, jump_landing, list_jumps


def state_size(tables: Tables) -> int:
    return HEADER + 6 * (tables.cells + 1)


def value_size(tables: Tables) -> int:
    return HEADER + tables.cells


def scratch_size(tables: Tables) -> int:
    return moves_bound(tables)


def moves_bound(tables: Tables) -> int:
    """Within a turn: `stop`, four leaps, and the squares both ways around each pivot. No square
    has more crossings on the board than its rim."""
    rim = 4 * (tables.width - 1)
    pivots = int(tables.options[START_RESERVE]) if tables.options[ANY_PIVOT] else 4
    return max(5 * tables.cells, 5 + 2 * rim * pivots)


def longest_game(tables: Tables) -> int:
    """Every turn without a placement takes an enemy stone, so there are few of them. In each,
    every capture takes a stone, and own stones return to the reserve to be placed again."""
    turns, reserve = 2 * int(tables.options[TARGET]) - 1, int(tables.options[START_RESERVE])
    return 2 * reserve + turns * (tables.cells + reserve + 2)


def extra_planes(tables: Tables) -> int:
    return 7


@kernel
def start(state, tables):
    state[:] = 0
    state[WINNER] = NOBODY
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[RESERVE] = state[RESERVE + 1] = tables.options[START_RESERVE]
    refresh(state, tables)


@kernel
def refresh(state, tables):
    state[stone(tables.cells) :] = 0
    state[stone(tables.cells)] = OFF_BOARD
    state[ROOM] = state[ROOM + 1] = 0
    for crossing in range(tables.cells):
        owner = state[stone(crossing)]
        if owner > 0:
            list_stone(state, tables, crossing, owner - 1)
            for direction in range(4):
                neighbour = tables.neighbours[crossing, direction]
                state[crowding(tables, owner - 1, neighbour)] += 1
    for crossing in range(tables.cells):
        for player in range(2):
            state[ROOM + player] += may_place(state, tables, crossing, player)
    if state[TO_MOVE] != OVER and not end_if_won(state, tables) and state[JUMPER] == NOWHERE:
        end_if_stuck(state, tables)


# The contract.


@kernel
def moves(state, tables, out):
    player = int(state[TO_MOVE])
    if player == OVER:
        return 0
    count = 0
    if state[JUMPER] != NOWHERE:
        count = list_captures(state, tables, out)
        if state[MAY_STOP] == 1:
            out[count] = stop_move(tables)
            count += 1
        return count
    if state[RESERVE + player] > 0:
        for crossing in range(tables.cells):
            if may_place(state, tables, crossing, player):
                out[count] = crossing
                count += 1
    return count + list_jumps(state, tables, player, out[count:])


@kernel
def apply(state, tables, move):
    cells = tables.cells
    if move < cells:
        place(state, tables, move)
    elif move == stop_move(tables):
        end_turn(state, tables)
    elif move < leap_move(tables, 0):
        jump(state, tables, (move - cells) // cells, (move - cells) % cells)
    else:
        capture(state, tables, move)


@inner_kernel
def place(state, tables, crossing):
    player = int(state[TO_MOVE])
    state[RESERVE + player] -= 1
    put(state, tables, crossing, player)
    end_turn(state, tables)


@inner_kernel
def jump(state, tables, origin, landing):
    player = int(state[TO_MOVE])
    lift(state, tables, origin, player)
    take(state, tables, landing, player)
    put(state, tables, landing, player)
    if tables.options[PREPARES] == 1:
        state[MAY_STOP] = 0
    state[JUMPER] = landing
    go_on_or_end(state, tables)


@inner_kernel
def capture(state, tables, move):
    """Rule 3, then rule 4: the two change roles."""
    player = int(state[TO_MOVE])
    jumper = int(state[JUMPER])
    if state[PIVOT] == NOWHERE:  # the first capture: what the jump took does not count for it
        state[MAY_STOP] = 0
    if move < square_move(tables, 0, 0, 0):
        pivot = move - leap_move(tables, 0)
        direction, distance = sees(state, tables, jumper, pivot)
        landing = landing_behind(tables, pivot, distance, direction)
        lift(state, tables, jumper, player)
        take(state, tables, landing, player)
    else:
        code = move - square_move(tables, 0, 0, 0)
        steps = code % STEPS_BOUND
        turn = code // STEPS_BOUND % 2
        pivot = code // (2 * STEPS_BOUND)
        landing = run_square(state, tables, jumper, pivot, turn, steps)
    put(state, tables, landing, player)
    state[JUMPER] = pivot
    state[PIVOT] = landing
    go_on_or_end(state, tables)


@inner_kernel
def run_square(state, tables, jumper, pivot, turn, steps):
    """Take all stones on the first steps of a square; returns the last crossing."""
    player = int(state[TO_MOVE])
    size = tables.width
    across, down = offset_from_pivot(tables, jumper, pivot, turn)
    distance = max(abs(across), abs(down))
    lift(state, tables, jumper, player)
    landing = jumper
    for _ in range(steps):
        across, down = next_on_square(across, down, distance)
        landing = pivot + down * size + (across if turn == 0 else -across)
        take(state, tables, landing, player)
    return landing


@inner_kernel
def go_on_or_end(state, tables):
    """Rules 6 and 7: end the turn if nothing more can be captured, and the game if it is won."""
    if not end_if_won(state, tables) and not can_capture(state, tables):
        end_turn(state, tables)


@inner_kernel
def end_turn(state, tables):
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[MAY_STOP] = 0
    state[TO_MOVE] = 1 - state[TO_MOVE]
    end_if_stuck(state, tables)


@inner_kernel
def end_if_won(state, tables):
    """Rule 7: the target is reached."""
    for player in range(2):
        if state[TAKEN + player] >= tables.options[TARGET]:
            finish(state, player)
            return True
    return False


@inner_kernel
def end_if_stuck(state, tables):
    """Rule 7: a player that has no legal turn loses."""
    if not has_turn(state, tables, state[TO_MOVE]):
        finish(state, 1 - state[TO_MOVE])


@inner_kernel
def has_turn(state, tables, player):
    """Whether the player can begin a turn, by a placement or a jump."""
    return (state[RESERVE + player] > 0 and state[ROOM + player] > 0) or can_jump(
        state, tables, player
    )


@inner_kernel
def finish(state, winner):
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[MAY_STOP] = 0
    state[WINNER] = winner
    state[TO_MOVE] = OVER


@kernel
def points(state, tables, out):
    out[0] = state[TAKEN]
    out[1] = state[TAKEN + 1]


@inner_kernel
def winners(state, tables, points):
    return 1 << state[WINNER]


@kernel
def playout(state, tables, seed, scratch):
    played = 0
    while state[TO_MOVE] != OVER:
        if state[JUMPER] == NOWHERE:
            begin_turn(state, tables, seed)
        else:
            apply(state, tables, scratch[draw(seed, moves(state, tables, scratch))])
        played += 1
    return played


@inner_kernel
def begin_turn(state, tables, seed):
    """Play a placement or a jump, drawn uniformly without listing them.

    A draw from all placements and all stones and directions is repeated until it is legal. A
    jump that two directions give counts only for the first.
    """
    player = int(state[TO_MOVE])
    room = int(state[ROOM + player]) if state[RESERVE + player] > 0 else 0
    stones = stones_of(tables, player)
    while True:
        drawn = draw(seed, room + 4 * state[stones]) - room
        if drawn < 0:
            place(state, tables, draw_placement(state, tables, seed, player))
            return
        origin = int(state[stones + 1 + (drawn >> 2)])
        landing = jump_landing(state, tables, origin, drawn & 3, player)
        if (
            landing != NOWHERE
            and not jumped_before(state, tables, origin, landing, drawn & 3, player)
            and jump_completes(state, tables, origin, landing, player)
        ):
            jump(state, tables, origin, landing)
            return


@inner_kernel
def jumped_before(state, tables, origin, landing, direction, player):
    """Whether an earlier direction gives the same jump."""
    for earlier in range(direction):
        if jump_landing(state, tables, origin, earlier, player) == landing:
            return True
    return False


@inner_kernel
def draw_placement(state, tables, seed, player):
    """A uniform draw from the crossings where the player may place; there must be one."""
    crossing = draw(seed, tables.cells)
    while not may_place(state, tables, crossing, player):
        crossing = draw(seed, tables.cells)
    return crossing


# For other parts of the package.


@inner_kernel
def owner(state, tables, cell):
    return state[stone(cell)]


@inner_kernel
def in_turn(state, tables):
    return state[JUMPER] != NOWHERE


@kernel
def observe(state, tables, observer, spots, planes):
    """Fill planes with reserves, stones taken, and the turn under way: jumper, pivot, may end."""
    for turn in range(2):
        player = (observer + turn) % 2
        fill(planes[turn], spots, state[RESERVE + player] / tables.cells)
        # The last turn may take more than the target; values on planes are at most 1.
        fill(planes[2 + turn], spots, min(state[TAKEN + player] / tables.options[TARGET], 1.0))
    if state[JUMPER] != NOWHERE:
        planes[4, spots[state[JUMPER]]] = 1
    if state[PIVOT] != NOWHERE:
        planes[5, spots[state[PIVOT]]] = 1
    fill(planes[6], spots, state[MAY_STOP])


@kernel
def least_supply(state, tables):
    return min(state[RESERVE], state[RESERVE + 1])


@kernel
def removed(state, tables, points):
    """The enemy stones that both players have taken."""
    return float(state[TAKEN] + state[TAKEN + 1])
