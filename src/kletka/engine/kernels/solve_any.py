"""Exact solving of any game for two: null-window alpha-beta with a table of positions.

Every game ends: each move uses something up (cells, supply, walls, stones), and Vyun's passes in
a row are part of the position. So a position's value does not depend on how it came about, and
the table may keep it. A position is known by a hash of 128 bits of its value; in the first plies
by the least of those of all its mirror images.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.games import kamiken, manu, switchboard, vyun, ydyumby
from kletka.games.compiling import allocating_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE
from kletka.games.switchboard import KAMIKEN, MANU, VYUN, YDYUMBY

ZERO = np.uint64(0)

# The table: entries of two words in buckets. The first word is half of the key; the second has,
# from its lowest bits: low and high, 12 bits each, the effort, and 32 bits more of the key.
BUCKET = 4
HALF_RANGE = 2048
BOUND_BITS = np.uint64(12)
BOUND = np.uint64(4095)
EFFORT_SHIFT = np.uint64(24)
EFFORT = np.uint64(255)
HALF_WORD = np.uint64(32)

MIXERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93))

# Search.status
STATUS, PLY, NODES, RESULT = 0, 1, 2, 3
ENTER, NEXT, LEAVE, DONE, TOO_DEEP = 0, 1, 2, 3, 4

# Search.level: what each ply knows.
BETA = 0  # the question: does the player to move get at least this?
BEST = 1
LOW = 2
HIGH = 3
CHILDREN = 4
BEGUN = 5
LEVEL_WORDS = 6


class Search(NamedTuple):
    """All that the solver works on; made by `kletka.engine.solving`."""

    status: np.ndarray  # int64
    level: np.ndarray  # int64[plies, LEVEL_WORDS]
    keys: np.ndarray  # uint64[plies, 2]
    states: np.ndarray  # int16[plies, state]
    move: np.ndarray  # int32[plies, moves]
    score: np.ndarray  # int32[plies, moves]: the higher, the sooner it is tried
    listed: np.ndarray  # int32[moves]
    points: np.ndarray  # float64[2]
    scratch: np.ndarray  # int16[2 * (cells + walls)]
    plain: np.ndarray  # int16[state]: a state without what makes no difference
    images: np.ndarray  # int16[symmetries, value]: where each number of the image comes from
    turned_plies: int  # in how many plies mirror images are taken as one
    table: np.ndarray  # uint64[buckets, 2 * BUCKET]


# The table of positions.


@kernel
def mix(word, mixer):
    word ^= word >> np.uint64(32)
    word *= mixer
    word ^= word >> np.uint64(29)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    return word ^ (word >> np.uint64(32))


@kernel
def is_entry(bucket, entry, key0, key1):
    data = bucket[entry + 1]
    return bucket[entry] == key1 and data != ZERO and data >> HALF_WORD == key0 >> HALF_WORD


@kernel
def recall(table, key0, key1, low, high):
    """The bounds of a position, made closer by what the table knows."""
    bucket = table[key0 & np.uint64(len(table) - 1)]
    for entry in range(0, 2 * BUCKET, 2):
        if is_entry(bucket, entry, key0, key1):
            data = bucket[entry + 1]
            low = max(low, np.int64(data & BOUND) - HALF_RANGE)
            high = min(high, np.int64((data >> BOUND_BITS) & BOUND) - HALF_RANGE)
            break
    return low, high


@kernel
def remember(table, key0, key1, low, high, nodes):
    """Write bounds into the table, in place of what cost the least work."""
    bucket = table[key0 & np.uint64(len(table) - 1)]
    effort = 1
    while nodes > 1:
        nodes >>= 1
        effort += 1
    chosen = 0
    least = 1000
    for entry in range(0, 2 * BUCKET, 2):
        spent = np.int64((bucket[entry + 1] >> EFFORT_SHIFT) & EFFORT)
        if is_entry(bucket, entry, key0, key1):
            effort = max(effort, spent)
            chosen = entry
            break
        if spent < least:
            least = spent
            chosen = entry
    bucket[chosen] = key1
    bucket[chosen + 1] = (
        np.uint64(low + HALF_RANGE)
        | (np.uint64(high + HALF_RANGE) << BOUND_BITS)
        | (np.uint64(effort) << EFFORT_SHIFT)
        | ((key0 >> HALF_WORD) << HALF_WORD)
    )


@kernel
def hash_image(state, images, image):
    """Two words for a state as one of its mirror images."""
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
def simplify_vyun(state, tables, plain):
    """Whose a sprout was makes no difference, nor do more growth points than walls are open."""
    for index in range(len(plain)):
        plain[index] = state[index]
    for square in range(tables.cells):
        plain[vyun.sprout(square)] = state[vyun.sprout(square)] > 0
        walls = 0
        for direction in range(4):
            wall = tables.wall_of[square, direction]
            walls += wall >= 0 and state[vyun.vine(tables, wall)] == 0
        for player in range(tables.players):
            growing = vyun.growth_points(tables, player, square)
            plain[growing] = min(np.int64(state[growing]), walls)


@kernel
def key_of(game, tables, search, ply, state):
    """Two words that stand for a position, near the root for all its mirror images too."""
    if game == VYUN:
        simplify_vyun(state, tables, search.plain)
        state = search.plain
    best0, best1 = hash_image(state, search.images, 0)
    turning = ply < search.turned_plies
    if game == MANU and state[manu.JUMPER] != manu.NOWHERE:
        turning = False  # the header names crossings then
    if turning:
        for image in range(1, search.images.shape[0]):
            word0, word1 = hash_image(state, search.images, image)
            if word0 < best0 or (word0 == best0 and word1 < best1):
                best0, best1 = word0, word1
    return best0, best1


# What is known of a position without searching: values are player 0's lead.


@allocating_kernel
def final_lead(game, state, tables, points):
    """How a finished game ended: the lead in points without komi; in Manu 1 or -1."""
    if game == MANU:
        return 1 if state[manu.WINNER] == 0 else -1
    switchboard.points(game, state, tables, points)
    lead = points[0] - points[1]
    if game == KAMIKEN:
        lead += tables.options[kamiken.KOMI] / 2
    return np.int64(np.floor(lead + 0.5))


@kernel
def bounds(game, state, tables, scratch):
    """Between what the lead must come out."""
    if game == MANU:
        return -1, 1
    if game == YDYUMBY:
        return ydyumby_bounds(state, tables)
    if game == VYUN:
        return -vyun_most(state, tables, 1, scratch), vyun_most(state, tables, 0, scratch)
    return -tables.cells, tables.cells


@kernel
def ydyumby_bounds(state, tables):
    """Pieces at an edge stay; players alternate, and each piece needs a free cell of its own."""
    free = 0
    pieces0 = pieces1 = 0
    sure0 = sure1 = 0
    for cell in range(tables.cells):
        owner = state[ydyumby.piece(tables, cell)]
        if owner == 0:
            free += ydyumby.is_free(state, tables, cell)
        elif owner == 1:
            pieces0 += 1
            sure0 += is_at_edge(tables, cell)
        else:
            pieces1 += 1
            sure1 += is_at_edge(tables, cell)
    more = (free + 1) // 2
    most0 = pieces0 + min(more, np.int64(state[ydyumby.supply(0)]))
    most1 = pieces1 + min(more, np.int64(state[ydyumby.supply(1)]))
    return sure0 - most1, most0 - sure1


@kernel
def is_at_edge(tables, cell):
    for direction in range(tables.neighbours.shape[1]):
        if tables.neighbours[cell, direction] == tables.cells:
            return True
    return False


@kernel
def vyun_most(state, tables, player, scratch):
    """How many vertices the player can still enclose at most.

    A wall that the player will never have a vine across stays open for ever: it carries the
    other's vine, or no growth point of the player's can come to it, not even of a new sprout.
    A vertex from which such walls lead to the rim will never be enclosed.
    """
    vertices = (tables.width + 1) * (tables.height + 1)
    closable = scratch[: tables.walls]
    known = scratch[tables.walls : tables.walls + vertices]
    queue = scratch[tables.walls + vertices :]
    find_closable(state, tables, player, closable, known, queue)
    stride = tables.width + 1
    found = 0
    for vertex in range(vertices):
        x, y = vertex % stride, vertex // stride
        known[vertex] = x == 0 or x == tables.width or y == 0 or y == tables.height
        if known[vertex]:
            queue[found] = vertex
            found += 1
    looked = 0
    while looked < found:
        here = queue[looked]
        looked += 1
        for step in range(4):
            if step == 0:
                there, wall = here + 1, here
            elif step == 1:
                there, wall = here - 1, here - 1
            elif step == 2:
                there, wall = here + stride, vertices + here
            else:
                there, wall = here - stride, vertices + here - stride
            if 0 <= there < vertices and known[there] == 0 and closable[wall] == 0:
                known[there] = 1
                queue[found] = there
                found += 1
    return np.int64(vertices - found)


@kernel
def find_closable(state, tables, player, closable, reached, queue):
    """Mark the walls that have, or may still get, a vine of the player's."""
    for wall in range(tables.walls):
        closable[wall] = state[vyun.vine(tables, wall)] == player + 1
    found = 0
    for square in range(tables.cells):
        growing = state[vyun.growth_points(tables, player, square)] > 0
        reached[square] = growing or state[vyun.sprout(square)] == 0
        if reached[square]:
            queue[found] = square
            found += 1
    looked = 0
    while looked < found:
        square = queue[looked]
        looked += 1
        for direction in range(4):
            wall = tables.wall_of[square, direction]
            if wall >= 0 and state[vyun.vine(tables, wall)] == 0:
                closable[wall] = 1
                target = tables.neighbours[square, direction]
                if reached[target] == 0:
                    reached[target] = 1
                    queue[found] = target
                    found += 1


