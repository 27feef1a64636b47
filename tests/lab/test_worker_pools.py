"""Tasks on processes and on a real Dask cluster, of which a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kletka import Spec
from kletka.agents.match import GameResult, MatchResult, MatchTerms
from kletka.extras import MissingExtra
from kletka.lab.matches import play_match
from kletka.lab.worker_pools import (
    LARGEST_BATCH,
    NoCluster,
    TaskLost,
    WorkerPool,
    map_in_order,
    open_pool,
)
from tests.lab import tasks

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def processes() -> Iterator[WorkerPool]:
    with open_pool(workers=2) as pool:
        yield pool


class Cluster:
    """A scheduler and two workers, each started as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        quiet = ["--scheduler-file", str(self._file), "--no-dashboard"]
        self.scheduler = self._start("scheduler", *quiet, "--host", "127.0.0.1", "--port", "0")
        while not self._file.exists() or not self._file.read_text():
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address: str = json.loads(self._file.read_text())["address"]
        self.workers = [
            self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            for _ in range(2)
        ]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            env=self._environment,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    yield started
    started.stop()


def test_results_come_in_order(processes: WorkerPool) -> None:
    numbers = range(100)
    squares = list(map_in_order(processes, tasks.square, ((number,) for number in numbers)))
    assert squares == [number * number for number in numbers]


def test_tasks_are_drawn_as_they_are_needed(processes: WorkerPool) -> None:
    asked = 0

    def endless() -> Iterator[tuple[int]]:
        nonlocal asked
        while True:
            asked += 1
            yield (asked,)

    results = map_in_order(processes, tasks.square, endless())
    for _ in range(20):
        next(results)
    assert asked <= 20 + processes.window * LARGEST_BATCH
    results.close()


def test_a_lost_process_costs_no_result(processes: WorkerPool, tmp_path: Path) -> None:
    marker = str(tmp_path / "died")
    given = ((number, 70, marker) for number in range(300))
    assert list(map_in_order(processes, tasks.die_once, given)) == list(range(300))
    assert Path(marker).exists()


def test_a_task_that_always_kills_its_worker_is_named(processes: WorkerPool) -> None:
    with pytest.raises(TaskLost, match=r"lost 4 times at the same task \(100, 100\)") as lost:
        list(map_in_order(processes, tasks.die_at, ((number, 100) for number in range(200))))
    assert "пропал 4 раза на одной и той же задаче (100, 100)" in lost.value.say("ru")
    assert list(map_in_order(processes, tasks.square, [(3,)])) == [9]


def test_short_tasks_are_sent_in_batches_and_long_ones_alone(processes: WorkerPool) -> None:
    def batches(seconds: float, tasks_given: int) -> int:
        before = submitted
        list(map_in_order(counting, tasks.slowly, ((n, seconds) for n in range(tasks_given))))
        return submitted - before

    submitted = 0

    class Counting(WorkerPool):
        workers, losses = processes.workers, processes.losses

        def submit(self, function, *arguments):  # type: ignore[no-untyped-def]
            nonlocal submitted
            submitted += 1
            return processes.submit(function, *arguments)

        def close(self) -> None: ...

    counting = Counting()
    assert batches(0.0, 1000) < 200
    assert batches(0.6, 8) == 8


def test_an_error_of_a_task_is_raised(processes: WorkerPool) -> None:
    with pytest.raises(ValueError, match="task 2 is wrong"):
        list(map_in_order(processes, tasks.fail, [(2,)]))


def test_a_killed_worker_of_a_cluster_costs_no_result(cluster: Cluster) -> None:
    with open_pool(cluster=cluster.address) as pool:
        pool._client.wait_for_workers(2)  # type: ignore[attr-defined]
        done = []
        for number, worker in map_in_order(pool, tasks.slowly, ((n, 0.1) for n in range(80))):
            done.append((number, worker))
            if number == 20:
                cluster.workers[0].send_signal(signal.SIGKILL)
    assert [number for number, _ in done] == list(range(80))
    assert {worker for _, worker in done} == {worker.pid for worker in cluster.workers}
    assert {worker for _, worker in done[60:]} == {cluster.workers[1].pid}


def test_a_match_on_a_cluster_survives_a_killed_worker(cluster: Cluster) -> None:
    terms = MatchTerms(("level1", "random"), Spec("kamiken(size=5)"))

    def kill_one(result: MatchResult) -> None:
        if result.played == 10:
            cluster.workers[0].send_signal(signal.SIGKILL)

    with open_pool(cluster=cluster.address) as pool:
        played: list[GameResult] = []
        play_match(terms, 60, pool=pool, report=kill_one, every=played.append)
    alone: list[GameResult] = []
    play_match(terms, 60, every=alone.append)
    assert len(played) == 60
    assert played == alone


def test_a_missing_cluster_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kletka.lab.worker_pools.CLUSTER_SECONDS", 1)
    with (
        pytest.raises(NoCluster, match=r"no Dask cluster answers at 'tcp://127\.0\.0\.1:1'"),
        open_pool(cluster="tcp://127.0.0.1:1"),
    ):
        pass
    with pytest.raises(NoCluster, match="no Dask cluster answers at 'nowhere at all'"):
        open_pool(cluster="nowhere at all").__enter__()


def test_a_missing_extra_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'kletka\[lab\]'"):
        open_pool(cluster="tcp://127.0.0.1:1").__enter__()
