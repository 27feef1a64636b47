"""Threads for parsing and drawing, apart from those of the database.

Who sends much to parse delays others who do, but neither lists of games nor moves.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ThreadPool:
    """A few threads, started when first needed; nothing waits for them when the server stops.

    Work is dropped if its asker is cancelled before it has begun.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._name, self._threads = name, threads
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]]
        self._waiting = queue.SimpleQueue()
        self._started = False

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a function, called in one of the threads."""
        if not self._started:
            self._started = True
            for _ in range(self._threads):
                threading.Thread(target=self._work, name=self._name, daemon=True).start()
        done: Future[T] = Future()
        self._waiting.put((done, partial(work, *args, **kwargs)))
        return await asyncio.wrap_future(done)

    def _work(self) -> None:
        while True:
            done, work = self._waiting.get()
            if not done.set_running_or_notify_cancel():
                continue
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)


parsing = ThreadPool("kletka-parsing", 2)
drawing = ThreadPool("kletka-drawing", 2)
