"""Manu: jump over an enemy, then take stones in pairs, by leaps and squares.

Moves, with n crossings: `to` places; `n + n * from + to` jumps; then `leap_move(pivot)`,
`square_move(pivot, turn, steps)` and, last, `stop_move()`. While a turn goes on, the state
remembers the jumper, its only pivot once the two have captured, and whether an enemy stone has
been taken yet.
"""

from __future__ import annotations

from kletka.games.compiling import kernel
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

# tables.options
START_RESERVE = 0
TARGET = 1
SWEEP = 2  # 1 for squares=sweep

STEPS_BOUND = 256  # more than the longest square, 8 * 25 - 1


def state_size(tables: Tables) -> int:
    return HEADER + 3 * tables.cells


def value_size(tables: Tables) -> int:
    return HEADER + tables.cells


def scratch_size(tables: Tables) -> int:
    return moves_bound(tables)


def moves_bound(tables: Tables) -> int:
    return tables.cells + max(4 * tables.cells, 8 * STEPS_BOUND + 5)


@kernel
def jump_move(tables, origin, landing):
    return tables.cells + tables.cells * origin + landing


@kernel
def leap_move(tables, pivot):
    return tables.cells + tables.cells * tables.cells + pivot


@kernel
def square_move(tables, pivot, turn, steps):
    """`turn` is 0 for clockwise, 1 for anticlockwise."""
    return tables.cells * (2 + tables.cells) + (2 * pivot + turn) * STEPS_BOUND + steps


@kernel
def stop_move(tables):
    return tables.cells * (2 + tables.cells + 2 * STEPS_BOUND)


@kernel
def stone(crossing):
    """Where the state says whose stone stands on a crossing: player + 1, or 0."""
    return HEADER + crossing


@kernel
def crowding(tables, player, crossing):
    """Where it says how many stones of the player stand next to a crossing."""
    return HEADER + (1 + player) * tables.cells + crossing


@kernel
def start(state, tables):
    state[:] = 0
    state[WINNER] = NOBODY
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[RESERVE] = state[RESERVE + 1] = tables.options[START_RESERVE]
    state[ROOM] = state[ROOM + 1] = tables.cells


@kernel
def refresh(state, tables):
    state[HEADER + tables.cells :] = 0
    for crossing in range(tables.cells):
        owner = state[stone(crossing)]
        for direction in range(4):
            neighbour = tables.neighbours[crossing, direction]
            if owner > 0 and neighbour < tables.cells:
                state[crowding(tables, owner - 1, neighbour)] += 1
    for player in range(2):
        state[ROOM + player] = 0
        for crossing in range(tables.cells):
            state[ROOM + player] += may_place(state, tables, crossing, player)
    if state[TO_MOVE] != OVER and not end_if_won(state, tables) and state[JUMPER] == NOWHERE:
        end_if_stuck(state, tables)


# What stands where. Only `put` and `lift` change the board.


@kernel
def may_place(state, tables, crossing, player):
    """Rule 1, but for the reserve: empty, and no stone of yours beside it."""
    return state[stone(crossing)] == 0 and state[crowding(tables, player, crossing)] == 0


@kernel
def put(state, tables, crossing, player):
    for each in range(2):
        state[ROOM + each] -= may_place(state, tables, crossing, each)
    state[stone(crossing)] = player + 1
    for direction in range(4):
        neighbour = tables.neighbours[crossing, direction]
        if neighbour < tables.cells:
            state[ROOM + player] -= may_place(state, tables, neighbour, player)
            state[crowding(tables, player, neighbour)] += 1


@kernel
def lift(state, tables, crossing, player):
    state[stone(crossing)] = 0
    for direction in range(4):
        neighbour = tables.neighbours[crossing, direction]
        if neighbour < tables.cells:
            state[crowding(tables, player, neighbour)] -= 1
            state[ROOM + player] += may_place(state, tables, neighbour, player)
    for each in range(2):
        state[ROOM + each] += may_place(state, tables, crossing, each)


@kernel
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


