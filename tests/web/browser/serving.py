"""A real server in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

START_WITHIN = 300  # seconds; the first start on a machine compiles


class Server:
    """`kletka serve` with a data folder and a port of its own, and without pauses of bots."""

    def __init__(
        self,
        folder: Path,
        limits: bool = False,
        environment: Mapping[str, str] = os.environ,
        python: str | Path = sys.executable,
    ) -> None:
        self.folder, self._limits, self._environment = folder, limits, environment
        self._python = python
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {
            "KLETKA_DATA_DIR": str(self.folder),
            "KLETKA_BOT_PAUSE": "0",
            "KLETKA_BOT_WORKERS": "1",
            "KLETKA_LIMITS": "on" if self._limits else "off",
        }
        command = [self._python, "-m", "kletka", "serve", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--no-browser"],
                cwd=self.folder,
                env={**self._environment, **settings},
                stdout=log,
                stderr=log,
            )
        give_up = time.monotonic() + START_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError((self.folder / "server.log").read_text("utf-8"))
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill the server, as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Stop the server as a supervisor would, and return its exit code."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """The exit code of the server, once it has ended."""
        assert self._process is not None
        return self._process.wait()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
