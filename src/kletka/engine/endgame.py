"""When little is left of a game, the engine does not search it: it solves it.

What has been solved once and for all is not solved again: see `kletka.proved`.
"""

from __future__ import annotations

import time
from dataclasses import replace

from kletka.engine.analysis import Analysis, MoveAnalysis
from kletka.engine.budget import Budget
from kletka.engine.solving import Solution, solve
from kletka.faces.base import PASS
from kletka.position import Position
from kletka.proved import known_position

SHARE_OF_TIME = 0.15  # of the budget, for finding out whether the rest can be solved
LARGE_SHARE = 0.7
SMALL_SHARE = 0.05

# Boards of at most so many cells are small: a second or less solves them from the first move.
SMALL = {"kamiken": 25, "ydyumby": 19, "vyun": 6, "manu": 9}

# With more legal moves than this the attempt is not worth its time; see docs/engine.md.
MOST_MOVES = {"kamiken": 60, "ydyumby": 12, "vyun": 9, "manu": 6}

NODES_A_SECOND = 50_000  # of Kamiken's solver, on a slow machine


def solve_rest(position: Position, budget: Budget) -> tuple[Solution | None, Budget]:
    """The exact solution, if a part of the budget is enough for it, and what is left of the budget.

    What the attempt takes is taken from the time; simulations stay as many.
    """
    begun = time.perf_counter()
    solution = _solution(position, budget)
    return solution, budget.since(begun)


def _solution(position: Position, budget: Budget) -> Solution | None:
    if budget.sight < 1:
        return None
    if known := known_solution(position):
        return known
    if budget.seconds is None:
        return solve(position, nodes=budget.simulations) if _is_worth_trying(position) else None
    return solve_within(position, _share_of_time(position) * budget.seconds, budget.simulations)


def _share_of_time(position: Position) -> float:
    """A win is worth most of the time; who is behind would only learn how to lose by little."""
    if _is_small(position):
        return LARGE_SHARE
    if position.spec.game == "kamiken":
        assert position.to_move is not None
        mine, theirs = position.points[position.to_move], position.points[1 - position.to_move]
        return LARGE_SHARE if mine > theirs else SMALL_SHARE
    return SHARE_OF_TIME


def solve_within(position: Position, seconds: float, nodes: int | None = None) -> Solution | None:
    """The exact solution, if it is likely to be found in so much time, and is."""
    if not _is_worth_trying(position):
        return None
    if not _is_small(position) and _expected_nodes(position) > seconds * NODES_A_SECOND:
        return None
    return solve(position, seconds=seconds, nodes=nodes)


def _is_worth_trying(position: Position) -> bool:
    if len(position.players) != 2:
        return False
    return _is_small(position) or len(position.moves) <= MOST_MOVES[position.spec.game]


def _is_small(position: Position) -> bool:
    return len(position.board.places) <= SMALL[position.spec.game]


def _expected_nodes(position: Position) -> float:
    """What it takes to solve Kamiken by its legal moves: the middle of 220 positions on 7x7."""
    if position.spec.game != "kamiken":
        return 0.0
    return float(60 * 1.5 ** (len(position.moves) - 13))


def known_solution(position: Position) -> Solution | None:
    """The solution of a start that is in the table of proofs."""
    proof = known_position(position)
    if proof is None:
        return None
    return Solution(proof.value, proof.best, proof.nodes, proof.seconds, proof.line)


def with_solution(analysis: Analysis, solution: Solution) -> Analysis:
    """The analysis with what was solved: the best moves first, and proved.

    Who wins follows the line that was solved. To others all best moves are alike, if the opponent
    makes no mistake; what the search likes most makes mistakes likeliest, and a pass least likely.
    """
    exact: list[MoveAnalysis] = []
    others: list[MoveAnalysis] = []
    for found in analysis.moves:
        if found.move in solution.best:
            line = solution.line if found.move == solution.line[0] else found.line
            exact.append(replace(found, proved=solution.value, line=line))
        else:
            others.append(found)
    if solution.value > 0:
        exact.sort(key=lambda found: (found.move != solution.line[0], -found.visits))
    else:
        exact.sort(key=lambda found: (str(found.move) == PASS, -found.visits))
    return replace(analysis, moves=(*exact, *others))
