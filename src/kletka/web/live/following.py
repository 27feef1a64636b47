"""Follows the other servers of a PostgreSQL database: their events, their ends, their visitors."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from kletka.web.configuration import Configuration
from kletka.web.live.game_time import ServerTime
from kletka.web.live.registry import GameRegistry
from kletka.web.live.servers import Servers
from kletka.web.live.shared_rates import SharedRates
from kletka.web.storage.bell import Bell, Ring
from kletka.web.storage.channels import EVENTS, PRESENCE, RATES, SERVERS
from kletka.web.storage.cluster import read_time
from kletka.web.storage.store import Store

log = logging.getLogger("kletka.web")
MOST_KEPT = 20_000  # games with bots or clocks
PROBES = 5  # questions to the database about the time, of which the quickest counts


async def join_servers(configuration: Configuration, store: Store) -> Servers | None:
    """Join the other servers of the database; None for SQLite, which has only one."""
    if not store.shared:
        return None
    servers = Servers(store, f"{socket.gethostname()}:{configuration.port}")
    await servers.begin()
    return servers


async def shared_time(store: Store, own: ServerTime) -> ServerTime:
    """The time by the clock of a shared database, so that all servers have the same one.

    A server with a database of its own keeps its own time.
    """
    if not store.shared:
        return own
    best, ahead = 10**9, 0
    for _ in range(PROBES):
        begun = time.monotonic_ns() // 1_000_000
        theirs = await store.change(read_time)
        took = time.monotonic_ns() // 1_000_000 - begun
        if took < best:
            best, ahead = took, theirs - begun - took // 2
    steady = own.steady
    return ServerTime(lambda: steady() + ahead, steady)


class Following:
    """Tells a registry what other servers do."""

    def __init__(
        self,
        configuration: Configuration,
        registry: GameRegistry,
        servers: Servers,
        rates: SharedRates,
    ) -> None:
        self._registry, self._servers, self._rates = registry, servers, rates
        self._catching_up: asyncio.Task[None] | None = None
        self._adopting: asyncio.Task[None] | None = None
        self._adopt_again = True
        self._bell = Bell(configuration.database, self._on_rings, self._on_connected)
        servers.watch(self._on_change)

    async def leave(self) -> None:
        """End: the other servers take over."""
        self._rates.close()
        for task in (self._catching_up, self._adopting):
            if task is not None:
                task.cancel()
        await self._servers.leave()
        await asyncio.to_thread(self._bell.close)

    def _on_rings(self, rings: Sequence[Ring]) -> None:
        attended = []
        for channel, said in rings:
            if channel == EVENTS:
                game, _, event = said.partition(" ")
                self._registry.heard(game, int(event))
            elif channel == PRESENCE:
                attended.append(said)
                self._registry.needed(said)
            elif channel == RATES:
                self._rates.hear(said)
            elif channel == SERVERS and said != self._servers.id:
                self._servers.look()
        if attended:
            self._registry.presence.read(attended)

    def _on_connected(self) -> None:
        self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """What was rung before was not heard: read everything anew."""
        while True:
            try:
                await self._registry.catch_up()
                break
            except SQLAlchemyError as error:
                log.error("what other servers stored could not be read: %s", error)
                await asyncio.sleep(1)
        self._registry.presence.note_all()
        self._servers.look()

    def _on_change(self, changed: bool) -> None:
        """Servers have come or gone, or may have: look for games that nobody keeps."""
        if changed:
            self._registry.presence.note_all()
        if self._adopting is None:
            self._adopting = asyncio.create_task(self._adopt())
        else:
            self._adopt_again = True

    async def _adopt(self) -> None:
        try:
            while self._adopt_again:
                self._adopt_again = False
                await self._registry.adopt(MOST_KEPT)
        except SQLAlchemyError as error:
            log.error("games could not be taken over: %s", error)
            await asyncio.sleep(1)
            self._servers.look()
        finally:
            self._adopting, self._adopt_again = None, True
