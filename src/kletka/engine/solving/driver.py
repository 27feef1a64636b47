"""What all compiled solvers share: the steps of a null-window search that can be interrupted.

A solver answers one question: does the player to move get at least BETA? It does so ply by ply,
each in steps: ENTER a position, LIST its moves, try the NEXT of them, LEAVE with an answer. What a
ply knows lies in its row of `search.level`, whose first words are the same for all solvers.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel
from kletka.engine.solving.proof_table import remember

# search.status
STATUS, PLY, NODES, RESULT = range(4)
ENTER, LIST, NEXT, LEAVE, DONE, TOO_DEEP = range(6)

# The first words of a row of search.level.
BETA = 0  # the question: does the player to move get at least this?
BEST = 1  # the best outcome found so far, for the player to move
LOW = 2
HIGH = 3
CHILDREN = 4  # the number of moves left to try
BEGUN = 5  # nodes when the ply was entered
SHARED_WORDS = 6


@inner_kernel
def ask(search, beta):
    """Ask a question at the first ply."""
    search.level[0, BETA] = beta
    search.status[STATUS] = ENTER
    search.status[PLY] = 0


@inner_kernel
def add_child(search, ply, move, score):
    """Note a move that must be searched; those with high scores are tried first."""
    listed = search.level[ply, CHILDREN]
    search.move[ply, listed] = move
    search.score[ply, listed] = score
    search.level[ply, CHILDREN] = listed + 1


@inner_kernel
def take_best_child(search, ply):
    """The most promising move that is left; it is taken off the list."""
    moves, scores = search.move[ply], search.score[ply]
    best = 0
    last = search.level[ply, CHILDREN] - 1
    for index in range(1, last + 1):
        if scores[index] > scores[best]:
            best = index
    move = moves[best]
    moves[best], scores[best] = moves[last], scores[last]
    search.level[ply, CHILDREN] = last
    return move


@inner_kernel
def remember_answer(search, ply, beta, key0, key1):
    """Narrow the bounds of a position by its answer, and write them to the table."""
    level = search.level[ply]
    low, high = level[LOW], level[HIGH]
    if level[BEST] >= beta:
        low = max(low, level[BEST])
    else:
        high = level[BEST] = min(high, level[BEST])
    remember(search.table, key0, key1, low, high, search.status[NODES] - level[BEGUN])


@inner_kernel
def go_up(search, ply, value):
    """Pass an answer, from the view of the ply above, to that ply."""
    if ply == 0:
        search.status[RESULT] = value
        return DONE
    search.level[ply - 1, BEST] = max(search.level[ply - 1, BEST], value)
    search.status[PLY] = ply - 1
    return NEXT
