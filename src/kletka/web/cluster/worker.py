"""A worker of the cluster: a Dask worker that thinks for servers in processes of its own.

Dask's scheduler only tells servers where the workers are. Jobs and reports go over one connection
between each server and each worker: see docs/cluster.md for why.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import signal
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

from kletka.extras import need
from kletka.games.catalogue import GAMES
from kletka.language import Text, plural_en
from kletka.position import start
from kletka.web.cluster.channel import Channel
from kletka.web.cluster.encryption import EXTRA, check_cluster, security_of
from kletka.web.cluster.messages import (
    BEAT,
    ONLY_PLAIN,
    OPERATION,
    PLAY,
    RESOURCE,
    STUDY,
    VERSION,
    Message,
    refusal,
)
from kletka.web.dispatching import Dispatcher
from kletka.web.fair_queue import Claim
from kletka.web.live import bots
from kletka.web.study import thinking_workers
from kletka.web.workers import IDLE, LIGHT, WorkerPool

STUDIES = 16  # analyses at once for each core, which take turns
WARMING = 0.2  # seconds of the first analysis of a process
CONNECT = "2s"  # Dask waits longer and longer within this time for a scheduler that is away
Tell = Callable[[Text], None]


class Mind:
    """The processes of a worker: never more thoughts about games at once than cores.

    Analyses run only on what games leave over. With several cores one is kept for light thoughts.
    """

    def __init__(self, cores: int) -> None:
        self._cores = cores
        express = cores > 1
        heavy = cores - express
        self._lanes = {
            PLAY: [[1, LIGHT]] * express + [[heavy, math.inf]],
            STUDY: [[STUDIES * cores, math.inf]],
        }
        self._pools: dict[str, Dispatcher] = {
            PLAY: WorkerPool(heavy, bots.load, bots.NICENESS, at_once=1, express=express),
            STUDY: WorkerPool(cores, thinking_workers.load, IDLE, at_once=STUDIES),
        }

    async def warm_up(self) -> None:
        """Return when all processes for games have made a move; others are not waited for."""
        short = {"kind": "analysis", "position": str(start(GAMES[0])), "seconds": WARMING}
        for _ in range(self._cores):
            self._pools[STUDY].submit(short, lambda seconds, report: None)
        await bots.warm_up(self._pools[PLAY])

    async def converse(self, comm: Any, version: object = None) -> None:
        """A handler of Dask: work for one server until it goes away."""
        if version != VERSION:
            await comm.write(refusal(version), serializers=ONLY_PLAIN)
            return
        await comm.write({"lanes": self._lanes}, serializers=ONLY_PLAIN)
        await _Conversation(comm, self._pools).run()

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


async def work(
    address: str, cores: int, tell: Tell, environment: Mapping[str, str] = os.environ
) -> None:
    """Work for the cluster until cancelled; when its scheduler is away, wait for it.

    Raises KletkaError if the address is wrong, or Dask is not installed.
    """
    check_cluster(address, environment)
    security = security_of(environment)
    mind = Mind(cores)
    try:
        await mind.warm_up()
        with tempfile.TemporaryDirectory(prefix="kletka-worker-") as folder:
            while True:
                await _serve(address, mind, security, folder, cores, tell)
    finally:
        mind.close()


def run_worker(address: str, cores: int, tell: Tell) -> None:
    """Work until SIGTERM or Ctrl+C."""

    with need(EXTRA):
        import dask

    logging.getLogger("distributed").setLevel(logging.WARNING)
    dask.config.set({"distributed.comm.timeouts.connect": CONNECT})

    async def until_stopped() -> None:
        working = asyncio.ensure_future(work(address, cores, tell))
        with contextlib.suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, working.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await working

    asyncio.run(until_stopped())


async def _serve(
    address: str, mind: Mind, security: Any, folder: str, cores: int, tell: Tell
) -> None:
    """Be a Dask worker until the scheduler is lost."""
    with need(EXTRA):
        from distributed import Status, Worker

    worker: Any = Worker(
        address,
        nthreads=1,
        memory_limit=0,
        dashboard=False,
        local_directory=folder,
        resources={RESOURCE: cores},
        security=security,
    )
    worker.handlers[OPERATION] = mind.converse
    try:
        await worker  # this waits for the scheduler
        worker.status = Status.paused  # it takes none of Dask's own tasks
        tell(
            Text(
                f"thinking with {plural_en(cores, 'core')} for the cluster at {address}",
                f"думаю для кластера {address}; ядер: {cores}",
            )
        )
        await worker.finished()
        tell(
            Text(
                f"the scheduler at {address} is away; waiting for it",
                f"планировщик {address} пропал; жду его",
            )
        )
    finally:
        await worker.close(timeout=1)


class _Conversation:
    """The jobs of one server; they are dropped when it goes away."""

    def __init__(self, comm: Any, pools: Mapping[str, Dispatcher]) -> None:
        self._channel, self._pools = Channel(comm), pools
        self._jobs: dict[str, dict[int, int]] = {kind: {} for kind in pools}  # theirs and ours

    async def run(self) -> None:
        try:
            await self._channel.run(self._heard, self._beat())
        finally:
            for kind, jobs in self._jobs.items():
                for number in jobs.values():
                    self._pools[kind].cancel(number)

    def _heard(self, message: Message) -> None:
        kind, number = message["kind"], message["job"]
        if message["do"] == "drop":
            ours = self._jobs[kind].pop(number, None)
            if ours is not None:
                self._pools[kind].cancel(ours)
            return

        def on_report(seconds: float, report: bytes) -> None:
            if not report:
                self._jobs[kind].pop(number, None)
            self._channel.send({"kind": kind, "job": number, "seconds": seconds, "report": report})

        claim = Claim(*message["claim"])
        self._jobs[kind][number] = self._pools[kind].submit(message["request"], on_report, claim)

    async def _beat(self) -> None:
        while True:
            others = {kind: pool.busy - len(self._jobs[kind]) for kind, pool in self._pools.items()}
            self._channel.send({"others": others})
            await asyncio.sleep(BEAT)
