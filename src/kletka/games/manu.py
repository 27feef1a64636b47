"""Manu: jump over an enemy, then take stones in pairs, by leaps and squares.

Moves, with n crossings: `to` places; `n + n * from + to` jumps; then `leap_move(pivot)`,
`square_move(pivot, turn, steps)` and, last, `stop_move()`. While a turn goes on, the state
remembers the jumper, its only pivot once the two have captured, and whether an enemy stone has
been taken yet.
"""

from __future__ import annotations

from kletka.games.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw

# The header of the state.
WINNER = 1  # or NOBODY
JUMPER = 2  # the crossing of the stone that jumped, or NOWHERE between turns
PIVOT = 3  # its only pivot, or NOWHERE while it may choose one
HAS_TAKEN = 4  # 1 once this turn has taken an enemy stone
RESERVE = 5  # two numbers
TAKEN = 7  # two numbers: enemy stones that each player has taken
ROOM = 9  # two numbers: crossings where each player could place
HEADER = 11

NOWHERE = -1
NOBODY = -1
OFF_BOARD = 3

# tables.options
START_RESERVE = 0
TARGET = 1
SWEEP = 2  # 1 for squares=sweep

STEPS_BOUND = 256  # more than the longest square, 8 * 25 - 1


def state_size(tables: Tables) -> int:
    return HEADER + 6 * (tables.cells + 1)


def value_size(tables: Tables) -> int:
    return HEADER + tables.cells


def scratch_size(tables: Tables) -> int:
    return moves_bound(tables)


def moves_bound(tables: Tables) -> int:
    return tables.cells + max(4 * tables.cells, 8 * STEPS_BOUND + 5)


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


@inner_kernel
def stone(crossing):
    """Where the state says whose stone stands on a crossing: player + 1, or 0.

    Behind the last crossing there is one more, off the board, on which nobody can place.
    """
    return HEADER + crossing


@inner_kernel
def crowding(tables, player, crossing):
    """Where it says how many stones of the player stand next to a crossing."""
    return HEADER + (1 + player) * (tables.cells + 1) + crossing


@inner_kernel
def stones_of(tables, player):
    """Where it says how many stones of the player are on the board; the list of them follows."""
    return HEADER + (3 + player) * (tables.cells + 1)


@inner_kernel
def listed_at(tables, crossing):
    """Where it says which place the crossing's stone has in that list, counting from 1."""
    return HEADER + 5 * (tables.cells + 1) + crossing


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


# What stands where. Only `put` and `lift` change the board.


@inner_kernel
def may_place(state, tables, crossing, player):
    """Rule 1, but for the reserve: empty, and no stone of yours beside it."""
    return state[stone(crossing)] | state[crowding(tables, player, crossing)] == 0


@inner_kernel
def put(state, tables, crossing, player):
    for each in range(2):
        state[ROOM + each] -= may_place(state, tables, crossing, each)
    state[stone(crossing)] = player + 1
    list_stone(state, tables, crossing, player)
    lost = 0
    for direction in range(4):
        neighbour = tables.neighbours[crossing, direction]
        lost += may_place(state, tables, neighbour, player)
        state[crowding(tables, player, neighbour)] += 1
    state[ROOM + player] -= lost


@inner_kernel
def lift(state, tables, crossing, player):
    state[stone(crossing)] = 0
    strike_stone(state, tables, crossing, player)
    won = 0
    for direction in range(4):
        neighbour = tables.neighbours[crossing, direction]
        state[crowding(tables, player, neighbour)] -= 1
        won += may_place(state, tables, neighbour, player)
    state[ROOM + player] += won
    for each in range(2):
        state[ROOM + each] += may_place(state, tables, crossing, each)


@inner_kernel
def list_stone(state, tables, crossing, player):
    count = stones_of(tables, player)
    state[count] += 1
    state[count + state[count]] = crossing
    state[listed_at(tables, crossing)] = state[count]


