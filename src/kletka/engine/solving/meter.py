"""The budget of a proof: time, nodes, and a stop event."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

STEP_SECONDS = 0.01  # how long compiled code runs between checks of the clock
PROGRESS_SECONDS = 0.1

Progress = Callable[[int, float], None]  # nodes and seconds so far


class Steps(Protocol):
    """Work that can be done in steps."""

    @property
    def nodes(self) -> int: ...

    def step(self, steps: int, most_nodes: int) -> bool:
        """Do some steps; returns whether the work is done."""


class OutOfBudget(Exception):
    """Time, nodes or memory have run out, or the stop event was set."""


class Meter:
    """Runs compiled code in short steps and checks the budget between them."""

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: threading.Event | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._begun = time.perf_counter()
        self._deadline = None if seconds is None else self._begun + seconds
        self._most_nodes = 2**62 if nodes is None else nodes
        self._stop, self._progress = stop, progress
        self._steps = 16
        self._reported = self._begun

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._begun

    def run(self, prover: Steps, limit: int | None) -> bool:
        """Run a prover; returns whether it finishes within `limit` more nodes."""
        local = 2**62 if limit is None else prover.nodes + limit
        most = min(self._most_nodes, local)
        while True:
            self._look()
            before = time.perf_counter()
            if prover.step(self._steps, most):
                return True
            if prover.nodes >= most:
                if most == self._most_nodes:
                    raise OutOfBudget
                return False
            taken = time.perf_counter() - before
            if taken < STEP_SECONDS:
                self._steps *= 2
            elif taken > 2 * STEP_SECONDS and self._steps > 1:
                self._steps //= 2
            self._report(prover.nodes)

    def _look(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise OutOfBudget
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise OutOfBudget

    def _report(self, nodes: int) -> None:
        now = time.perf_counter()
        if self._progress is not None and now - self._reported >= PROGRESS_SECONDS:
            self._reported = now
            self._progress(nodes, self.seconds)
