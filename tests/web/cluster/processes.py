"""A real scheduler and real workers, each in a process of its own that can be killed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

READY = "thinking with"  # the first words of a worker that has been warmed


class ClusterProcesses:
    """A scheduler on a port of its own; each worker is bound to its cores."""

    def __init__(self, folder: Path, environment: Mapping[str, str], scheme: str = "tcp") -> None:
        self._folder, self._environment, self._scheme = folder, environment, scheme
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self.address = f"{scheme}://127.0.0.1:{self._port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self, *more: str) -> None:
        where = ("--host", f"{self._scheme}://127.0.0.1", "--port", str(self._port))
        self.scheduler = self._start("dask", "scheduler", *where, "--no-dashboard", *more)

    def start_worker(self, cores: int = 1) -> None:
        """Start a worker, which is bound to so many cores."""
        known = sorted(os.sched_getaffinity(0))
        mine = {known[(len(self.workers) + number) % len(known)] for number in range(cores)}
        worker = self._start("kletka", "worker", self.address, "--cores", str(cores))
        os.sched_setaffinity(worker.pid, mine)  # its own processes inherit this
        self.workers.append(worker)

    def kill_scheduler(self) -> None:
        assert self.scheduler is not None
        _kill(self.scheduler)

    def kill_worker(self) -> None:
        """Kill the oldest worker."""
        _kill(self.workers.pop(0))

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None:
                _kill(process)

    def wait_for_workers(self, count: int) -> None:
        """Return when so many workers have said that they are ready."""
        log = self._folder / "cluster.log"
        while (said := log.read_text("utf-8")).count(READY) < count:
            assert all(worker.poll() is None for worker in self.workers), said
            time.sleep(0.05)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / "cluster.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *words],
                env={**os.environ, **self._environment},
                stdout=log,
                stderr=log,
            )


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