@inner_kernel
def strike_stone(state, tables, crossing, player):
    """Take a stone off the list; the last one comes in its place."""
    count = stones_of(tables, player)
    place = state[listed_at(tables, crossing)]
    last = state[count + state[count]]
    state[count + place] = last
    state[listed_at(tables, last)] = place
    state[listed_at(tables, crossing)] = 0
    state[count + state[count]] = 0
    state[count] -= 1


@inner_kernel
def take(state, tables, crossing, player):
    """Rule 5: an enemy stone is out of the game, one's own goes back to the reserve."""
    owner = state[stone(crossing)] - 1
    if owner < 0:
        return
    lift(state, tables, crossing, owner)
    if owner == player:
        state[RESERVE + player] += 1
    else:
        state[TAKEN + player] += 1
        state[HAS_TAKEN] = 1


# Lines. A direction is 0 up, 1 right, 2 down, 3 left, as in the table of neighbours.


@inner_kernel
def step_towards(tables, direction):
    """What to add to a crossing for the next one in that direction."""
    step = 1 if direction & 1 else tables.width
    return step if 1 <= direction <= 2 else -step


@inner_kernel
def first_seen(state, tables, origin, direction):
    """The nearest stone along a line, without wrapping, and its distance; NOWHERE if none."""
    step = step_towards(tables, direction)
    there = origin
    for distance in range(1, tables.to_edge[origin, direction] + 1):
        there += step
        if state[stone(there)] > 0:
            return there, distance
    return NOWHERE, 0


@inner_kernel
def landing_behind(tables, pivot, distance, direction):
    """Where a flight over the pivot ends; past the edge it goes on from the opposite one."""
    landing = pivot + distance * step_towards(tables, direction)
    if distance > tables.to_edge[pivot, direction]:
        landing -= tables.width * step_towards(tables, direction)
    return landing


@inner_kernel
def way_is_empty(state, tables, origin, pivot, distance, direction):
    """Whether nothing is in the way of that flight. The crossing it left counts as empty."""
    step = step_towards(tables, direction)
    there = pivot
    for flown in range(1, distance):
        there += step
        if flown == tables.to_edge[pivot, direction] + 1:
            there -= tables.width * step
        if state[stone(there)] > 0 and there != origin:
            return False
    return True


@inner_kernel
def sees(state, tables, jumper, pivot):
    """The direction and distance at which one stone sees another; distance 0 if it does not."""
    across = column(tables, pivot) - column(tables, jumper)
    down = row(tables, pivot) - row(tables, jumper)
    if across != 0 and down != 0:
        return 0, 0
    direction = (0 if down < 0 else 2) if across == 0 else (3 if across < 0 else 1)
    seen, distance = first_seen(state, tables, jumper, direction)
    return direction, distance if seen == pivot else 0


@inner_kernel
def column(tables, crossing):
    return int(tables.to_edge[crossing, 3])


@inner_kernel
def row(tables, crossing):
    return int(tables.to_edge[crossing, 0])


# Captures, by a jumper and a pivot of one colour that it sees in a direction, at a distance. They
# look at the board alone.


@inner_kernel
def leap_landing(state, tables, jumper, pivot, direction, distance):
    """Rule 3: where a leap over the pivot takes a stone, or NOWHERE."""
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
    """Rule 3: after how many steps a square takes its first enemy stone and where it must end at
    the latest; it may stop anywhere between. 0 and 0 if it takes none."""
    size = tables.width
    first = last = 0
    across, down = arm(tables, jumper, pivot, turn)
    for step in range(1, 8 * distance):
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
def arm(tables, jumper, pivot, turn):
    """The way from pivot to jumper, mirrored for anticlockwise so that all squares go clockwise."""
    across = column(tables, jumper) - column(tables, pivot)
    return across if turn == 0 else -across, row(tables, jumper) - row(tables, pivot)