@kernel
def first_seen(state, tables, origin, direction):
    """The nearest stone along a line, without wrapping, and its distance; NOWHERE if none."""
    distance = 1
    there = tables.neighbours[origin, direction]
    while there < tables.cells:
        if state[stone(there)] > 0:
            return there, distance
        there = tables.neighbours[there, direction]
        distance += 1
    return NOWHERE, 0


@kernel
def fly_over(state, tables, origin, pivot, distance, direction):
    """Where a flight over the pivot ends (past the edge it goes on from the opposite one), or
    NOWHERE if something is in the way. The crossing it left counts as empty."""
    size = tables.width
    x, y = pivot % size, pivot // size
    for step in range(1, distance + 1):
        if direction == 0:
            y = y - 1 if y > 0 else size - 1
        elif direction == 1:
            x = x + 1 if x < size - 1 else 0
        elif direction == 2:
            y = y + 1 if y < size - 1 else 0
        else:
            x = x - 1 if x > 0 else size - 1
        there = y * size + x
        if step < distance and state[stone(there)] > 0 and there != origin:
            return NOWHERE
    return y * size + x


@kernel
def sees(state, tables, jumper, pivot):
    """The direction and distance at which one stone sees another; distance 0 if it does not."""
    size = tables.width
    if jumper % size == pivot % size:
        direction = 0 if pivot < jumper else 2
    elif jumper // size == pivot // size:
        direction = 3 if pivot < jumper else 1
    else:
        return 0, 0
    seen, distance = first_seen(state, tables, jumper, direction)
    return direction, distance if seen == pivot else 0


# Captures, by a jumper and a pivot of one colour. They look at the board alone.


@kernel
def leap_landing(state, tables, jumper, pivot):
    """Rule 3: where a leap over the pivot takes a stone, or NOWHERE."""
    direction, distance = sees(state, tables, jumper, pivot)
    if distance == 0:
        return NOWHERE
    landing = fly_over(state, tables, jumper, pivot, distance, direction)
    if landing == NOWHERE or landing == jumper or state[stone(landing)] == 0:
        return NOWHERE
    return landing


@kernel
def square_reach(state, tables, jumper, pivot, turn, player):
    """Rule 3: after how many steps a square takes its first enemy stone and where it must end at
    the latest; it may stop anywhere between. 0 and 0 if it takes none."""
    size = tables.width
    _, distance = sees(state, tables, jumper, pivot)
    first = last = 0
    if distance == 0:
        return first, last
    across, down = arm(tables, jumper, pivot, turn)
    for step in range(1, 8 * distance):
        across, down = next_on_square(across, down, distance)
        x = pivot % size + (across if turn == 0 else -across)
        y = pivot // size + down
        if x < 0 or x >= size or y < 0 or y >= size:
            break
        owner = state[stone(y * size + x)]
        if owner == 0 and tables.options[SWEEP] == 0:
            break
        if owner == 2 - player and first == 0:
            first = step
        if first > 0:
            last = step
    return first, last


@kernel
def arm(tables, jumper, pivot, turn):
    """The way from pivot to jumper, mirrored for anticlockwise so that all squares go clockwise."""
    size = tables.width
    across = jumper % size - pivot % size
    return across if turn == 0 else -across, jumper // size - pivot // size


@kernel
def next_on_square(across, down, half_side):
    """One crossing further clockwise round the square (row 1 is on top)."""
    if down == -half_side and across < half_side:
        return across + 1, down
    if across == half_side and down < half_side:
        return across, down + 1
    if down == half_side and across > -half_side:
        return across - 1, down
    return across, down - 1


@kernel
def can_capture(state, tables, jumper, pivot, player):
    return (
        leap_landing(state, tables, jumper, pivot) != NOWHERE
        or square_reach(state, tables, jumper, pivot, 0, player)[0] > 0
        or square_reach(state, tables, jumper, pivot, 1, player)[0] > 0
    )


