"""Worker processes: jobs go in, reports come out; a process that dies or is silent is replaced.

A job is a generator, made in the worker by what `load` returns. Jobs of one worker take turns:
each runs until its next report. A job that lost its process begins again in another one, without
the reports that were delivered already.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

import orjson

from kletka.web.dispatching import Dispatcher, Job, Place

log = logging.getLogger("kletka.web")
Begin = Callable[[Any], Iterator[Any]]  # makes a job from a request
Load = Callable[[], Begin]  # a function of a module, so that a new process can import it
WORKING = ...  # what a job yields to show that it goes on, without a report
BEAT = 1.0  # seconds between two signs of life of a process
MOST_SILENT = 15  # beats without a sign of life before a process is killed
MOST_SILENT_AT_START = 120  # it loads libraries
MOST_FRUITLESS = 600  # beats without a report of any job: on a new machine the first one compiles
LIGHT = 0.25  # seconds that a light job is expected to take at most
IDLE = 20  # the niceness of processes that only run when nobody else wants the processor


class WorkerPool(Dispatcher):
    """Processes that are started when first needed; each has at most `at_once` jobs.

    One more process for light jobs alone, if there is one, lets them pass those that take long;
    its priority is that of the server.
    """

    def __init__(
        self, processes: int, load: Load, niceness: int, at_once: int, express: bool = False
    ) -> None:
        super().__init__()
        kinds = [(0, LIGHT)] * express + [(niceness, math.inf)] * processes
        self._workers = [_Worker(self, load, nice, at_once, most) for nice, most in kinds]

    @property
    def processes(self) -> int:
        """How many processes there may be."""
        return len(self._workers)

    @property
    def places(self) -> Sequence[Place]:
        return self._workers

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    def process_ids(self) -> list[int]:
        processes = (worker.process for worker in self._workers)
        return [process.pid for process in processes if process is not None and process.is_alive()]

    def close(self) -> None:
        super().close()
        for worker in self._workers:
            worker.close()


class _Worker:
    """One process, its pipe, a thread that reads from the pipe and one that writes to it."""

    def __init__(
        self, owner: Dispatcher, load: Load, niceness: int, at_once: int, most_seconds: float
    ) -> None:
        self.at_once, self.most_seconds = at_once, most_seconds
        self.jobs: dict[int, Job] = {}
        self.process: Any = None
        self._owner, self._load, self._niceness = owner, load, niceness
        self._heard, self._silent, self._fruitless = False, 0, 0  # see _count_beat
        self._pipe: Connection | None = None
        self._outbox = _Outbox()

    @property
    def load(self) -> float:
        return len(self.jobs)

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
        self._heard, self._silent, self._fruitless = False, 0, 0
        loop = asyncio.get_running_loop()
        loop.call_later(BEAT, self._count_beat, ours)
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
            self.process.kill()  # a stopped process would not hear anything else

    def _count_beat(self, pipe: Connection) -> None:
        """Kill a process that gives no sign of life, or no report of any of its jobs.

        Beats are counted, not seconds: a server that stood still itself blames nobody.
        """
        if self._pipe is not pipe:
            return
        self._silent += 1
        self._fruitless = self._fruitless + 1 if self.jobs else 0
        most = MOST_SILENT if self._heard else MOST_SILENT_AT_START
        if self._silent > most or self._fruitless > MOST_FRUITLESS:
            log.warning("worker process %s is silent and will be replaced", self.process.pid)
            self.process.kill()
        else:
            asyncio.get_running_loop().call_later(BEAT, self._count_beat, pipe)

    def _listen(self, pipe: Connection, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has stopped
            with contextlib.suppress(EOFError, OSError):
                while True:
                    loop.call_soon_threadsafe(self._reported, *pipe.recv())
            loop.call_soon_threadsafe(self._died, pipe)

    def _reported(self, number: int, seconds: float, report: bytes | None) -> None:
        self._heard, self._silent = True, 0
        if number == _ALIVE:
            return
        self._fruitless = 0
        job = self.jobs.get(number)
        if job is None:
            return
        ended = report == b""
        if ended:
            del self.jobs[number]
        job.take(seconds, report)
        if ended:
            self._owner.ended(job)

    def _died(self, pipe: Connection) -> None:
        """Give the jobs of the process back; the next job starts another one."""
        if self._pipe is not pipe:
            return
        self._pipe = None
        self._outbox.close()
        if self.jobs:
            log.warning("a worker process died with %d jobs", len(self.jobs))
        lost = list(self.jobs.values())
        self.jobs.clear()
        self._owner.give_again(lost)


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

_ALIVE = 0  # stands for a job's number in a sign of life
Send = Callable[[int, float, bytes | None], None]


def _work(pipe: Connection, load: Load, niceness: int) -> None:
    """Work until the server goes away.

    Received are pairs of a job's number and its request, or None to drop the job. Sent are the
    number, the processor seconds since the last report, and a report, which is empty at the end
    and None if the job goes on.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _exit_with_server()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        send = _start_beating(pipe)
        _give_way(niceness)  # this thread alone: signs of life are not delayed
        _take_turns(pipe, send, load())


def _give_way(niceness: int) -> None:
    """Lower the priority as far as the system can."""
    with contextlib.suppress(OSError, AttributeError):
        if niceness >= IDLE and hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        else:
            os.nice(min(niceness, IDLE - 1))


def _start_beating(pipe: Connection) -> Send:
    """Give a sign of life now and then; return the function that sends reports beside them."""
    one_at_a_time = threading.Lock()

    def send(number: int, seconds: float, report: bytes | None) -> None:
        with one_at_a_time:
            pipe.send((number, seconds, report))

    def beat() -> None:
        with contextlib.suppress(OSError):  # the server has gone
            while True:
                send(_ALIVE, 0.0, None)
                time.sleep(BEAT)

    threading.Thread(target=beat, name="kletka-beat", daemon=True).start()
    return send


def _exit_with_server() -> None:
    """Exit when the server has gone: a killed server cannot stop its workers."""
    server = multiprocessing.parent_process()
    if server is None:
        return

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, name="kletka-watch-server", daemon=True).start()


def _take_turns(pipe: Connection, send: Send, begin: Begin) -> None:
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
        send(number, spent, _as_bytes(report))
        if report is not None:
            jobs[number] = job  # at the end of the queue


def _next_report(job: Iterator[Any]) -> Any:
    try:
        return next(job, None)
    except Exception:  # one broken job must not end the others
        log.exception("a job failed")
        return None


def _as_bytes(report: Any) -> bytes | None:
    if report is WORKING:
        return None
    if report is None:
        return b""
    return report if isinstance(report, bytes) else orjson.dumps(report)
