"""Threads for what would hold up the event loop: parsing, drawing, reading games.

Each kind of work has threads of its own: strangers' records to be parsed delay neither lists of
games nor moves. Visitors get the same share of the threads' time, and no visitor can fill a queue.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ParamSpec, TypeVar

from kletka.interruption import stopping_when
from kletka.language import Text
from kletka.web.addresses import asking
from kletka.web.fair_queue import Claim, FairQueue
from kletka.web.refusals import NotDone

P = ParamSpec("P")
T = TypeVar("T")
MOST_WAITING = 200
MOST_READING = 4000  # hundreds of players may come back at once after a restart
SHARE = 0.25  # of the places in a queue, for one visitor


@dataclass(eq=False)
class _Job:
    work: Callable[[], Any]
    done: Future[Any]
    claim: Claim
    wanted: bool = True
    context: Context = field(default_factory=copy_context)  # with the id of the request


class ThreadPool:
    """A few threads, started when first needed; nothing waits for them when the server stops.

    Work whose asker is cancelled is dropped before it begins, or stops at the next move that it
    plays.
    """

    def __init__(self, name: str, threads: int, most_waiting: int = MOST_WAITING) -> None:
        self._name, self._threads, self._most_waiting = name, threads, most_waiting
        self._waiting: FairQueue[_Job] = FairQueue()
        self._changed = threading.Condition()
        self._started = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for a thread."""
        return len(self._waiting)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a function, called in one of the threads; raises Refused if too many wait.

        It is called for the visitor whose request is being served.
        """
        job = _Job(partial(work, *args, **kwargs), Future(), Claim(asking.get()))
        self._add(job)
        try:
            result: T = await asyncio.wrap_future(job.done)
        except asyncio.CancelledError:
            self._drop(job)
            raise
        return result

    def _add(self, job: _Job) -> None:
        with self._changed:
            mine, most = self._waiting.count_of(job.claim.visitor), self._most_waiting
            if mine >= SHARE * most or len(self._waiting) >= most:
                raise _busy()
            self._waiting.add(job, job.claim)
            self._changed.notify()
            if not self._started:
                self._started = True
                for _ in range(self._threads):
                    threading.Thread(target=self._work, name=self._name, daemon=True).start()

    def _drop(self, job: _Job) -> None:
        job.wanted = False
        with self._changed:
            self._waiting.remove_if(lambda other: other is job)

    def _work(self) -> None:
        while True:
            job = self._take()
            if job.done.set_running_or_notify_cancel():
                begun = time.thread_time()
                job.context.run(_do, job)
                with self._changed:
                    self._waiting.settle(job.claim, time.thread_time() - begun)

    def _take(self) -> _Job:
        with self._changed:
            while (job := self._waiting.take()) is None:
                self._changed.wait()
            return job


def _do(job: _Job) -> None:
    try:
        with stopping_when(lambda: not job.wanted):
            result = job.work()
    except BaseException as error:  # Interrupted, too, which nobody waits for
        job.done.set_exception(error)
    else:
        job.done.set_result(result)


def _busy() -> NotDone:
    return NotDone(
        "full",
        Text(
            "the server has too much to do; try again in a few seconds",
            "сервер перегружен; попробуйте через несколько секунд",
        ),
        503,
        retry_after=5,
    )


database = ThreadPool("kletka-database", 6, MOST_READING)  # reading games, and replaying them
parsing = ThreadPool("kletka-parsing", 2)
drawing = ThreadPool("kletka-drawing", 2)
