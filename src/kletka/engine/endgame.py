"""When little is left of a game, the engine does not search it: it solves it.

First it asks whether the player to move can win, which is soon answered; then by how much. What has
been solved once and for all is not solved again: see `kletka.library.proved`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from kletka.engine.analysis import Analysis, MoveAnalysis, sure_shares
from kletka.engine.budget import Budget
from kletka.engine.solving import Solution, Solver
from kletka.engine.solving.meter import Meter, OutOfBudget
from kletka.faces.base import PASS
from kletka.library.proved import known_position
from kletka.move import Move
from kletka.position import Position

# The part of a move's time for finding out whether the rest can be solved.
SHARES_OF_TIME = {"kamiken": 0.6, "ydyumby": 0.15, "vyun": 0.15, "manu": 0.15}
LARGE_SHARE = 0.7  # on small boards

MEMORY = 32 * 2**20  # enough for some seconds, and soon cleared

# Boards of at most so many cells are small: a second or less solves them from the first move.
SMALL = {"kamiken": 25, "ydyumby": 19, "vyun": 6, "manu": 9}

# With more legal moves than this the attempt is not worth its time; see docs/engine.md.
MOST_MOVES = {"kamiken": 60, "ydyumby": 12, "vyun": 9, "manu": 6}

NODES_A_SECOND = 50_000  # of Kamiken's solver, on a slow machine


@dataclass(frozen=True)
class Rest:
    """What is proved of the rest of a game: all of it, a move that wins, or nothing."""

    solution: Solution | None = None
    winning: Move | None = None


NOTHING = Rest()


def solve_rest(
    position: Position,
    budget: Budget,
    memory: int = MEMORY,
    stop: threading.Event | None = None,
) -> tuple[Rest, Budget]:
    """What a part of the budget is enough to prove, and what is left of the budget.

    What the attempt takes is taken from the time; simulations stay as many. `stop` may be set by
    another thread.
    """
    begun = time.perf_counter()
    rest = _rest(position, budget, memory, stop)
    return rest, budget.since(begun)


def _rest(position: Position, budget: Budget, memory: int, stop: threading.Event | None) -> Rest:
    if budget.sight < 1:
        return NOTHING
    if known := known_solution(position):
        return _of(known)
    if not _is_worth_trying(position):
        return NOTHING
    seconds = None
    if budget.seconds is not None:
        seconds = _share_of_time(position) * budget.seconds
        if not _is_likely(position, seconds):
            return NOTHING
    return _prove(position, Meter(seconds, budget.simulations, stop), memory)


def _prove(position: Position, meter: Meter, memory: int) -> Rest:
    solver = Solver(position, memory, meter)
    winning = None
    try:
        winning = solver.winning_move()
        return _of(solver.solution())
    except OutOfBudget:
        return Rest(winning=winning)


def _of(solution: Solution) -> Rest:
    return Rest(solution, solution.line[0] if solution.value > 0 else None)


def _share_of_time(position: Position) -> float:
    return LARGE_SHARE if _is_small(position) else SHARES_OF_TIME[position.spec.game]


def solve_within(position: Position, seconds: float) -> Solution | None:
    """The exact solution, if it is likely to be found in so much time, and is."""
    if not _is_worth_trying(position) or not _is_likely(position, seconds):
        return None
    return _prove(position, Meter(seconds), MEMORY).solution


def _is_worth_trying(position: Position) -> bool:
    if len(position.players) != 2:
        return False
    return _is_small(position) or len(position.moves) <= MOST_MOVES[position.spec.game]


def _is_likely(position: Position, seconds: float) -> bool:
    """Whether so much time may well be enough to tell who wins."""
    return _is_small(position) or _expected_nodes(position) <= seconds * NODES_A_SECOND


def _is_small(position: Position) -> bool:
    return len(position.board.places) <= SMALL[position.spec.game]


def _expected_nodes(position: Position) -> float:
    """What it may take to tell who wins Kamiken, by its legal moves: half of the middle of 170
    positions on 7x7."""
    if position.spec.game != "kamiken":
        return 0.0
    return float(70 * 1.6 ** (len(position.moves) - 18))


def known_solution(position: Position) -> Solution | None:
    """The solution of a start that is in the table of proofs."""
    proof = known_position(position)
    if proof is None:
        return None
    return Solution(proof.value, proof.best, proof.nodes, proof.seconds, proof.line)


def with_rest(analysis: Analysis, rest: Rest) -> Analysis:
    """The analysis with what was proved."""
    if rest.solution is not None:
        return with_solution(analysis, rest.solution)
    if rest.winning is None:
        return analysis
    won = [
        _with_value(found, analysis.position, 1)
        for found in analysis.moves
        if found.move == rest.winning
    ]
    others = [found for found in analysis.moves if found.move != rest.winning]
    return replace(analysis, moves=(*won, *others))


def _with_value(found: MoveAnalysis, position: Position, value: float) -> MoveAnalysis:
    """A move of two players' game with the result that best play brings who makes it."""
    assert position.to_move is not None
    shares = sure_shares(position.to_move, value)
    return replace(found, result=shares[position.to_move], shares=shares)


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
            sure = _with_value(found, analysis.position, solution.value)
            exact.append(replace(sure, proved=solution.value, line=line))
        else:
            others.append(found)
    if solution.value > 0:
        exact.sort(key=lambda found: (found.move != solution.line[0], -found.visits))
    else:
        exact.sort(key=lambda found: (str(found.move) == PASS, -found.visits))
    return replace(analysis, moves=(*exact, *others))
