"""Jobs, and the places where they are done: waiting jobs go to the places in a fair order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

from kletka.web.fair_queue import Claim, FairQueue

# Processor seconds and a report as JSON, or as it is if it is bytes; b"" is the end.
OnReport = Callable[[float, bytes], None]
MOST_LOSSES = 3  # places that one job may lose, as it may be the cause


@dataclass
class Job:
    number: int
    request: Any
    on_report: OnReport
    claim: Claim
    seconds: float = 0.0  # of the processor, since the last report
    cost: float = 0.0  # seconds of the processor so far
    delivered: int = 0  # reports
    known: int = 0  # reports to leave out, as they were delivered before
    losses: int = 0

    def take(self, seconds: float, report: bytes | None) -> None:
        """Deliver a report unless it is known; None is a sign that the job goes on."""
        self.seconds += seconds
        self.cost += seconds
        if report is None:
            return
        if report and self.known:
            self.known -= 1
            return
        self.delivered += 1
        spent, self.seconds = self.seconds, 0.0
        self.on_report(spent, report)


class Place(Protocol):
    """Where jobs are done: a process of this machine, or a part of a worker of the cluster."""

    jobs: dict[int, Job]
    at_once: int  # jobs
    most_seconds: float  # that a job may be expected to take

    @property
    def load(self) -> float:
        """How busy the place is; the least busy one gets the next job."""
        ...

    def take(self, job: Job) -> None: ...

    def drop(self, number: int) -> None:
        """Stop a job, if it is done here."""
        ...


class Dispatcher(ABC):
    """Gives waiting jobs to places; a job that loses its place is done again at another one."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._waiting: FairQueue[Job] = FairQueue()

    @property
    @abstractmethod
    def places(self) -> Sequence[Place]:
        """All places that may have jobs."""

    @property
    def open_places(self) -> Sequence[Place]:
        """The places that may be given jobs now."""
        return self.places

    @abstractmethod
    def start(self) -> None:
        """Start all places, so that the first job need not wait for them."""

    @abstractmethod
    def process_ids(self) -> list[int]:
        """The processes of this machine that are running now."""

    @property
    def machines(self) -> int:
        """How many machines do the jobs."""
        return 1

    @property
    def slots(self) -> int:
        """How many jobs can be done without waiting for others."""
        return sum(place.at_once for place in self.open_places)

    @property
    def waiting(self) -> int:
        """How many jobs have no place yet."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """How many jobs there are, waiting ones included."""
        return len(self._waiting) + sum(len(place.jobs) for place in self.places)

    def submit(self, request: Any, on_report: OnReport, claim: Claim | None = None) -> int:
        """Queue a job and return its number; one that loses several places ends early."""
        job = Job(next(self._numbers), request, on_report, claim or Claim())
        self._waiting.add(job, job.claim)
        self.dispatch()
        return job.number

    def cancel(self, number: int) -> None:
        """Drop a job without further reports."""
        self._waiting.remove_if(lambda job: job.number == number)
        for place in self.places:
            place.drop(number)
        self.dispatch()

    def close(self) -> None:
        """Drop all jobs."""
        self._waiting = FairQueue()

    def give_again(self, lost: Sequence[Job]) -> None:
        """Let jobs whose place was lost begin again, before all others."""
        for job in reversed(lost):
            job.losses += 1
            if job.losses < MOST_LOSSES:
                job.known = job.delivered
                self._waiting.add_again(job, job.claim)
            else:
                job.take(0.0, b"")
        self.dispatch()

    def ended(self, job: Job) -> None:
        """A job is done: its place can take another one."""
        self._waiting.settle(job.claim, job.cost)
        self.dispatch()

    def dispatch(self) -> None:
        """Give waiting jobs to the places that are least busy."""
        while self._waiting:
            for place in sorted(self.open_places, key=lambda place: place.load):
                job = self._next_for(place)
                if job is not None:
                    place.take(job)
                    break
            else:
                return

    def _next_for(self, place: Place) -> Job | None:
        """The next job for a place, or None if it has enough.

        A place whose jobs all come last takes another one that does not.
        """
        if len(place.jobs) < place.at_once:
            return self._waiting.take(place.most_seconds)
        if sum(not job.claim.last for job in place.jobs.values()) < place.at_once:
            return self._waiting.take(place.most_seconds, last=False)
        return None
