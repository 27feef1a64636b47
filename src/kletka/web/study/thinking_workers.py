"""The worker processes of analyses and reviews.

They are separate from the bots' workers and have a lower priority, so that analyses never delay
a game.
"""

from __future__ import annotations

from typing import Any

from kletka.language import Text
from kletka.web.refusals import Refused
from kletka.web.workers import Begin, OnReport, WorkerPool

NICENESS = 10  # below the server (0) and the bots (5)


class ThinkingWorkers:
    """A pool that refuses jobs when there are too many."""

    def __init__(self, processes: int, most_jobs: int) -> None:
        self._most_jobs = most_jobs
        self._pool = WorkerPool(processes, _load, NICENESS, at_once=most_jobs)

    def start(self) -> None:
        """Start the processes before the first job."""
        self._pool.start()

    @property
    def busy(self) -> int:
        """How many jobs there are."""
        return self._pool.busy

    def process_ids(self) -> list[int]:
        return self._pool.process_ids()

    def submit(self, request: dict[str, Any], on_report: OnReport) -> int:
        """Start a job and return its number; raises Refused when there are too many."""
        if self.busy >= self._most_jobs:
            raise Refused(
                "full",
                Text(
                    "the engine is busy with other analyses; try again in a minute",
                    "движок занят чужими анализами; попробуйте через минуту",
                ),
                503,
                retry_after=60,
            )
        return self._pool.submit(request, on_report)

    def cancel(self, number: int) -> None:
        self._pool.cancel(number)

    def close(self) -> None:
        self._pool.close()


def _load() -> Begin:
    from kletka.web.study.jobs import begin  # loads the engine

    return begin
