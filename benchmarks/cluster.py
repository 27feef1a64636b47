"""What a bot's move costs more through the cluster than in local processes, in one run.

Moves of a cheap level are asked for at a steady rate, in turns: of processes of this machine, of a
worker of the cluster on this machine, and as plain Dask tasks, the way that was not taken. Then an
analysis is stopped after a second, and the time until the next one reports is measured, on the
cluster and as a Dask task. Exits with 1 if the cluster adds too much at the 99th percentile.

Run as `python -m benchmarks.cluster`, or `make bench-cluster`.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop
from distributed import Client, LocalCluster
from tests.web.cluster.processes import ClusterProcesses

import kletka
from kletka.web.cluster.membership import Cluster
from kletka.web.live import bots
from kletka.web.live.bots import Bots
from kletka.web.study import thinking_workers
from kletka.web.study.thinking_workers import ThinkingWorkers

WANTED = 0.050  # seconds that the cluster may add at the 99th percentile
CORES = 2
LEVEL = "level1"
ANALYSIS = {"kind": "analysis", "position": str(kletka.start(kletka.GAMES[0]))}
Ask = Callable[[kletka.Position, int], Awaitable[Any]]


async def latencies(ask: Ask, rate: float, seconds: float) -> list[float]:
    """How long each move took, asked for at a steady rate whether others are ready or not."""
    positions = [kletka.start(game) for game in kletka.GAMES]
    took: list[float] = []

    async def one(number: int) -> None:
        begun = time.perf_counter()
        await ask(positions[number % len(positions)], number)
        took.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            group.create_task(one(number))
    return took


def percentile(took: list[float], part: float) -> float:
    return sorted(took)[min(len(took) - 1, int(part * len(took)))]


def shown(took: list[float]) -> str:
    middle, late = (1000 * percentile(took, part) for part in (0.5, 0.99))
    return f"{middle:5.1f} ms in the middle, {late:5.1f} ms at 99 %"


def last_report(load: Callable[[], Any], request: dict[str, Any]) -> Any:
    """A job as a Dask task: only its last report comes back."""
    return [report for report in load()(request) if report is not ...][-1]


def as_task(client: Client) -> Ask:
    async def ask(position: kletka.Position, seed: int) -> Any:
        request = {"kind": "bot", "position": str(position), "bot": LEVEL, "seed": seed}
        return await client.submit(last_report, bots.load, request, pure=False)

    return ask


async def stopping_on_cluster(study: ThinkingWorkers) -> float:
    """Seconds from a stop to the first report of the next analysis."""
    number = study.submit({**ANALYSIS, "seconds": 60}, lambda seconds, report: None)
    await asyncio.sleep(1)
    reported = asyncio.Event()
    begun = time.perf_counter()
    study.cancel(number)
    number = study.submit({**ANALYSIS, "seconds": 60}, lambda seconds, report: reported.set())
    await reported.wait()
    study.cancel(number)
    return time.perf_counter() - begun


async def stopping_a_task(client: Any) -> float:
    """Likewise for Dask tasks of 5 seconds, on all threads; the next one thinks for one turn."""

    def begin(seconds: float) -> Any:
        request = {**ANALYSIS, "seconds": seconds}
        return client.submit(last_report, thinking_workers.load, request, pure=False)

    running = [begin(5) for _ in range(CORES)]
    await asyncio.sleep(1)
    begun = time.perf_counter()
    await client.cancel(running, force=True)
    await begin(0.2)
    return time.perf_counter() - begun


async def measure(options: argparse.Namespace, address: str) -> dict[str, list[float]]:
    cluster = Cluster(address)
    near, far, study = Bots(CORES - 1), Bots(CORES - 1, cluster), ThinkingWorkers(1, 60, cluster)
    cluster.start()
    while not cluster.workers:
        await asyncio.sleep(0.05)
    local = LocalCluster(  # type: ignore[no-untyped-call]  # distributed has no types here
        n_workers=1,
        threads_per_worker=CORES,
        dashboard_address=":0",
    )
    client = await Client(local.scheduler_address, asynchronous=True)  # type: ignore[no-untyped-call]
    ways: dict[str, Ask] = {
        "local processes": lambda position, seed: near.choose(position, LEVEL, seed),
        "the cluster": lambda position, seed: far.choose(position, LEVEL, seed),
        "Dask tasks": as_task(client),
    }
    found: dict[str, list[float]] = {way: [] for way in ways}
    for ask in ways.values():  # all are loaded
        await latencies(ask, 10, 2)
    for number in range(options.rounds):
        for way, ask in ways.items():
            took = await latencies(ask, options.rate, options.seconds)
            found[way] += took
            print(f"round {number + 1}, {way:>15}: {shown(took)}", flush=True)
    print(f"stopping an analysis on the cluster: {await stopping_on_cluster(study):.2f} s")
    print(f"stopping Dask tasks: {await stopping_a_task(client):.2f} s", flush=True)
    await client.close()
    local.close()
    for each in (near, far, study, cluster):
        each.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each way in a round")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        processes = ClusterProcesses(Path(folder), {})
        try:
            processes.start_scheduler()
            processes.start_worker(CORES)
            found = uvloop.run(measure(options, processes.address))
        finally:
            processes.stop()
    for way, took in found.items():
        print(f"{way:>15}: {shown(took)} ({len(took)} moves)")
    near, far = found["local processes"], found["the cluster"]
    added = percentile(far, 0.99) - percentile(near, 0.99)
    middle = statistics.median(far) - statistics.median(near)
    print(
        f"the cluster adds {1000 * middle:.1f} ms in the middle and {1000 * added:.1f} ms at 99 % "
        f"(under {1000 * WANTED:g} ms is wanted)"
    )
    if added >= WANTED:
        sys.exit("this is not good enough")


if __name__ == "__main__":
    main()
