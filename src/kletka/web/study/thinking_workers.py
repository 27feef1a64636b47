"""Analyses and reviews, in worker processes or on a cluster.

Their workers are not those of bots and have a lower priority, so that analyses never delay a game.
"""

from __future__ import annotations

from typing import Any

from kletka.language import Text
from kletka.web.cluster.membership import Cluster
from kletka.web.cluster.messages import STUDY
from kletka.web.cluster.thinkers import open_thinkers
from kletka.web.dispatching import Dispatcher, OnReport
from kletka.web.refusals import Refused
from kletka.web.workers import Begin

NICENESS = 10  # below the server (0) and the bots (5)


class ThinkingWorkers:
    """A pool that refuses jobs when there are too many for each machine."""

    def __init__(self, processes: int, most_jobs: int, cluster: Cluster | None = None) -> None:
        self._most_jobs = most_jobs
        self._pool = open_thinkers(cluster, STUDY, processes, load, NICENESS, at_once=most_jobs)

    def start(self) -> None:
        """Start the processes before the first job."""
        self._pool.start()

    @property
    def busy(self) -> int:
        """How many jobs there are."""
        return self._pool.busy

    @property
    def thinkers(self) -> Dispatcher:
        """What does the jobs; it tells how many wait, and for how many slots."""
        return self._pool

    def process_ids(self) -> list[int]:
        return self._pool.process_ids()

    def submit(self, request: dict[str, Any], on_report: OnReport) -> int:
        """Start a job and return its number; raises Refused when there are too many."""
        if self.busy >= self._most_jobs * self._pool.machines:
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


def load() -> Begin:
    from kletka.web.study.jobs import begin  # loads the engine

    return begin
