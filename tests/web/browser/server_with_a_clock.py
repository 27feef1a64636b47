"""A real server in a thread of the test, which can move its time on."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import uvicorn

from kletka.web.app import create_app
from kletka.web.configuration import NO_LIMITS, Configuration
from kletka.web.live.game_time import ServerTime
from tests.web.browser.serving import Server


class ServerWithAClock(Server):
    """A server whose games are `ahead` of the time by so many milliseconds."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.ahead = 0
        self.app = create_app(
            Configuration(folder, port=self.port, bot_workers=1, bot_pause=0, limits=NO_LIMITS)
        )
        real = ServerTime()
        self.app.state.time = ServerTime(
            lambda: real.wall() + self.ahead, lambda: real.steady() + self.ahead
        )
        config = uvicorn.Config(self.app, port=self.port, log_config=None, lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._server.serve()))

    def start(self) -> None:
        self._thread.start()
        while not self._answers():
            time.sleep(0.05)

    def stop(self) -> int:
        self._server.should_exit = True
        self._thread.join()
        return 0
