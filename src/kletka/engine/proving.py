"""Proving the value of a position with best play, or at least a move that wins.

Whether the player to move can win is asked first, because that is answered much sooner than by how
much. Start positions that have been solved are looked up: see `kletka.library.proved`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from kletka.engine.analysis import Analysis, MoveAnalysis, shares_of_value
from kletka.engine.budget import Budget
from kletka.engine.solving import Solution, Solver, winning_without_search
from kletka.engine.solving.meter import Meter, OutOfBudget
from kletka.engine.tuning import tuning_of
from kletka.faces.base import PASS
from kletka.library.proved import known_position
from kletka.move import Move
from kletka.position import Position

PROOF_BYTES = 32 * 2**20  # enough for some seconds, and quick to clear


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
    """What can be proved in the part of a budget that is meant for proofs.

    Nodes are limited by the number of simulations. Another thread may set `stop`.
    """
    if budget.sight < 1:
        return NOTHING
    if (known := known_at_once(position)) != NOTHING:
        return known
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
    """What can be proved in so many seconds."""
    if (known := known_at_once(position)) != NOTHING:
        return known
    if not _is_worth_trying(position) or not _is_likely(position, seconds):
        return NOTHING
    return _try(position, Meter(seconds, stop=stop), table_bytes)


def known_at_once(position: Position) -> Proof:
    """What is proved without search, by the table of proved results or by known bounds.

    A move after which copying wins is such a proof on boards that no search could ever solve.
    """
    if known := known_solution(position):
        return _proof_by(known)
    if len(position.players) != 2:
        return NOTHING
    return Proof(winning=winning_without_search(position))


def known_solution(position: Position) -> Solution | None:
    """The solution of a start position, if it is in the table of proved results."""
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
    tuning = tuning_of(position.spec.game).proofs
    return tuning.share_on_small_boards if _is_small(position) else tuning.share_of_time


def _is_worth_trying(position: Position) -> bool:
    if len(position.players) != 2:
        return False
    most = tuning_of(position.spec.game).proofs.most_moves
    return _is_small(position) or len(position.moves) <= most


def _is_likely(position: Position, seconds: float) -> bool:
    """Whether so many seconds are probably enough to find out who wins."""
    if _is_small(position):
        return True
    tuning = tuning_of(position.spec.game).proofs
    beyond = len(position.moves) - tuning.expected_at_moves
    return tuning.expected_nodes * tuning.node_growth**beyond <= seconds * tuning.nodes_a_second


def _is_small(position: Position) -> bool:
    return len(position.board.places) <= tuning_of(position.spec.game).proofs.small_board


def with_proof(analysis: Analysis, proof: Proof) -> Analysis:
    """The analysis with the proof merged in; moves that are proved best come first."""
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
    """The move, whose value for its player is known."""
    assert position.to_move is not None
    shares = shares_of_value(value, position.to_move)
    return replace(found, result=shares[position.to_move], shares=shares)


def _with_solution(analysis: Analysis, solution: Solution) -> Analysis:
    """A winner follows the line that was solved. Otherwise all best moves are equal against best
    play, and the one that the search prefers is hardest to answer; a pass comes last."""
    exact: list[MoveAnalysis] = []
    others: list[MoveAnalysis] = []
    in_points = analysis.position.variant.face.wins_by_points
    for found in analysis.moves:
        if found.move in solution.best:
            line = solution.line if found.move == solution.line[0] else found.line
            sure = _with_value(found, analysis.position, solution.value)
            if in_points:
                sure = replace(sure, points=solution.value, spread=0.0)
            exact.append(replace(sure, proved=solution.value, line=line))
        else:
            others.append(found)
    if solution.value > 0:
        exact.sort(key=lambda found: (found.move != solution.line[0], -found.visits))
    else:
        exact.sort(key=lambda found: (str(found.move) == PASS, -found.visits))
    return replace(analysis, moves=(*exact, *others))
