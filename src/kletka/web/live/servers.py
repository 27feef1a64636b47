"""The servers of one database, as one of them sees them, and the games that it keeps."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from kletka.web.storage import cluster
from kletka.web.storage.store import Store
from kletka.web.thread_pools import ThreadPool

log = logging.getLogger("kletka.web")
BEAT = 1.0  # seconds between two signs of life
DEAD_AFTER = 4.0  # seconds without one
BEATS_TO_LOOK = 10  # after so many, look for games that nobody keeps, whatever has happened
_beating = ThreadPool("kletka-beats", 1)  # never behind other work


class Keeping(Protocol):
    """What rooms must know about the servers of their database."""

    id: str
    up: int  # since when there has always been some server

    @property
    def others(self) -> bool:
        """Whether there are other servers."""

    def keeps(self, game: str) -> bool:
        """Whether this server lets the bots of a game move and its clocks run out."""

    async def claim(self, game: str, keeper: str | None) -> None:
        """Keep a game that was loaded, unless the keeper noted there is alive."""

    def forget(self, game: str) -> None:
        """A game is over: there is nothing to keep."""


class OneServer:
    """A server that has its database for itself, as with SQLite: it keeps all games."""

    id = ""
    others = False

    def __init__(self, up: int) -> None:
        self.up = up

    def keeps(self, game: str) -> bool:
        return True

    async def claim(self, game: str, keeper: str | None) -> None:
        return

    def forget(self, game: str) -> None:
        return


class Servers:
    """One of several servers: it gives signs of life, and looks for those of the others."""

    def __init__(self, store: Store, place: str) -> None:
        self.id, self.up = secrets.token_hex(8), 0
        self.kept: set[str] = set()
        self._leaving = False  # other servers keep all games from now on
        self._store, self._place = store, place
        self._alive: dict[str, tuple[int, float]] = {}  # when each was seen, and noticed by us
        self._look = asyncio.Event()
        self._beats: asyncio.Task[None] | None = None

    @property
    def others(self) -> bool:
        return bool(self._alive)

    def keeps(self, game: str) -> bool:
        return game in self.kept

    async def claim(self, game: str, keeper: str | None) -> None:
        if self._leaving:
            return
        if keeper == self.id or (
            keeper not in self._alive
            and await self._store.change(partial(cluster.claim, server=self.id, game=game))
        ):
            self.kept.add(game)

    def forget(self, game: str) -> None:
        self.kept.discard(game)

    async def adopt(self, held: Collection[str], most: int) -> list[str]:
        """Keep some games that nobody keeps any more."""
        if self._leaving:
            return []
        adopted = await self._store.change(
            partial(cluster.adopt, server=self.id, held=held, most=most)
        )
        self.kept.update(adopted)
        return adopted

    async def begin(self) -> None:
        """Join the other servers."""
        await self._register()
        await self._beat()

    def watch(self, on_change: Callable[[bool], None]) -> None:
        """Give signs of life; `on_change(True)` is called when servers have come or gone.

        `on_change(False)` is called now and then, and when somebody has rung.
        """
        self._beats = asyncio.create_task(self._keep_beating(on_change))

    def look(self) -> None:
        """Somebody has rung: look at once which servers there are."""
        self._look.set()

    async def leave(self) -> None:
        """End: the other servers keep the games from now on."""
        self._leaving = True
        await self._stop_beating()
        self.kept.clear()
        try:
            await self._store.change(partial(cluster.leave, server=self.id), _beating)
        except SQLAlchemyError as error:  # they will notice
            log.warning("the other servers could not be told of the end: %s", error)

    async def release(self) -> None:
        """Keep no games any more, but serve on until the end."""
        self._leaving = True
        self.kept.clear()
        await self._store.change(partial(cluster.release_games, server=self.id), _beating)

    async def _stop_beating(self) -> None:
        if self._beats is not None:
            self._beats.cancel()
            await asyncio.gather(self._beats, return_exceptions=True)

    async def _keep_beating(self, on_change: Callable[[bool], None]) -> None:
        answering, beats = True, 0
        while True:
            beats += 1
            looked = await self._pause()
            try:
                changed = await self._beat(fresh=not answering)
                answering = True
                if changed or looked or beats % BEATS_TO_LOOK == 0:
                    on_change(changed)
            except SQLAlchemyError as error:
                if answering:
                    log.error("the other servers cannot be seen: %s", error)
                answering = False
            except Exception:
                log.exception("the other servers could not be followed")

    async def _pause(self) -> bool:
        """Wait for the next beat; True if somebody has rung."""
        try:
            await asyncio.wait_for(self._look.wait(), BEAT)
        except TimeoutError:
            return False
        self._look.clear()
        return True

    async def _beat(self, fresh: bool = False) -> bool:
        """Give a sign of life; True if servers have come or gone.

        After the database was away (`fresh`) nobody can have been seen, and all get more time.
        """
        seen = await self._store.change(partial(cluster.renew, server=self.id), _beating)
        if seen is None:
            await self._register()
            return True
        now, before = time.monotonic(), self._alive
        self._alive = {
            server: before[server]
            if not fresh and server in before and before[server][0] == at
            else (at, now)
            for server, at in seen.items()
        }
        dead = {name: at for name, (at, since) in self._alive.items() if now - since > DEAD_AFTER}
        if dead:
            await self._store.change(partial(cluster.bury, dead=dead), _beating)
            for name in dead:
                del self._alive[name]
        return self._alive.keys() != before.keys()

    async def _register(self) -> None:
        """Join; if the others took this server for dead, others may keep its games by now."""
        register = partial(
            cluster.register,
            server=self.id,
            place=self._place,
            up=self.up,
            dead_after=int(1000 * DEAD_AFTER),
        )
        self.up = await self._store.change(register, _beating)
        kept = partial(cluster.kept_games, server=self.id)
        self.kept = set(await self._store.change(kept, _beating))
