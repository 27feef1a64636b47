"""Pools of workers for the lab's tasks: processes of this machine, or a Dask cluster.

`map_in_order` keeps a pool busy, yields the results in the order of the tasks, and repeats the
tasks of workers that are lost.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from kletka.errors import KletkaError
from kletka.extras import need
from kletka.language import Text, plural_en, plural_ru

Result = TypeVar("Result")
Task = tuple[Any, ...]

CLUSTER_SECONDS = 20  # to find a cluster, and to wait for its first worker
BATCH_SECONDS = 0.5
LARGEST_BATCH = 256
MOST_LOSSES = 4  # of one task, before it is taken for the cause


class NoCluster(KletkaError):
    """There is no cluster at this address, or it has no workers."""


class TaskLost(KletkaError):
    """A task has lost its worker again and again."""


class WorkerPool(ABC):
    """Runs tasks on workers; `losses` are the errors that mean a lost worker, not a failed task."""

    workers: int
    losses: tuple[type[BaseException], ...]

    @abstractmethod
    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Start a task."""

    @abstractmethod
    def close(self) -> None:
        """Cancel the tasks that have not started, and release the workers."""

    @property
    def window(self) -> int:
        """How many jobs to submit at once, so that no worker is idle."""
        return 2 * self.workers + 2


class ProcessPool(WorkerPool):
    """Processes of this machine; if one dies, Python's pool is broken and a new one is opened."""

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
        # Not forked: forking is unsafe after compiled code has used threads.
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"))


class ClusterPool(WorkerPool):
    """The workers of a Dask cluster; Dask itself repeats the tasks of a lost worker."""

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
def open_pool(workers: int | None = None, cluster: str | None = None) -> Iterator[WorkerPool]:
    """A pool: a cluster by its address, or so many processes, by default one for each core."""
    pool = ClusterPool(cluster) if cluster else ProcessPool(workers or os.cpu_count() or 1)
    try:
        yield pool
    finally:
        pool.close()


@dataclass
class _Job:
    """A batch of tasks for one worker, of about BATCH_SECONDS."""

    tasks: list[Task]
    future: Future[Any]
    lost: int = 0


def map_in_order(
    pool: WorkerPool | None, function: Callable[..., Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """Yield `function(*task)` for every task, in order; without a pool this process runs them.

    Tasks are drawn as they are needed, so there may be millions; short ones are sent in batches.
    What a function raises is raised here; a lost worker costs only the time of its tasks.
    """
    if pool is None:
        for task in tasks:
            yield function(*task)
        return
    waiting = iter(tasks)
    running: deque[_Job] = deque()
    size = 1
    try:
        while True:
            while len(running) < pool.window and (batch := list(islice(waiting, size))):
                running.append(_Job(batch, pool.submit(_run_tasks, function, batch)))
            if not running:
                return
            try:
                results, seconds = running[0].future.result()
            except pool.losses:
                running = _resubmitted(pool, function, running)
                continue
            running.popleft()
            yield from results
            # At most twice the last batch: the first times may mislead.
            size = min(int(BATCH_SECONDS * len(results) / seconds), 2 * len(results), LARGEST_BATCH)
            size = max(size, 1)
    finally:
        for job in running:
            job.future.cancel()


def _run_tasks(function: Callable[..., Result], tasks: list[Task]) -> tuple[list[Result], float]:
    """Run a batch on a worker; the seconds tell how large the next batch should be."""
    begin = time.perf_counter()
    results = [function(*task) for task in tasks]
    return results, max(time.perf_counter() - begin, 1e-6)


def _resubmitted(
    pool: WorkerPool, function: Callable[..., Any], running: deque[_Job]
) -> deque[_Job]:
    """The jobs with lost ones submitted again, task by task, as one task may be the cause."""
    jobs: deque[_Job] = deque()
    for job in running:
        if not _is_lost(job.future, pool.losses):
            jobs.append(job)
            continue
        if job.lost + 1 >= MOST_LOSSES:
            raise TaskLost(_loss_message(job.tasks[0], job.lost + 1))
        for task in job.tasks:
            jobs.append(_Job([task], pool.submit(_run_tasks, function, [task]), job.lost + 1))
    return jobs


def _is_lost(future: Future[Any], losses: tuple[type[BaseException], ...]) -> bool:
    if not future.done():
        return False
    return future.cancelled() or isinstance(future.exception(), losses)


def _loss_message(task: Task, times: int) -> Text:
    shown = repr(task)
    shown = shown if len(shown) <= 100 else shown[:97] + "..."
    return Text(
        f"the worker was lost {plural_en(times, 'time')} at the same task {shown}; "
        "perhaps it has too little memory",
        f"рабочий процесс пропал {times} {plural_ru(times, 'раз', 'раза', 'раз')} на одной и "
        f"той же задаче {shown}; возможно, ему не хватает памяти",
    )
