"""A queue in which no visitor's jobs make others wait long.

Every visitor has an account, to which the cost of each job is added. The next job is one of the
visitor with the smallest account; jobs of one visitor keep their order. Who comes back starts with
the account of those who are served now, so that nobody saves up time. Jobs that come last wait
until there are no others.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Job = TypeVar("Job")
MOST_ACCOUNTS = 1000  # of visitors that do not wait; then the smallest are dropped


@dataclass(frozen=True)
class Claim:
    """Who a job is for, what it is expected to cost, and whether it comes last."""

    visitor: str = ""
    seconds: float = 0.0
    last: bool = False


class FairQueue(Generic[Job]):
    """Jobs that wait, each with its claim."""

    def __init__(self) -> None:
        self._again: deque[tuple[Job, Claim]] = deque()
        self._first, self._last = _Accounts[Job](), _Accounts[Job]()

    def __len__(self) -> int:
        return len(self._again) + len(self._first) + len(self._last)

    def count_of(self, visitor: str) -> int:
        """How many jobs of a visitor wait."""
        again = sum(claim.visitor == visitor for _, claim in self._again)
        return again + self._first.count_of(visitor) + self._last.count_of(visitor)

    def add(self, job: Job, claim: Claim) -> None:
        self._accounts(claim).add(job, claim)

    def add_again(self, job: Job, claim: Claim) -> None:
        """Put back a job that has been taken and paid for; it comes before all others."""
        self._again.appendleft((job, claim))

    def take(self, most: float = math.inf, *, last: bool = True) -> Job | None:
        """Take the next job that costs at most so many seconds; without `last`, no last one."""
        for job, claim in self._again:
            if claim.seconds <= most and (last or not claim.last):
                self._again.remove((job, claim))
                return job
        job_or_none = self._first.take(most)
        if job_or_none is None and last:
            return self._last.take(most)
        return job_or_none

    def settle(self, claim: Claim, seconds: float) -> None:
        """Correct the account of a job that has been taken by what it really cost."""
        self._accounts(claim).charge(claim.visitor, seconds - claim.seconds)

    def remove_if(self, unwanted: Callable[[Job], bool]) -> None:
        """Remove jobs that wait."""
        self._again = deque(entry for entry in self._again if not unwanted(entry[0]))
        self._first.remove_if(unwanted)
        self._last.remove_if(unwanted)

    def _accounts(self, claim: Claim) -> _Accounts[Job]:
        return self._last if claim.last else self._first


class _Accounts(Generic[Job]):
    """The jobs of one rank, by visitor."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[tuple[Job, float]]] = {}
        self._spent: dict[str, float] = {}
        self._served_at = 0.0  # the account of the visitor that was served last

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def count_of(self, visitor: str) -> int:
        return len(self._waiting.get(visitor, ()))

    def add(self, job: Job, claim: Claim) -> None:
        visitor = claim.visitor
        if visitor not in self._waiting:
            self._waiting[visitor] = deque()
            self._spent[visitor] = max(self._spent.get(visitor, 0.0), self._served_at)
        self._waiting[visitor].append((job, claim.seconds))

    def take(self, most: float) -> Job | None:
        able = [
            visitor
            for visitor, jobs in self._waiting.items()
            if any(seconds <= most for _, seconds in jobs)
        ]
        if not able:
            return None
        visitor = min(able, key=self._spent.__getitem__)
        jobs = self._waiting[visitor]
        entry = next(entry for entry in jobs if entry[1] <= most)
        jobs.remove(entry)
        self._served_at = max(self._served_at, self._spent[visitor])
        self.charge(visitor, entry[1])
        # Who has more jobs goes to the end, and lets others with the same account go first.
        del self._waiting[visitor]
        if jobs:
            self._waiting[visitor] = jobs
        if not self._waiting:  # nobody had to wait: all accounts begin anew
            self._spent, self._served_at = {}, 0.0
        return entry[0]

    def charge(self, visitor: str, seconds: float) -> None:
        spent = self._spent.get(visitor, self._served_at) + seconds
        self._spent[visitor] = max(spent, self._served_at)
        if len(self._spent) > MOST_ACCOUNTS + len(self._waiting):
            away = sorted(self._spent.keys() - self._waiting.keys(), key=self._spent.__getitem__)
            for least in away[: MOST_ACCOUNTS // 2]:
                del self._spent[least]

    def remove_if(self, unwanted: Callable[[Job], bool]) -> None:
        for visitor, jobs in list(self._waiting.items()):
            kept = deque(entry for entry in jobs if not unwanted(entry[0]))
            if kept:
                self._waiting[visitor] = kept
            else:
                del self._waiting[visitor]