@kernel
def series_completes(state, tables, jumper, pivot, player):
    """Rule 6: whether the two, changing roles, can take an enemy stone.

    Until they do, all they can do is leap onto stones of their own.
    """
    if (
        square_reach(state, tables, jumper, pivot, 0, player)[0] > 0
        or square_reach(state, tables, jumper, pivot, 1, player)[0] > 0
    ):
        return True
    landing = leap_landing(state, tables, jumper, pivot)
    if landing == NOWHERE:
        return False
    if state[stone(landing)] == 2 - player:
        return True
    state[stone(jumper)] = 0
    completes = series_completes(state, tables, pivot, landing, player)
    state[stone(jumper)] = player + 1
    return completes


@kernel
def leap_completes(state, tables, jumper, pivot, landing, player):
    """Rule 6: whether a series that begins with this leap takes an enemy stone."""
    if state[stone(landing)] == 2 - player:
        return True
    state[stone(jumper)] = 0
    completes = series_completes(state, tables, pivot, landing, player)
    state[stone(jumper)] = player + 1
    return completes


@kernel
def pivot_in(state, tables, direction):
    """The pivot that the jumper may use in that direction, or NOWHERE."""
    pivot, _ = first_seen(state, tables, state[JUMPER], direction)
    if pivot == NOWHERE or state[stone(pivot)] != state[TO_MOVE] + 1:
        return NOWHERE
    if state[PIVOT] != NOWHERE and state[PIVOT] != pivot:
        return NOWHERE
    return pivot


@kernel
def list_captures(state, tables, out):
    jumper = state[JUMPER]
    player = state[TO_MOVE]
    count = 0
    for direction in (0, 3, 1, 2):  # so the pivots come in ascending order
        pivot = pivot_in(state, tables, direction)
        if pivot != NOWHERE:
            landing = leap_landing(state, tables, jumper, pivot)
            if landing != NOWHERE and (
                state[HAS_TAKEN] == 1
                or leap_completes(state, tables, jumper, pivot, landing, player)
            ):
                out[count] = leap_move(tables, pivot)
                count += 1
    for direction in (0, 3, 1, 2):
        pivot = pivot_in(state, tables, direction)
        if pivot != NOWHERE:
            for turn in range(2):
                first, last = square_reach(state, tables, jumper, pivot, turn, player)
                if first > 0:
                    for steps in range(first, last + 1):
                        out[count] = square_move(tables, pivot, turn, steps)
                        count += 1
    return count


# Jumps.


@kernel
def jump_landing(state, tables, origin, direction, player):
    """Rule 2: where the player's stone on origin lands in that direction, or NOWHERE."""
    pivot, distance = first_seen(state, tables, origin, direction)
    if pivot == NOWHERE or state[stone(pivot)] == player + 1:
        return NOWHERE
    landing = fly_over(state, tables, origin, pivot, distance, direction)
    if landing == NOWHERE:
        return NOWHERE
    others = state[crowding(tables, player, landing)]
    for side in range(4):
        others -= tables.neighbours[landing, side] == origin
    return landing if others == 0 else NOWHERE


@kernel
def jump_completes(state, tables, origin, landing, player):
    """Rule 6: whether a turn that begins with this jump can take an enemy stone."""
    if state[stone(landing)] == 2 - player:
        return True
    there = state[stone(landing)]
    state[stone(origin)] = 0
    state[stone(landing)] = player + 1
    completes = False
    for direction in range(4):
        pivot, _ = first_seen(state, tables, landing, direction)
        if pivot != NOWHERE and state[stone(pivot)] == player + 1:
            if series_completes(state, tables, landing, pivot, player):
                completes = True
                break
    state[stone(landing)] = there
    state[stone(origin)] = player + 1
    return completes


@kernel
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


@kernel
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


@kernel
def has_turn(state, tables, player):
    """Whether the player, about to begin a turn, can place or jump."""
    if state[RESERVE + player] > 0 and state[ROOM + player] > 0:
        return True
    for origin in range(tables.cells):
        if state[stone(origin)] == player + 1:
            for direction in range(4):
                landing = jump_landing(state, tables, origin, direction, player)
                if landing != NOWHERE and jump_completes(state, tables, origin, landing, player):
                    return True
    return False


