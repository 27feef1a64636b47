"""Worker processes: jobs go in, reports come out; a process that dies is replaced.

A job is a generator, made in the worker by what `load` returns. Jobs of one worker take turns:
each runs until its next report.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

import orjson

log = logging.getLogger("kletka.web")
Begin = Callable[[Any], Iterator[Any]]  # makes a job from a request
Load = Callable[[], Begin]  # a function of a module, so that a new process can import it
# Processor seconds and a report as JSON, or as it is if it is bytes; b"" is the end.
OnReport = Callable[[float, bytes], None]


@dataclass(frozen=True)
class Job:
    number: int
    request: Any
    on_report: OnReport


class WorkerPool:
    """Processes that are started when first needed; each has at most `at_once` jobs."""

    def __init__(self, processes: int, load: Load, niceness: int, at_once: int) -> None:
        self._numbers = count(1)
        self._at_once = at_once
        self._waiting: deque[Job] = deque()
        self._workers = [_Worker(load, niceness, self._dispatch) for _ in range(processes)]

    def start(self) -> None:
        """Start all processes now."""
        for worker in self._workers:
            worker.start()

    @property
    def busy(self) -> int:
        """How many jobs there are, waiting ones included."""
        return len(self._waiting) + sum(len(worker.jobs) for worker in self._workers)

    def process_ids(self) -> list[int]:
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def submit(self, request: Any, on_report: OnReport) -> int:
        """Queue a job and return its number; a job whose worker dies ends early."""
        job = Job(next(self._numbers), request, on_report)
        self._waiting.append(job)
        self._dispatch()
        return job.number

    def cancel(self, number: int) -> None:
        """Drop a job without further reports."""
        self._waiting = deque(job for job in self._waiting if job.number != number)
        for worker in self._workers:
            worker.drop(number)
        self._dispatch()

    def close(self) -> None:
        self._waiting.clear()
        for worker in self._workers:
            worker.close()

    def _dispatch(self) -> None:
        """Give waiting jobs to the workers that have fewest."""
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.jobs))
            if len(worker.jobs) >= self._at_once:
                return
            worker.take(self._waiting.popleft())


class _Worker:
    """One process, its pipe, a thread that reads from the pipe and one that writes to it."""

    def __init__(self, load: Load, niceness: int, on_free: Callable[[], None]) -> None:
        self.jobs: dict[int, Job] = {}
        self.process: Any = None
        self._load, self._niceness, self._on_free = load, niceness, on_free
        self._pipe: Connection | None = None
        self._outbox = _Outbox()

    def start(self) -> None:
        """Start the process if it is not running."""
        if self._pipe is not None:
            return
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        arguments = (theirs, self._load, self._niceness)
        self.process = context.Process(target=_work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self._pipe, self._outbox = ours, _Outbox()
        loop = asyncio.get_running_loop()
        threading.Thread(
            target=self._listen, args=(ours, loop), name="kletka-worker", daemon=True
        ).start()
        threading.Thread(
            target=self._outbox.send_to, args=(ours,), name="kletka-worker-outbox", daemon=True
        ).start()

    def take(self, job: Job) -> None:
        self.start()
        self.jobs[job.number] = job
        self._outbox.put(job.number, job.request)

    def drop(self, number: int) -> None:
        if self.jobs.pop(number, None) is not None:
            self._outbox.put(number, None)

    def close(self) -> None:
        self.jobs.clear()
        self._outbox.close()
        if self.process is not None:
            self.process.terminate()

    def _listen(self, pipe: Connection, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has stopped
            with contextlib.suppress(EOFError, OSError):
                while True:
                    loop.call_soon_threadsafe(self._reported, *pipe.recv())
            loop.call_soon_threadsafe(self._died, pipe)

    def _reported(self, number: int, seconds: float, report: bytes) -> None:
        job = self.jobs.get(number)
        if job is None:
            return
        if not report:
            del self.jobs[number]
        job.on_report(seconds, report)
        if not report:
            self._on_free()

    def _died(self, pipe: Connection) -> None:
        """End the jobs of the process; the next job starts another one."""
        if self._pipe is not pipe:
            return
        self._pipe = None
        self._outbox.close()
        if self.jobs:
            log.warning("a worker process died with %d jobs", len(self.jobs))
        lost = list(self.jobs.values())
        self.jobs.clear()
        for job in lost:
            job.on_report(0.0, b"")
        self._on_free()


class _Outbox:
    """What is to be sent to a process.

    A thread sends it: a process that is slow to read, or is stopped, blocks nobody else.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, Any] = {}  # requests by job, None to drop the job
        self._changed = threading.Condition()
        self._closed = False

    def put(self, number: int, request: Any) -> None:
        """Send a request, or drop the job if it is None."""
        with self._changed:
            if request is None and number in self._waiting:
                del self._waiting[number]  # the process has not heard of it
            else:
                self._waiting[number] = request
            self._changed.notify()

    def close(self) -> None:
        """Send nothing more."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify()

    def send_to(self, pipe: Connection) -> None:
        """Send until closed."""
        with contextlib.suppress(OSError):  # it has died: the listening thread notices
            while (message := self._next()) is not None:
                pipe.send(message)

    def _next(self) -> tuple[int, Any] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if self._closed:
                return None
            number = next(iter(self._waiting))
            return number, self._waiting.pop(number)


# In the worker process.


def _work(pipe: Connection, load: Load, niceness: int) -> None:
    """Work until the server goes away.

    Received are pairs of a job's number and its request, or None to drop the job. Sent are the
    number, the processor seconds since the last report, and a report, which is empty at the end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    _exit_with_server()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        _take_turns(pipe, load())


def _exit_with_server() -> None:
    """Exit when the server has gone: a killed server cannot stop its workers."""
    server = multiprocessing.parent_process()
    if server is None:
        return

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, name="kletka-watch-server", daemon=True).start()


def _take_turns(pipe: Connection, begin: Begin) -> None:
    jobs: dict[int, Iterator[Any]] = {}
    while True:
        while not jobs or pipe.poll():
            number, request = pipe.recv()
            if request is None:
                jobs.pop(number, None)
            else:
                jobs[number] = begin(request)
        number = next(iter(jobs))
        job = jobs.pop(number)
        begun = time.process_time()
        report = _next_report(job)
        spent = time.process_time() - begun
        pipe.send((number, spent, _as_bytes(report)))
        if report is not None:
            jobs[number] = job  # at the end of the queue


def _next_report(job: Iterator[Any]) -> Any:
    try:
        return next(job, None)
    except Exception:  # one broken job must not end the others
        log.exception("a job failed")
        return None


def _as_bytes(report: Any) -> bytes:
    if report is None:
        return b""
    return report if isinstance(report, bytes) else orjson.dumps(report)
