"""Who is connected to games through other servers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from kletka.web.live.servers import Keeping
from kletka.web.storage import cluster
from kletka.web.storage.cluster import Present
from kletka.web.storage.store import Store

log = logging.getLogger("kletka.web")
TOGETHER = 0.1  # seconds: what changes meanwhile is stored and read together


class Attended(Protocol):
    """A room, as far as presence goes."""

    @property
    def here(self) -> Present:
        """Who is connected through this server."""

    def set_elsewhere(self, present: Present) -> None:
        """Others are connected through other servers now."""


class Presence:
    """Stores who is connected here, and tells rooms who is connected elsewhere.

    Nothing is stored while there is only one server.
    """

    def __init__(self, store: Store, servers: Keeping, rooms: Mapping[str, Attended]) -> None:
        self._store, self._servers, self._rooms = store, servers, rooms
        self._changed: set[str] = set()  # games whose connections here have changed
        self._rung: set[str] = set()  # games whose connections elsewhere have changed
        self._stored: dict[str, Present] = {}
        self._working: asyncio.Task[None] | None = None

    def note(self, game: str) -> None:
        """Somebody came to a game here, or left."""
        if self._servers.others:
            self._changed.add(game)
            self._work()

    def note_all(self) -> None:
        """There are other servers now, or they have forgotten this one."""
        self._stored.clear()
        for game, room in self._rooms.items():
            if room.here.anybody:
                self.note(game)
        self.read(self._rooms)

    def read(self, games: Iterable[str]) -> None:
        """Somebody came or left elsewhere."""
        self._rung.update(games)
        self._work()

    def close(self) -> None:
        if self._working is not None:
            self._working.cancel()

    def _work(self) -> None:
        if self._working is None:
            self._working = asyncio.create_task(self._until_done())

    async def _until_done(self) -> None:
        try:
            while self._changed or self._rung:
                await asyncio.sleep(TOGETHER)
                try:
                    await self._write()
                    await self._read()
                except SQLAlchemyError as error:
                    log.error("who is connected could not be stored: %s", error)
                    await asyncio.sleep(1)
        finally:
            self._working = None

    async def _write(self) -> None:
        now = {game: self._here(game) for game in self._changed}
        changed = {
            game: who for game, who in now.items() if who != self._stored.get(game, Present())
        }
        self._changed.clear()
        if not changed:
            return
        try:
            note = partial(cluster.note_presence, server=self._servers.id, present=changed)
            await self._store.change(note)
        except SQLAlchemyError:
            self._changed.update(changed)
            raise
        self._stored.update(changed)
        for game in [game for game, who in self._stored.items() if not who.anybody]:
            del self._stored[game]

    async def _read(self) -> None:
        games = [game for game in self._rung if game in self._rooms]
        self._rung.clear()
        if not games:
            return
        try:
            who = partial(cluster.present_elsewhere, server=self._servers.id, games=games)
            found = await self._store.change(who)
        except SQLAlchemyError:
            self._rung.update(games)
            raise
        for game, present in found.items():
            room = self._rooms.get(game)
            if room is not None:
                room.set_elsewhere(present)

    def _here(self, game: str) -> Present:
        room = self._rooms.get(game)
        return Present() if room is None else room.here
