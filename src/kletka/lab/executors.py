"""Who does the lab's work: processes of this machine, or a Dask cluster.

A crew takes tasks; `in_order` feeds it as many as it can use, gives the results in the order of
the tasks, and hands a task to somebody else when the worker that had it is lost.
"""

from __future__ import annotations

import multiprocessing
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from kletka.errors import KletkaError
from kletka.extras import need
from kletka.language import Text, plural_en, plural_ru

Result = TypeVar("Result")
Task = tuple[Any, ...]

CLUSTER_SECONDS = 20  # to find a cluster, and for its first worker to join
MOST_LOSSES = 4  # of one task, before it is thought to be what kills the workers


class NoCluster(KletkaError):
    """There is no cluster at that address, or nobody works there."""


class TaskLost(KletkaError):
    """A task has been lost with its worker again and again."""


class Crew(ABC):
    """Somebody to do tasks. `losses` are the errors that mean a lost worker, not a fault."""

    workers: int
    losses: tuple[type[BaseException], ...]

    @abstractmethod
    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Begin a task."""

    @abstractmethod
    def close(self) -> None:
        """Drop what has not begun and go home."""

    @property
    def window(self) -> int:
        """How many tasks to give out at once, so that nobody waits for the next."""
        return 2 * self.workers + 2


class ProcessCrew(Crew):
    """Processes of this machine. When one of them dies, Python gives up all: we begin anew."""

    losses = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._new_pool()

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        try:
            return self._pool.submit(function, *arguments)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
            return self._pool.submit(function, *arguments)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor:
        # Not forked: a process that has run compiled threads must not be.
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"))


class ClusterCrew(Crew):
    """The workers of a Dask cluster. Dask itself repeats what a lost worker was doing."""

    def __init__(self, address: str) -> None:
        with need("lab"):
            from distributed import Client, KilledWorker

        self.losses = (KilledWorker, CancelledError)
        self._client = _connected(Client, address)
        self._executor: Executor = self._client.get_executor(pure=False)
        self.workers = sum(self._client.nthreads().values())

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        return self._executor.submit(function, *arguments)

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()


def _connected(make_client: Any, address: str) -> Any:
    try:
        client = make_client(address, timeout=CLUSTER_SECONDS)
    except (OSError, ValueError):  # TimeoutError is an OSError
        raise NoCluster(
            Text(
                f"no Dask cluster answers at {address!r}; write the address of its scheduler, "
                "such as tcp://10.0.0.1:8786",
                f"по адресу {address!r} не отвечает ни один кластер Dask; нужен адрес "
                "планировщика, например tcp://10.0.0.1:8786",
            )
        ) from None
    try:
        client.wait_for_workers(1, timeout=CLUSTER_SECONDS)
    except OSError:
        client.close()
        raise NoCluster(
            Text(
                f"the cluster at {address} has no workers; start some with: dask worker {address}",
                f"у кластера {address} нет рабочих процессов; запустите их: dask worker {address}",
            )
        ) from None
    return client


@contextmanager
def open_crew(workers: int | None = None, cluster: str | None = None) -> Iterator[Crew]:
    """A cluster by its address, or so many processes; usually one for each core."""
    crew = ClusterCrew(cluster) if cluster else ProcessCrew(workers or os.cpu_count() or 1)
    try:
        yield crew
    finally:
        crew.close()


@dataclass
class _Job:
    task: Task
    future: Future[Any]
    lost: int = 0


def in_order(
    crew: Crew, function: Callable[..., Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """`function(*task)` for every task, in their order; never more than a window at once.

    Tasks are asked for as they are needed, so there may be millions. What a function raises is
    raised here; a lost worker costs only the time of its tasks.
    """
    waiting = iter(tasks)
    running: deque[_Job] = deque()
    try:
        while True:
            while len(running) < crew.window and (task := next(waiting, None)) is not None:
                running.append(_Job(task, crew.submit(function, *task)))
            if not running:
                return
            try:
                result = running[0].future.result()
            except crew.losses:
                _give_out_again(crew, function, running)
                continue
            running.popleft()
            yield result
    finally:
        for job in running:
            job.future.cancel()


def _give_out_again(crew: Crew, function: Callable[..., Any], running: deque[_Job]) -> None:
    for job in running:
        if job.future.done() and _is_lost(job.future, crew.losses):
            job.lost += 1
            if job.lost >= MOST_LOSSES:
                raise TaskLost(_told_loss(job))
            job.future = crew.submit(function, *job.task)


def _is_lost(future: Future[Any], losses: tuple[type[BaseException], ...]) -> bool:
    if future.cancelled():
        return True
    return isinstance(future.exception(), losses)


def _told_loss(job: _Job) -> Text:
    shown = repr(job.task)
    shown = shown if len(shown) <= 100 else shown[:97] + "..."
    return Text(
        f"the worker was lost {plural_en(job.lost, 'time')} at the same task {shown}; "
        "perhaps it has too little memory",
        f"рабочий процесс пропал {job.lost} {plural_ru(job.lost, 'раз', 'раза', 'раз')} на одной и "
        f"той же задаче {shown}; возможно, ему не хватает памяти",
    )
