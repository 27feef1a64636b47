"""When little is left of a game, the engine does not search it: it solves it.

What has been solved once and for all is not solved again: see `kletka.proved`.
"""

from __future__ import annotations

from dataclasses import replace

from kletka.engine.analysis import Analysis, MoveAnalysis
from kletka.engine.budget import Budget
from kletka.engine.solving import Solution, solve
from kletka.position import Position
from kletka.proved import known_position

SHARE_OF_TIME = 0.15  # of the budget, for finding out whether the rest can be solved
SHARE_ON_SMALL_BOARDS = 0.7

# Boards of at most so many cells are small: a second or less solves them from the first move.
SMALL = {"kamiken": 25, "ydyumby": 19, "vyun": 6, "manu": 9}

# With more legal moves than this the attempt is not worth its time; see docs/engine.md.
MOST_MOVES = {"kamiken": 60, "ydyumby": 12, "vyun": 9, "manu": 6}


def solve_rest(position: Position, budget: Budget) -> Solution | None:
    """The exact solution, if a small part of the budget is enough for it."""
    if budget.sight < 1 or len(position.players) != 2:
        return None
    if known := known_solution(position):
        return known
    game = position.spec.game
    small = len(position.board.places) <= SMALL[game]
    if not small and len(position.moves) > MOST_MOVES[game]:
        return None
    seconds = None if budget.seconds is None else share_of_time(position) * budget.seconds
    return solve(position, seconds=seconds, nodes=budget.simulations)


def known_solution(position: Position) -> Solution | None:
    """The solution of a start that is in the table of proofs."""
    proof = known_position(position)
    if proof is None:
        return None
    return Solution(proof.value, proof.best, proof.nodes, proof.seconds, proof.line)


def share_of_time(position: Position) -> float:
    """The part of its time that the engine spends on the attempt to solve the rest."""
    small = len(position.board.places) <= SMALL[position.spec.game]
    return SHARE_ON_SMALL_BOARDS if small else SHARE_OF_TIME


def with_solution(analysis: Analysis, solution: Solution) -> Analysis:
    """The analysis with what was solved: the best moves first, and proved."""
    exact: list[MoveAnalysis] = []
    others: list[MoveAnalysis] = []
    for found in analysis.moves:
        if found.move in solution.best:
            exact.append(replace(found, proved=solution.value))
        else:
            others.append(found)
    first = solution.line[0]
    exact.sort(key=lambda found: (found.move != first, -found.visits))
    exact[0] = replace(exact[0], line=solution.line)
    return replace(analysis, moves=(*exact, *others))
