"""A server that can be killed and quickly started again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx

from kletka.web.configuration import NO_LIMITS, Configuration, Limits
from kletka.web.server import serve
from tests.web.browser.serving import Server


class KillableServer(Server):
    """A server that starts fast: its processes are forked from one that has loaded everything."""

    def __init__(self, folder: Path, limits: Limits = NO_LIMITS, **settings: Any) -> None:
        super().__init__(folder)
        self._settings = {"limits": limits, **settings}
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["kletka.web.server", "kletka.engine.search"])
        self._running: BaseProcess | None = None

    def start(self) -> None:
        self.begin()
        self.wait_until_ready()

    def begin(self) -> None:
        """Start without waiting."""
        configuration = Configuration(
            self.folder, port=self.port, bot_workers=1, bot_pause=0, **self._settings
        )
        self._running = self._context.Process(target=run_server, args=(configuration,))
        self._running.start()

    def wait_until_ready(self) -> None:
        """Wait until the server answers."""
        while not self._is_ready():
            time.sleep(0.02)

    def kill(self) -> None:
        assert self._running is not None
        assert self._running.pid is not None
        os.kill(self._running.pid, signal.SIGKILL)
        self._running.join()

    def _is_ready(self) -> bool:
        assert self._running is not None
        assert self._running.is_alive(), "the server did not start"
        try:
            return httpx.get(f"{self.address}/api/games").status_code == 200
        except httpx.TransportError:
            return False


def run_server(configuration: Configuration) -> None:
    serve(configuration, False, lambda address: None, lambda words: None)
