"""Thinking about a position: the one way in which everything here asks the engine.

A Thinker looks at the position first, then proves what can be proved in a part of the time, then
searches with what is left. It can be asked at any moment what it thinks, and stopped.
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

LOOK = 8  # one part in so many of a search comes before the proof, so that every move has numbers
PROOF_TURNS = {1: 2, 10: 6}  # thinking in turns: after so many, a proof is tried for so many


class Thinker:
    """Thinks about one position after another of a game, and keeps the tree between them.

    `played` are the moves of the game that led to the position; `follow` needs them. With
    simulations alone in the budget, a single thread repeats its analysis to the bit for a seed.
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
        return self._search.position

    @property
    def solved(self) -> bool:
        """Whether the value of the position is known, so that there is nothing left to find."""
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

        Proofs take their time from the budget; simulations are counted apart from them.
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
        """Think on another thread, and say every so many seconds what is thought; last the result.

        Whoever stops reading early stops the thinking too.
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
        """Think in short turns, for a process that does several things one after another.

        Yields an analysis after each turn, until the seconds of search are used up or the position
        is solved.
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
        """What is thought at the moment; another thread may ask."""
        analysis = self._search.analysis() if self._search.tree.first[0] else None
        if analysis is None or not analysis.moves:  # the search is about to begin
            analysis = unsearched(self.position)
        return with_proof(analysis, self.proof)

    def play(self, *moves: Move | str) -> None:
        """Go on to the position after these moves, with what is known about it."""
        if moves:
            self.proof = NOTHING
        self._search.play(*moves)
        self._played += [str(move) for move in moves]

    def follow(self, played: Sequence[Move | str]) -> bool:
        """Go on to the position after all these moves of the game, if it lies ahead; else False."""
        known = len(self._played)
        if [str(move) for move in played[:known]] != self._played:
            return False
        self.play(*played[known:])
        return True

    def _look(self, budget: Budget, stop: threading.Event | None) -> Budget:
        """Use a small part of the budget for a first look; what is left of the simulations."""
        if budget.simulations is None:
            assert budget.seconds is not None
            self._search.run(Budget(seconds=budget.seconds / LOOK), stop)
            return budget
        part = budget.simulations // LOOK
        if part:
            self._search.run(replace(budget, simulations=part), stop)
        return replace(budget, simulations=budget.simulations - part)

    def _keep(self, proof: Proof) -> None:
        """A later attempt that proved nothing does not undo an earlier one."""
        if proof != NOTHING:
            self.proof = proof
