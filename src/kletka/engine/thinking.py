"""Thinking about a position: the one way to use the engine, for agents, analyses and reviews.

A Thinker searches a little first, then tries to prove the outcome in a part of its time, then
searches with the time that is left. It can be read and stopped at any moment.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from kletka.engine.analysis import Analysis, unsearched
from kletka.engine.budget import Budget
from kletka.engine.proving import NOTHING, PROOF_BYTES, Proof, prove, prove_within, with_proof
from kletka.engine.search import TREE_BYTES, Search
from kletka.move import Move
from kletka.position import Position

LOOK = 8  # one eighth of a search comes before the proof, so that every move has numbers
LONGEST_LOOK = 0.5  # seconds
PROOF_TURNS = {1: 2, 10: 6}  # thinking in turns: after turn 1 a proof is tried for two turns, …


class Thinker:
    """Thinks about one position after another of a game, and keeps the tree between them.

    `played` are the moves of the game that led to the position; `follow` needs them.
    """

    def __init__(
        self,
        position: Position,
        *,
        played: Sequence[Move | str] = (),
        knobs: Any = None,
        threads: int = 1,
        tree_bytes: int = TREE_BYTES,
        proof_bytes: int = PROOF_BYTES,
        seed: int = 1,
    ) -> None:
        self._search = Search(position, knobs=knobs, threads=threads, memory=tree_bytes, seed=seed)
        self._proof_bytes = proof_bytes
        self._played = [str(move) for move in played]
        self.proof: Proof = NOTHING

    @property
    def position(self) -> Position:
        """The position that it thinks about."""
        return self._search.position

    @property
    def solved(self) -> bool:
        """Whether the value of the position is proved."""
        return self.proof.solution is not None or self._search.solved

    @property
    def has_win(self) -> bool:
        """Whether the player to move is proved to win."""
        if self.proof.winning is not None:
            return True
        proved = self.peek().proved if self._search.solved else None
        return proved is not None and proved > 0

    @property
    def fullness(self) -> float:
        """The part of its memory that the tree has taken."""
        return self._search.fullness

    def think(
        self, budget: Budget, stop: threading.Event | None = None, *, proves: bool = True
    ) -> Analysis:
        """Think until the budget is used up, a win is proved, or another thread sets `stop`.

        Proofs take a part of the seconds, but none of the simulations.
        """
        begun = time.perf_counter()
        left = budget
        if proves and budget.sight == 1:
            left = self._look(budget, stop)
            self._keep(prove(self.position, budget, self._proof_bytes, stop))
        if self.proof.winning is None:
            self._search.run(left.since(begun), stop)
        return self.peek()

    def watch(
        self,
        budget: Budget,
        every: float,
        stop: threading.Event | None = None,
        *,
        proves: bool = True,
    ) -> Iterator[Analysis]:
        """Think on another thread; yield an analysis every so many seconds, and the final one.

        Closing the iterator stops the thinking.
        """
        stop = stop or threading.Event()
        with ThreadPoolExecutor(1, "kletka-think") as pool:
            thought = pool.submit(self.think, budget, stop, proves=proves)
            try:
                while True:
                    try:
                        yield thought.result(every)
                        return
                    except TimeoutError:
                        yield self.peek()
            finally:
                stop.set()

    def think_in_turns(self, seconds: float, turn: float) -> Iterator[Analysis]:
        """Think in short turns, for a process that shares its time among several jobs.

        Yields an analysis after each turn, until so many seconds were searched or the position is
        solved.
        """
        for number in range(1, int(seconds / turn) + 1):
            self._search.run(Budget(seconds=turn))
            if number in PROOF_TURNS and not self.solved:
                proving = PROOF_TURNS[number] * turn
                self._keep(prove_within(self.position, proving, self._proof_bytes))
            yield self.peek()
            if self.solved:
                return

    def peek(self) -> Analysis:
        """The analysis so far; another thread may call this."""
        analysis = self._search.analysis() if self._search.tree.first[0] else None
        if analysis is None or not analysis.moves:  # the search is about to begin
            analysis = unsearched(self.position)
        return with_proof(analysis, self.proof)

    def play(self, *moves: Move | str) -> None:
        """Go on to the position after these moves, and keep its part of the tree."""
        if moves:
            self.proof = NOTHING
        self._search.play(*moves)
        self._played += [str(move) for move in moves]

    def follow(self, played: Sequence[Move | str]) -> bool:
        """Go on to the position after these moves of the game; False if it does not lie ahead."""
        known = len(self._played)
        if [str(move) for move in played[:known]] != self._played:
            return False
        self.play(*played[known:])
        return True

    def _look(self, budget: Budget, stop: threading.Event | None) -> Budget:
        """Search for a small part of the budget; return the budget without these simulations."""
        if budget.simulations is None:
            assert budget.seconds is not None
            self._search.run(Budget(seconds=min(budget.seconds / LOOK, LONGEST_LOOK)), stop)
            return budget
        part = budget.simulations // LOOK
        if part:
            self._search.run(replace(budget, simulations=part), stop)
        return replace(budget, simulations=budget.simulations - part)

    def _keep(self, proof: Proof) -> None:
        """Keep a proof, unless it proves nothing."""
        if proof != NOTHING:
            self.proof = proof
