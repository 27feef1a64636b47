"""A process that thinks: its jobs take turns, and each gives way to the games being played."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import orjson

LOWER = 10  # niceness: below the server (0) and the bots (5)


def work(pipe: Connection) -> None:
    """Think until the server goes away.

    Received are pairs of a job's number and what is asked, or None to stop it. Sent are the
    number, the seconds that were thought, and a report as JSON, which is empty at the end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(LOWER)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        _take_turns(pipe)


def _take_turns(pipe: Connection) -> None:
    from kletka.web.study.jobs import begin  # loads the engine

    jobs: dict[int, Iterator[Any]] = {}
    while True:
        while not jobs or pipe.poll():
            number, asked = pipe.recv()
            if asked is None:
                jobs.pop(number, None)
            else:
                jobs[number] = begin(asked)
        number = next(iter(jobs))
        job = jobs.pop(number)
        begun = time.process_time()
        report = next(job, None)
        spent = time.process_time() - begun
        pipe.send((number, spent, b"" if report is None else orjson.dumps(report)))
        if report is not None:
            jobs[number] = job  # at the end of the queue