# The contract.


@kernel
def moves(state, tables, out):
    player = state[TO_MOVE]
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
    player = state[TO_MOVE]
    cells = tables.cells
    if move < cells:
        state[RESERVE + player] -= 1
        put(state, tables, move, player)
        end_turn(state, tables)
    elif move == stop_move(tables):
        end_turn(state, tables)
    else:
        if move < leap_move(tables, 0):
            jump(state, tables, (move - cells) // cells, (move - cells) % cells)
        else:
            capture(state, tables, move)
        go_on_or_end(state, tables)


@kernel
def jump(state, tables, origin, landing):
    player = state[TO_MOVE]
    lift(state, tables, origin, player)
    take(state, tables, landing, player)
    put(state, tables, landing, player)
    state[JUMPER] = landing


@kernel
def capture(state, tables, move):
    """Rule 3, then rule 4: the two change roles."""
    player = state[TO_MOVE]
    jumper = state[JUMPER]
    if move < square_move(tables, 0, 0, 0):
        pivot = move - leap_move(tables, 0)
        landing = leap_landing(state, tables, jumper, pivot)
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


@kernel
def run_square(state, tables, jumper, pivot, turn, steps):
    """Take all that stands on the first steps of a square, and tell where they end."""
    player = state[TO_MOVE]
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


@kernel
def go_on_or_end(state, tables):
    """Rules 6 and 7: a turn ends by itself when nothing more can be captured, or it is won."""
    if end_if_won(state, tables):
        return
    for direction in range(4):
        pivot = pivot_in(state, tables, direction)
        if pivot != NOWHERE and can_capture(state, tables, state[JUMPER], pivot, state[TO_MOVE]):
            return
    end_turn(state, tables)


@kernel
def end_turn(state, tables):
    state[JUMPER] = state[PIVOT] = NOWHERE
    state[HAS_TAKEN] = 0
    state[TO_MOVE] = 1 - state[TO_MOVE]
    end_if_stuck(state, tables)


@kernel
def end_if_won(state, tables):
    """Rule 7: the target is reached."""
    for player in range(2):
        if state[TAKEN + player] >= tables.options[TARGET]:
            finish(state, player)
            return True
    return False


@kernel
def end_if_stuck(state, tables):
    """Rule 7: a player who has no legal turn loses."""
    if not has_turn(state, tables, state[TO_MOVE]):
        finish(state, 1 - state[TO_MOVE])


@kernel
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
        if state[JUMPER] != NOWHERE:
            move = scratch[draw(seed, moves(state, tables, scratch))]
        else:
            move = draw_turn(state, tables, seed)
        apply(state, tables, move)
        played += 1
    return played


@kernel
def draw_turn(state, tables, seed):
    """An even draw from the placements and jumps, without listing them.

    Of all placements, and jumps of any crossing's stone in any direction, one is drawn until it
    is legal. A jump that two directions give counts for the first.
    """
    player = state[TO_MOVE]
    room = state[ROOM + player] if state[RESERVE + player] > 0 else 0
    while True:
        drawn = draw(seed, room + 4 * tables.cells)
        if drawn < room:
            return draw_placement(state, tables, seed, player)
        origin = (drawn - room) >> 2
        if state[stone(origin)] != player + 1:
            continue
        landing = jump_landing(state, tables, origin, (drawn - room) & 3, player)
        if landing == NOWHERE:
            continue
        known = False
        for direction in range((drawn - room) & 3):
            known |= jump_landing(state, tables, origin, direction, player) == landing
        if not known and jump_completes(state, tables, origin, landing, player):
            return jump_move(tables, origin, landing)


@kernel
def draw_placement(state, tables, seed, player):
    """An even draw from the crossings where the player may place; there is at least one."""
    crossing = draw(seed, tables.cells)
    while not may_place(state, tables, crossing, player):
        crossing = draw(seed, tables.cells)
    return crossing
