"""Proving what best play brings: the value of a position, or at least a move that wins.

Whether anybody wins is asked first, because it is answered much sooner than by how much. Starts
that were solved once and for all are looked up: see `kletka.library.proved`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from kletka.engine.analysis import Analysis, MoveAnalysis, shares_of_value
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

PROOF_BYTES = 32 * 2**20  # enough for some seconds, and quickly cleared

# Boards of at most so many cells are small: a second or less solves them from the first move.
SMALL = {"kamiken": 25, "ydyumby": 19, "vyun": 6, "manu": 9}

# With more legal moves than this the attempt is not worth its time; see docs/engine.md.
MOST_MOVES = {"kamiken": 60, "ydyumby": 12, "vyun": 9, "manu": 6}

NODES_A_SECOND = 50_000  # of Kamiken's solver, on a slow machine


@dataclass(frozen=True)
class Proof:
    """What is proved about a position: its solution, or only a winning move, or nothing."""

    solution: Solution | None = None
    winning: Move | None = None


NOTHING = Proof()


def prove(
    position: Position,
    budget: Budget,
    table_bytes: int = PROOF_BYTES,
    stop: threading.Event | None = None,
) -> Proof:
    """What can be proved within the part of the budget that is meant for proofs.

    Simulations count as nodes. `stop` may be set by another thread.
    """
    if budget.sight < 1:
        return NOTHING
    if known := known_solution(position):
        return _proof_by(known)
    if not _is_worth_trying(position):
        return NOTHING
    seconds = None
    if budget.seconds is not None:
        seconds = _share_of_time(position) * budget.seconds
        if not _is_likely(position, seconds):
            return NOTHING
    return _try(position, Meter(seconds, budget.simulations, stop), table_bytes)


def prove_within(
    position: Position,
    seconds: float,
    table_bytes: int = PROOF_BYTES,
    stop: threading.Event | None = None,
) -> Proof:
    """What can be proved within a time that is meant for proofs alone."""
    if known := known_solution(position):
        return _proof_by(known)
    if not _is_worth_trying(position) or not _is_likely(position, seconds):
        return NOTHING
    return _try(position, Meter(seconds, stop=stop), table_bytes)


def known_solution(position: Position) -> Solution | None:
    """The solution of a start position that is in the table of proofs."""
    proof = known_position(position)
    if proof is None:
        return None
    return Solution(proof.value, proof.best, proof.nodes, proof.seconds, proof.line)


def _try(position: Position, meter: Meter, table_bytes: int) -> Proof:
    solver = Solver(position, table_bytes, meter)
    winning = None
    try:
        winning = solver.winning_move()
        return _proof_by(solver.solution())
    except OutOfBudget:
        return Proof(winning=winning)


def _proof_by(solution: Solution) -> Proof:
    return Proof(solution, solution.line[0] if solution.value > 0 else None)


def _share_of_time(position: Position) -> float:
    return LARGE_SHARE if _is_small(position) else SHARES_OF_TIME[position.spec.game]


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


def with_proof(analysis: Analysis, proof: Proof) -> Analysis:
    """The analysis with what is proved: the best moves come first."""
    if proof.solution is not None:
        return _with_solution(analysis, proof.solution)
    if proof.winning is None:
        return analysis
    won = [
        _with_value(found, analysis.position, 1)
        for found in analysis.moves
        if found.move == proof.winning
    ]
    others = [found for found in analysis.moves if found.move != proof.winning]
    return replace(analysis, moves=(*won, *others))


def _with_value(found: MoveAnalysis, position: Position, value: float) -> MoveAnalysis:
    """A move of a two-player game with the value that best play brings its player."""
    assert position.to_move is not None
    shares = shares_of_value(value, position.to_move)
    return replace(found, result=shares[position.to_move], shares=shares)


def _with_solution(analysis: Analysis, solution: Solution) -> Analysis:
    """The winner follows the line that was solved. For the other player all best moves are equal
    against best play: the move that the search likes most makes a mistake likeliest, and a pass
    makes it least likely."""
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