@kernel
def promise(game, state, tables, low, high):
    """How good a position looks for player 0; only the order of trying depends on it.

    What is possible at all is between `low` and `high`.
    """
    if game == YDYUMBY:
        promised = 0
        for cell in range(tables.cells):
            owner = state[ydyumby.piece(tables, cell)]
            if owner > 0:
                promised += 4 if owner == 1 else -4
            elif ydyumby.is_free(state, tables, cell):
                promised += state[ydyumby.knights_at(tables, 0, cell)] > 0
                promised -= state[ydyumby.knights_at(tables, 1, cell)] > 0
        return promised
    if game == MANU:
        promised = 8 * np.int64(state[manu.TAKEN] - state[manu.TAKEN + 1])
        return promised + state[manu.ROOM] - state[manu.ROOM + 1]
    return low + high


# The search. Values are those of the player to move at each ply.


@kernel
def ask(search, state, beta):
    """Put a question about a position that is not over; `run` answers it."""
    for index in range(len(state)):
        search.states[0, index] = state[index]
    search.level[0, BETA] = beta
    search.status[STATUS] = ENTER
    search.status[PLY] = 0


@allocating_kernel
def run(game, tables, search, steps, most_nodes):
    """Go on answering for some steps, or until there are that many nodes; whether it is done.

    status[RESULT] is at least BETA if and only if the value is, and then the value is at least
    that; otherwise it is at most that.
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


@allocating_kernel
def enter(game, tables, search, ply):
    """Look at a position for the first time: is the answer known? If not, list the moves."""
    level = search.level[ply]
    state = search.states[ply]
    beta = level[BETA]
    level[BEGUN] = search.status[NODES]
    low, high = bounds(game, state, tables, search.scratch)
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
    count = switchboard.moves(game, state, tables, search.listed)
    for index in range(count):
        weigh(game, tables, search, ply, search.listed[index])
        if level[BEST] >= beta:
            return store(search, ply)
    return NEXT


@kernel
def seen_by(player, low, high):
    """Bounds of player 0's lead as bounds of the player's."""
    if player == 0:
        return low, high
    return -high, -low


@allocating_kernel
def weigh(game, tables, search, ply, move):
    """Play a move; take it as refuted, as the answer, or onto the list."""
    level = search.level[ply]
    player = search.states[ply, TO_MOVE]
    child = search.states[ply + 1]
    for index in range(len(child)):
        child[index] = search.states[ply, index]
    switchboard.apply(game, child, tables, move)
    mover = child[TO_MOVE]
    if mover == OVER:
        lead = final_lead(game, child, tables, search.points)
        level[BEST] = max(level[BEST], lead if player == 0 else -lead)
        return
    low, high = bounds(game, child, tables, search.scratch)
    promised = promise(game, child, tables, low, high)
    low, high = seen_by(mover, low, high)
    key0, key1 = key_of(game, tables, search, ply + 1, child)
    low, high = recall(search.table, key0, key1, low, high)
    if mover != player:
        low, high = -high, -low
    if low >= level[BETA] or high < level[BETA]:
        level[BEST] = max(level[BEST], low if low >= level[BETA] else high)
        return
    listed = level[CHILDREN]
    search.move[ply, listed] = move
    search.score[ply, listed] = promised if player == 0 else -promised
    level[CHILDREN] = listed + 1


@kernel
def store(search, ply):
    """The answer is known: note it in the table."""
    level = search.level[ply]
    if level[BEST] >= level[BETA]:
        low, high = max(level[LOW], level[BEST]), level[HIGH]
    else:
        level[BEST] = min(level[HIGH], level[BEST])
        low, high = level[LOW], level[BEST]
    spent = search.status[NODES] - level[BEGUN]
    remember(search.table, search.keys[ply, 0], search.keys[ply, 1], low, high, spent)
    return LEAVE


@kernel
def try_next(game, tables, search, ply):
    """Go down into the most promising move that is left."""
    level = search.level[ply]
    if level[CHILDREN] == 0 or level[BEST] >= level[BETA]:
        return store(search, ply)
    moves, scores = search.move[ply], search.score[ply]
    best = 0
    last = level[CHILDREN] - 1
    for index in range(1, last + 1):
        if scores[index] > scores[best]:
            best = index
    move = moves[best]
    moves[best], scores[best] = moves[last], scores[last]
    level[CHILDREN] = last
    child = search.states[ply + 1]
    for index in range(len(child)):
        child[index] = search.states[ply, index]
    switchboard.apply(game, child, tables, move)
    same = child[TO_MOVE] == search.states[ply, TO_MOVE]
    search.level[ply + 1, BETA] = level[BETA] if same else 1 - level[BETA]
    search.status[PLY] = ply + 1
    return ENTER


@kernel
def leave(search, ply):
    """Tell the ply above what was answered."""
    value = search.level[ply, BEST]
    if ply == 0:
        search.status[RESULT] = value
        return DONE
    if search.states[ply, TO_MOVE] != search.states[ply - 1, TO_MOVE]:
        value = -value
    search.level[ply - 1, BEST] = max(search.level[ply - 1, BEST], value)
    search.status[PLY] = ply - 1
    return NEXT