@inner_kernel
def next_on_square(across, down, half_side):
    """One crossing further clockwise round the square (row 1 is on top)."""
    if down == -half_side and across < half_side:
        return across + 1, down
    if across == half_side and down < half_side:
        return across, down + 1
    if down == half_side and across > -half_side:
        return across - 1, down
    return across, down - 1


@inner_kernel
def square_takes(state, tables, jumper, pivot, distance, player):
    """Whether a square, either way round, takes an enemy stone."""
    return (
        square_reach(state, tables, jumper, pivot, distance, 0, player)[0] > 0
        or square_reach(state, tables, jumper, pivot, distance, 1, player)[0] > 0
    )


@inner_kernel
def leap_completes(state, tables, jumper, pivot, landing, player):
    """Rule 6: whether a series that begins with this leap takes an enemy stone.

    Until it does, all the two can do is leap onto stones of their own. They are tried on the
    board: a crossing that they leave holds meanwhile a negative number, which is no stone and
    tells the one they left before it.
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
    while left != NOWHERE:
        before = -2 - int(state[stone(left)])
        state[stone(left)] = player + 1
        left = before
    return completes


@inner_kernel
def series_completes(state, tables, jumper, pivot, direction, distance, player):
    """Rule 6: whether the two, changing roles, can take an enemy stone."""
    if square_takes(state, tables, jumper, pivot, distance, player):
        return True
    landing = leap_landing(state, tables, jumper, pivot, direction, distance)
    return landing != NOWHERE and leap_completes(state, tables, jumper, pivot, landing, player)


@inner_kernel
def pivot_in(state, tables, direction):
    """The pivot that the jumper may use in that direction, or NOWHERE, and its distance."""
    pivot, distance = first_seen(state, tables, int(state[JUMPER]), direction)
    if (
        pivot == NOWHERE
        or state[stone(pivot)] != state[TO_MOVE] + 1
        or (state[PIVOT] != NOWHERE and state[PIVOT] != pivot)
    ):
        return NOWHERE, 0
    return pivot, distance


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
                state[HAS_TAKEN] == 1
                or leap_completes(state, tables, jumper, pivot, landing, player)
            ):
                out[count] = leap_move(tables, pivot)
                count += 1
    for direction in (0, 3, 1, 2):
        pivot, distance = pivot_in(state, tables, direction)
        if pivot != NOWHERE:
            for turn in range(2):
                first, last = square_reach(state, tables, jumper, pivot, distance, turn, player)
                if first > 0:
                    for steps in range(first, last + 1):
                        out[count] = square_move(tables, pivot, turn, steps)
                        count += 1
    return count


@inner_kernel
def can_capture(state, tables):
    """Whether the jumper can capture, whatever comes of it."""
    jumper = int(state[JUMPER])
    player = int(state[TO_MOVE])
    for direction in range(4):
        pivot, distance = pivot_in(state, tables, direction)
        if pivot != NOWHERE and (
            leap_landing(state, tables, jumper, pivot, direction, distance) != NOWHERE
            or square_takes(state, tables, jumper, pivot, distance, player)
        ):
            return True
    return False


# Jumps.


@inner_kernel
def jump_landing(state, tables, origin, direction, player):
    """Rule 2: where the player's stone on origin lands in that direction, or NOWHERE."""
    pivot, distance = first_seen(state, tables, origin, direction)
    if pivot == NOWHERE or state[stone(pivot)] == player + 1:
        return NOWHERE
    landing = landing_behind(tables, pivot, distance, direction)
    others = state[crowding(tables, player, landing)] - adjoins(tables, origin, landing)
    if others == 0 and way_is_empty(state, tables, origin, pivot, distance, direction):
        return landing
    return NOWHERE


@inner_kernel
def adjoins(tables, one, other):
    across = column(tables, one) - column(tables, other)
    down = row(tables, one) - row(tables, other)
    return across * across + down * down == 1


