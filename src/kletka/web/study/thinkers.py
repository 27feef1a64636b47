"""The thinkers' processes as the server sees them: jobs go in, reports come out as they improve.

They are apart from the bots and of lower priority, so that analyses never delay a game.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from kletka.language import Text
from kletka.web.refusals import Refused
from kletka.web.study.worker import work

log = logging.getLogger("kletka.web")
Hear = Callable[[float, bytes], None]  # the seconds that were thought, and a report; b"" ends


@dataclass(frozen=True)
class Job:
    """What is being thought about, and who hears of it."""

    number: int
    asked: dict[str, Any]
    hear: Hear


class Thinkers:
    """Some processes, started when somebody first asks; one that dies is replaced."""

    def __init__(self, processes: int, most_jobs: int) -> None:
        self._numbers = count(1)
        self._most_jobs = most_jobs
        self._thinkers = [_Thinker() for _ in range(processes)]

    def wake(self) -> None:
        """Start the processes: somebody will soon ask."""
        for thinker in self._thinkers:
            thinker.wake()

    @property
    def busy(self) -> int:
        """How many jobs there are."""
        return sum(len(thinker.jobs) for thinker in self._thinkers)

    def process_ids(self) -> list[int]:
        """The processes that think."""
        return [thinker.process.pid for thinker in self._thinkers if thinker.process is not None]

    def think(self, asked: dict[str, Any], hear: Hear) -> int:
        """Begin a job; its number. Raises Refused when there is too much to think about."""
        if self.busy >= self._most_jobs:
            raise Refused(
                "full",
                Text(
                    "the engine is busy with the analyses of others; try again in a minute",
                    "движок занят чужими анализами; попробуйте через минуту",
                ),
                503,
                retry_after=60,
            )
        job = Job(next(self._numbers), asked, hear)
        min(self._thinkers, key=lambda thinker: len(thinker.jobs)).take(job)
        return job.number

    def stop(self, number: int) -> None:
        """Nobody wants to hear of the job any more."""
        for thinker in self._thinkers:
            thinker.drop(number)

    def close(self) -> None:
        for thinker in self._thinkers:
            thinker.close()


class _Thinker:
    """One process, its pipe, and a thread that waits for what comes through it."""

    def __init__(self) -> None:
        self.jobs: dict[int, Job] = {}
        self._pipe: Connection | None = None
        self.process: Any = None

    def wake(self) -> None:
        if self._pipe is None:
            self._start()

    def take(self, job: Job) -> None:
        self.wake()
        self.jobs[job.number] = job
        self._send(job.number, job.asked)

    def drop(self, number: int) -> None:
        if self.jobs.pop(number, None) is not None:
            self._send(number, None)

    def close(self) -> None:
        self.jobs.clear()
        if self.process is not None:
            self.process.terminate()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self._pipe = ours
        loop = asyncio.get_running_loop()
        threading.Thread(
            target=self._listen, args=(ours, loop), name="kletka-thinker", daemon=True
        ).start()

    def _send(self, number: int, asked: dict[str, Any] | None) -> None:
        assert self._pipe is not None
        try:
            self._pipe.send((number, asked))
        except (BrokenPipeError, OSError):
            return  # it has died; whoever listens to it notices

    def _listen(self, pipe: Connection, loop: asyncio.AbstractEventLoop) -> None:
        try:
            while True:
                loop.call_soon_threadsafe(self._heard, *pipe.recv())
        except (EOFError, OSError):
            pass
        except RuntimeError:  # the server has stopped meanwhile
            return
        try:
            loop.call_soon_threadsafe(self._died, pipe)
        except RuntimeError:
            return

    def _heard(self, number: int, seconds: float, report: bytes) -> None:
        job = self.jobs.get(number)
        if job is None:
            return
        if not report:
            del self.jobs[number]
        job.hear(seconds, report)

    def _died(self, pipe: Connection) -> None:
        """What it was thinking about ends here; the next job starts another process."""
        if self._pipe is not pipe:
            return
        self._pipe = None
        if self.jobs:
            log.warning("a thinker has died with %d jobs", len(self.jobs))
        lost = list(self.jobs.values())
        self.jobs.clear()
        for job in lost:
            job.hear(0.0, b"")
