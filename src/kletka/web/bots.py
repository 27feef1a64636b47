"""Bots think in processes of their own, started and warmed with the server."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from kletka.move import Move
from kletka.position import Position

MOST_ATTEMPTS = 5
EASY = "level1"


class Bots:
    """A pool of workers; one that dies is replaced, and the bot moves all the same."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def warm(self) -> None:
        """Start all workers and let each load what it needs."""
        for _ in range(self._workers):
            self._pool.submit(_choose_turn, "kamiken(size=3,komi=0.5) 3/3/3 w -", EASY, 1)

    async def choose(self, position: Position, bot: str, seed: int) -> str:
        """The turn that a bot plays in this position."""
        loop = asyncio.get_running_loop()
        for attempt in range(1, MOST_ATTEMPTS + 1):
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, _choose_turn, str(position), bot, seed)
            except BrokenProcessPool:
                if attempt == MOST_ATTEMPTS:
                    raise
                self._replace(pool)
        raise AssertionError("unreachable")

    def worker_ids(self) -> list[int]:
        """The processes that think."""
        return list(self._pool._processes or {})

    def close(self) -> None:
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # a long thought is not worth waiting for
            process.terminate()

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Another pool, unless somebody has made one since."""
        if self._pool is broken:
            self._pool = self._new_pool()
            broken.shutdown(wait=False, cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=_start_worker)


def _start_worker() -> None:
    """The server ends its workers; they give way to it when processors are few."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    _end_with_the_server()
    import kletka.engine.search  # noqa: F401  # loads the compiler's library and the kernels


def _end_with_the_server() -> None:
    """A server that is killed cannot end its workers: each watches whether it is still there."""
    import threading

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, name="kletka-watch-server", daemon=True).start()


def _choose_turn(text: str, bot: str, seed: int) -> str:
    from kletka.agents import read_agent

    position = Position.parse(text)
    player = read_agent(bot)
    player.new_game(position, seed)
    history: list[Move] = []
    while not history or position.in_turn:
        history.append(player.choose(position, history))
        position = position.play(history[-1])
    player.close()
    return "".join(str(move) for move in history if str(move) != "stop")
