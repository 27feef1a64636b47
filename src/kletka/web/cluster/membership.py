"""Finds the workers of a cluster through its scheduler, and keeps a link to each of them."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kletka.extras import need
from kletka.web.cluster.encryption import EXTRA, check_cluster, security_of
from kletka.web.cluster.link import Lane, Link
from kletka.web.cluster.messages import ONLY_PLAIN, RESOURCE, Message, greeting
from kletka.web.dispatching import Dispatcher

log = logging.getLogger("kletka.web")
LOOK = 1.0  # seconds between two looks at the scheduler's list
PATIENCE = 3.0  # seconds for an answer


class Cluster:
    """The workers that can be reached now; says in the log when there are none, and are again."""

    def __init__(self, address: str, environment: Mapping[str, str] = os.environ) -> None:
        """Raises KletkaError if the address is wrong, or Dask is not installed."""
        check_cluster(address, environment)
        self._address = address
        self._arguments = security_of(environment).get_connection_args("client")
        self._crews: dict[str, Dispatcher] = {}  # by the kind of their jobs
        self._links: dict[str, Link] = {}
        self._refused: set[str] = set()  # addresses of workers that speak another version
        self._tasks: set[asyncio.Task[None]] = set()
        self._scheduler: Any = None
        self._said_away = False
        self.settled = False  # whether the first look is over

    @property
    def workers(self) -> int:
        """How many workers can be reached."""
        return len(self._links)

    def enlist(self, kind: str, crew: Dispatcher) -> None:
        """Let jobs of one kind be done on the cluster."""
        self._crews[kind] = crew

    def lanes(self, kind: str) -> list[Lane]:
        """All lanes for jobs of one kind."""
        return [lane for link in self._links.values() for lane in link.lanes[kind]]

    def start(self) -> None:
        """Look for workers from now on."""
        self._spawn(self._watch())

    def close(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        self._forget_scheduler()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        while True:
            reason = await self._look()
            if not self._links:
                self._say_away(reason)
            self._settle()
            await asyncio.sleep(LOOK)

    async def _look(self) -> str:
        """Connect to workers that are new; why there are none, if so."""
        try:
            async with asyncio.timeout(PATIENCE):
                listed = await self._listed()
        except Exception as error:  # whatever is wrong with the cluster, this server can think
            self._forget_scheduler()
            return f"does not answer ({type(error).__name__})"
        self._refused &= listed
        new = listed - self._links.keys() - self._refused
        await asyncio.gather(*(self._connect(worker) for worker in new))
        return f"has no workers; start some with: kletka worker {self._address}"

    async def _listed(self) -> set[str]:
        """The addresses of our workers, as the scheduler knows them."""
        if self._scheduler is None or self._scheduler.closed():
            self._scheduler = await self._open(self._address)
        await self._scheduler.write({"op": "identity", "reply": True}, serializers=ONLY_PLAIN)
        answer = await self._scheduler.read(deserializers=ONLY_PLAIN)
        workers: Mapping[str, Mapping[str, Any]] = answer["workers"]
        return {name for name, worker in workers.items() if RESOURCE in worker["resources"]}

    def _forget_scheduler(self) -> None:
        if self._scheduler is not None:
            self._scheduler.abort()
            self._scheduler = None

    async def _open(self, address: str) -> Any:
        with need(EXTRA):
            import distributed.comm

        connect: Any = distributed.comm.connect  # type: ignore[attr-defined]  # it has no types
        return await connect(address, timeout=PATIENCE, **self._arguments)

    async def _connect(self, address: str) -> None:
        """Make a link to a worker, unless it cannot be reached or refuses."""
        comm = None
        try:
            async with asyncio.timeout(PATIENCE):
                comm = await self._open(address)
                await comm.write(greeting(), serializers=ONLY_PLAIN)
                offered: Message = await comm.read(deserializers=ONLY_PLAIN)
        except Exception:  # the next look tries again
            if comm is not None:
                comm.abort()
            return
        if "refused" in offered:
            self._refused.add(address)
            log.warning("the worker at %s is of no use: %s", address, offered["refused"])
            comm.abort()
            return
        self._spawn(self._keep(address, Link(comm, offered, self._crews)))

    async def _keep(self, address: str, link: Link) -> None:
        """Use a link until it ends."""
        self._links[address] = link
        self._say_back()
        self._settle()
        try:
            await link.run()
        finally:
            del self._links[address]
        log.warning("lost the worker at %s with %d jobs", address, _count(link.lanes.values()))
        if not self._links:
            self._say_away("has lost its last worker")
        for lanes in link.lanes.values():
            for lane in lanes:
                lane.lose_jobs()

    def _settle(self) -> None:
        self.settled = True
        for crew in self._crews.values():
            crew.start()
            crew.dispatch()

    def _say_away(self, reason: str) -> None:
        if not self._said_away:
            self._said_away = True
            log.warning("thinking on this machine: the cluster at %s %s", self._address, reason)

    def _say_back(self) -> None:
        if self._said_away:
            self._said_away = False
            log.warning("thinking on the cluster at %s again", self._address)


def _count(lanes: Iterable[Sequence[Lane]]) -> int:
    return sum(len(lane.jobs) for several in lanes for lane in several)
