"""Measure the lab's speed in one run: `make bench-lab`.

Measures a portrait of kamiken(size=9) from 10,000 fast games on one process for each core, and then
fewer of these games alternately on two processes and on a Dask cluster of two local workers. The
machine may be shared, so the ratio counts. All workers are warmed up first. Exits with 1 if a
promise is not kept.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time

import psutil
from distributed import LocalCluster

from kletka import Spec
from kletka.lab.portrait.measuring import SelfPlayPlan, measure
from kletka.lab.worker_pools import WorkerPool, open_pool

SPEC = Spec("kamiken(size=9)")
PORTRAIT_GAMES = 10_000
PORTRAIT_SECONDS = 120
GAMES = 3_000
ROUNDS = 3
WORKERS = 2
RATIO = 0.9


def seconds(pool: WorkerPool, games: int) -> tuple[float, float]:
    """The time that the games took, and the processor time of this process and its children."""
    begin, worked = time.perf_counter(), _work_of_all()
    measured = measure(SelfPlayPlan(SPEC, "fast", games), pool)
    assert measured.tally.games == games
    return time.perf_counter() - begin, _work_of_all() - worked


def _work_of_all() -> float:
    me = psutil.Process()
    times = [process.cpu_times() for process in (me, *me.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


def show_portrait() -> bool:
    workers = len(os.sched_getaffinity(0))
    begin, worked = time.perf_counter(), _processor_seconds()
    with open_pool(workers) as pool:
        measure(SelfPlayPlan(SPEC, "fast", PORTRAIT_GAMES), pool)
    took, worked = time.perf_counter() - begin, _processor_seconds() - worked
    kept = took < PORTRAIT_SECONDS
    print(
        f"{SPEC}: {PORTRAIT_GAMES:,} games in {took:.1f} s by {workers} processes, start included, "
        f"{worked:.1f} s of it their processor time "
        f"(promised {PORTRAIT_SECONDS} s on two cores): {'kept' if kept else 'NOT KEPT'}",
        flush=True,
    )
    return kept


def _processor_seconds() -> float:
    """The processor time of ended child processes, which other load does not change."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def show_cluster() -> bool:
    local = LocalCluster(  # type: ignore[no-untyped-call]  # distributed has no types here
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None
    )
    ratios, works = [], []
    with (
        local,
        open_pool(WORKERS) as local_pool,
        open_pool(cluster=local.scheduler_address) as cluster,
    ):
        for pool in (local_pool, cluster):
            seconds(pool, 100)
        for number in range(ROUNDS):
            by_pool, pool_work = seconds(local_pool, GAMES)
            by_cluster, cluster_work = seconds(cluster, GAMES)
            ratios.append(by_pool / by_cluster)
            works.append(pool_work / cluster_work)
            print(
                f"round {number + 1}: {GAMES / by_pool:,.0f} games a second by {WORKERS} "
                f"processes, {GAMES / by_cluster:,.0f} by a cluster of {WORKERS}",
                flush=True,
            )
    ratio = statistics.median(ratios)
    kept = ratio >= RATIO
    print(
        f"cluster against processes: {ratio:.2f} of the speed (promised {RATIO}), "
        f"{statistics.median(works):.2f} by processor time: {'kept' if kept else 'NOT KEPT'}",
        flush=True,
    )
    return kept


def main() -> None:
    kept = [show_portrait(), show_cluster()]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