@inner_kernel
def jump_completes(state, tables, origin, landing, player):
    """Rule 6: whether a turn that begins with this jump can take an enemy stone."""
    if state[stone(landing)] == 2 - player:
        return True
    there = state[stone(landing)]
    state[stone(origin)] = 0
    state[stone(landing)] = player + 1
    completes = False
    for direction in range(4):
        pivot, distance = first_seen(state, tables, landing, direction)
        if pivot != NOWHERE and state[stone(pivot)] == player + 1:
            if series_completes(state, tables, landing, pivot, direction, distance, player):
                completes = True
                break
    state[stone(landing)] = there
    state[stone(origin)] = player + 1
    return completes


@inner_kernel
def list_jumps(state, tables, player, out):
    """The jumps that can be completed, in ascending order; one that two pivots give, once."""
    count = 0
    for origin in range(tables.cells):
        if state[stone(origin)] != player + 1:
            continue
        begin = count
        for direction in range(4):
            landing = jump_landing(state, tables, origin, direction, player)
            if landing != NOWHERE and jump_completes(state, tables, origin, landing, player):
                count = insert(out, begin, count, jump_move(tables, origin, landing))
    return count


@inner_kernel
def insert(out, begin, count, move):
    """Put a move into its place in out[begin:count], unless it is there; the new count."""
    place = count
    while place > begin and out[place - 1] >= move:
        if out[place - 1] == move:
            return count
        place -= 1
    for index in range(count, place, -1):
        out[index] = out[index - 1]
    out[place] = move
    return count + 1


@inner_kernel
def has_turn(state, tables, player):
    """Whether the player, about to begin a turn, can place or jump."""
    return (state[RESERVE + player] > 0 and state[ROOM + player] > 0) or can_jump(
        state, tables, player
    )


@kernel
def can_jump(state, tables, player):
    stones = stones_of(tables, player)
    for place in range(stones + 1, stones + 1 + state[stones]):
        origin = int(state[place])
        for direction in range(4):
            landing = jump_landing(state, tables, origin, direction, player)
            if landing != NOWHERE and jump_completes(state, tables, origin, landing, player):
                return True
    return False


# The contract.


@kernel
def moves(state, tables, out):
    player = int(state[TO_MOVE])
    if player == OVER:
        return 0
    count = 0
    if state[JUMPER] != NOWHERE:
        count = list_captures(state, tables, out)
        if state[HAS_TAKEN] == 1:
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
    state[JUMPER] = landing
    go_on_or_end(state, tables)


@inner_kernel
def capture(state, tables, move):
    """Rule 3, then rule 4: the two change roles."""
    player = int(state[TO_MOVE])
    jumper = int(state[JUMPER])
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
    """Take all that stands on the first steps of a square, and tell where they end."""
    player = int(state[TO_MOVE])
    size = tables.width
    across, down = arm(tables, jumper, pivot, turn)
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
    """Rules 6 and 7: a turn ends by itself when nothing more can be captured, or it is won."""
    if not end_if_won(state, tables) and not can_capture(state, tables):
        end_turn(state, tables)


@inner_kernel
def end_turn(state, tables):
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[HAS_TAKEN] = 0
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
    """Rule 7: a player who has no legal turn loses."""
    if not has_turn(state, tables, state[TO_MOVE]):
        finish(state, 1 - state[TO_MOVE])


@inner_kernel
def finish(state, winner):
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[HAS_TAKEN] = 0
    state[WINNER] = winner
    state[TO_MOVE] = OVER


@kernel
def points(state, tables, out):
    out[0] = state[TAKEN]
    out[1] = state[TAKEN + 1]


@kernel
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
    """Place or jump, by an even draw from all placements and jumps, without listing them.

    Of all placements, and jumps of any stone in any direction, one is drawn until it is legal.
    A jump that two directions give counts for the first.
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
    """An even draw from the crossings where the player may place; there is at least one."""
    crossing = draw(seed, tables.cells)
    while not may_place(state, tables, crossing, player):
        crossing = draw(seed, tables.cells)
    return crossing
