"""Hears what other servers ring for, on a connection that does nothing else."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence

import psycopg
from sqlalchemy import make_url

from kletka.web.storage import channels
from kletka.web.storage.database import ALIVE

log = logging.getLogger("kletka.web")
CHANNELS = (channels.EVENTS, channels.PRESENCE, channels.SERVERS, channels.RATES)
LONGEST_WAIT = 1.0  # seconds after which the thread looks whether it is to stop
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between attempts to connect again
Ring = tuple[str, str]  # a channel, and what was said


class Bell:
    """A thread that listens; it calls back in the event loop.

    `on_connected` is called whenever it begins to listen: what was rung before was not heard.
    """

    def __init__(
        self,
        url: str,
        on_rings: Callable[[Sequence[Ring]], None],
        on_connected: Callable[[], None],
    ) -> None:
        self._address = _address_of(url)
        self._on_rings, self._on_connected = on_rings, on_connected
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kletka-bell", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        pause, told = FIRST_PAUSE, False
        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **ALIVE) as connection:
                    for channel in CHANNELS:
                        connection.execute(f"LISTEN {channel}".encode())
                    self._call(self._on_connected)
                    pause, told = FIRST_PAUSE, False
                    self._listen(connection)
            except psycopg.Error as error:
                if not told:
                    log.warning("the other servers cannot be heard for now: %s", error)
                told = True
            self._stopped.wait(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _listen(self, connection: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            heard = list(connection.notifies(timeout=LONGEST_WAIT, stop_after=1))
            if heard:
                self._call(self._on_rings, [(ring.channel, ring.payload) for ring in heard])

    def _call(self, callback: Callable[..., None], *given: object) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *given)
        except RuntimeError:  # the loop is closed: nobody listens any more
            self._stopped.set()


def _address_of(url: str) -> str:
    """The address as PostgreSQL's library reads it, without the name of SQLAlchemy's driver."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
