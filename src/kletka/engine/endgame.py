"""When little is left of a game, the engine does not search it: it solves it."""

from __future__ import annotations

from dataclasses import replace

from kletka.engine.analysis import Analysis, MoveAnalysis
from kletka.engine.budget import Budget
from kletka.engine.solving import Solution, solve
from kletka.position import Position

SHARE_OF_TIME = 0.15  # of the budget, for finding out whether the rest can be solved

# With more legal moves than this the attempt is not worth its time; see docs/engine.md.
MOST_MOVES = {"kamiken": 60, "ydyumby": 12, "vyun": 9, "manu": 6}


def solve_rest(position: Position, budget: Budget) -> Solution | None:
    """The exact solution, if a small part of the budget is enough for it."""
    if budget.sight < 1 or len(position.players) != 2:
        return None
    if len(position.moves) > MOST_MOVES[position.spec.game]:
        return None
    seconds = None if budget.seconds is None else SHARE_OF_TIME * budget.seconds
    return solve(position, seconds=seconds, nodes=budget.simulations)


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
