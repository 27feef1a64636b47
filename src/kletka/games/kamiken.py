"""Kamiken: place stones that attack their neighbours, and own what only you attack.

A move is the number of a cell, or `cells` for `pass`. The state is a header and for each cell its
marks: which players attack it, and whose stone stands on it.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import OVER, TO_MOVE, Tables, draw, fill

# The header of the state.
PASSED = 1  # bits: the players that have passed
FREE_CELLS = 2  # two numbers: the cells on which each player may place
HEADER = 4

# Marks of a cell.
ATTACKED_BY = (1, 2)
STONE_OF = (4, 8)
STONE = 12

KOMI = 0  # tables.options: Black's komi, in half points


def state_size(tables: Tables) -> int:
    return HEADER + tables.cells + 1  # the last cell stands for everything off the board


def value_size(tables: Tables) -> int:
    return HEADER + tables.cells


def scratch_size(tables: Tables) -> int:
    return 2 * tables.cells


def moves_bound(tables: Tables) -> int:
    return tables.cells + 1


def longest_game(tables: Tables) -> int:
    return tables.cells + 2  # each player may pass once


def extra_planes(tables: Tables) -> int:
    return 2


@kernel
def start(state, tables):
    state[:] = 0
    refresh(state, tables)


@kernel
def refresh(state, tables):
    marks = state[HEADER:]
    for cell in range(tables.cells):
        marks[cell] &= STONE
    for cell in range(tables.cells):
        for player in range(2):
            if marks[cell] & STONE_OF[player]:
                for direction in range(4):
                    marks[tables.neighbours[cell, direction]] |= ATTACKED_BY[player]
    for player in range(2):
        state[FREE_CELLS + player] = 0
        for cell in range(tables.cells):
            state[FREE_CELLS + player] += may_place(marks, cell, player)
    if state[TO_MOVE] != OVER:
        give_turn(state, state[TO_MOVE])


@kernel
def may_place(marks, cell, player):
    """Rule 1: an empty cell that no opposing stone attacks."""
    return marks[cell] & (STONE | ATTACKED_BY[1 - player]) == 0


@kernel
def moves(state, tables, out):
    if state[TO_MOVE] == OVER:
        return 0
    marks = state[HEADER:]
    count = 0
    for cell in range(tables.cells):
        if may_place(marks, cell, state[TO_MOVE]):
            out[count] = cell
            count += 1
    out[count] = tables.cells  # rule 2: pass
    return count + 1


@kernel
def apply(state, tables, move):
    player = state[TO_MOVE]
    if move == tables.cells:
        state[PASSED] |= 1 << player
    else:
        place(state, tables, move, player)
    give_turn(state, 1 - player)


@kernel
def place(state, tables, cell, player):
    marks = state[HEADER:]
    opponent = 1 - player
    state[FREE_CELLS + player] -= 1
    state[FREE_CELLS + opponent] -= may_place(marks, cell, opponent)
    marks[cell] |= STONE_OF[player]
    for direction in range(4):
        neighbour = tables.neighbours[cell, direction]
        if neighbour < tables.cells:
            state[FREE_CELLS + opponent] -= may_place(marks, neighbour, opponent)
            marks[neighbour] |= ATTACKED_BY[player]


@kernel
def give_turn(state, player):
    """Rules 2 and 3: skip a player that has passed or cannot place; if both, the game is over."""
    if can_go_on(state, player):
        state[TO_MOVE] = player
    elif can_go_on(state, 1 - player):
        state[TO_MOVE] = 1 - player
    else:
        state[TO_MOVE] = OVER


@kernel
def can_go_on(state, player):
    return state[FREE_CELLS + player] > 0 and state[PASSED] & (1 << player) == 0


@kernel
def points(state, tables, out):
    """Rule 4: a point for each empty cell that only you attack, and the komi for Black."""
    marks = state[HEADER:]
    white = 0
    black = 0
    for cell in range(tables.cells):
        white += marks[cell] == ATTACKED_BY[0]
        black += marks[cell] == ATTACKED_BY[1]
    out[0] = white
    out[1] = black + tables.options[KOMI] / 2


@kernel
def playout(state, tables, seed, scratch):
    """Cells that are forbidden to a player stay so, so each cell needs to be drawn only once.

    Each player's half of `scratch` holds the cells that the player has not drawn yet.
    """
    player = state[TO_MOVE]
    if player == OVER:
        return 0
    marks = state[HEADER:]
    mine, others = player * tables.cells, (1 - player) * tables.cells
    left = collect_cells(state, tables, player, scratch[mine:])
    others_left = collect_cells(state, tables, 1 - player, scratch[others:])
    played = 0
    while left + others_left > 0:
        forbidden = STONE | ATTACKED_BY[1 - player]
        while left > 0:
            drawn = mine + draw(seed, left)
            left -= 1
            cell = scratch[drawn]
            scratch[drawn] = scratch[mine + left]
            if marks[cell] & forbidden == 0:
                marks[cell] |= STONE_OF[player]
                for direction in range(4):
                    marks[tables.neighbours[cell, direction]] |= ATTACKED_BY[player]
                played += 1
                break
        mine, others = others, mine
        left, others_left = others_left, left
        player = 1 - player
    state[FREE_CELLS] = state[FREE_CELLS + 1] = 0
    state[TO_MOVE] = OVER
    return played


@kernel
def collect_cells(state, tables, player, out):
    marks = state[HEADER:]
    count = 0
    if state[PASSED] & (1 << player) == 0:
        for cell in range(tables.cells):
            if may_place(marks, cell, player):
                out[count] = cell
                count += 1
    return count


@inner_kernel
def owner(state, tables, cell):
    return state[HEADER + cell] >> 2 & 3


@kernel
def observe(state, tables, observer, spots, planes):
    """Whether each player has passed."""
    for turn in range(2):
        player = (observer + turn) % 2
        fill(planes[turn], spots, state[PASSED] >> player & 1)
