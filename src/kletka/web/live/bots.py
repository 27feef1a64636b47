"""Bots choose their turns in worker processes, which start with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import orjson

from kletka.games.catalogue import GAMES
from kletka.move import Move
from kletka.position import Position, start
from kletka.web.fair_queue import Claim
from kletka.web.live.bot_costs import expected_seconds
from kletka.web.metrics import THINKING, timed
from kletka.web.workers import WORKING, Begin, WorkerPool

EASY = "level1"
NICENESS = 5  # of lower priority than the server
Request = tuple[Position, str, int]  # a position, the bot's name, a seed


class Bots:
    """Chooses turns for bots; if a worker dies or stops, another one does."""

    def __init__(self, workers: int) -> None:
        self._pool = WorkerPool(workers, _load, NICENESS, at_once=1, express=True)

    def warm_up(self) -> None:
        """Start all workers and let each load what it needs."""
        for _ in range(self._pool.processes):
            self._pool.submit((start(GAMES[0]), EASY, 1), lambda seconds, report: None)

    @timed(THINKING)
    async def choose(
        self, position: Position, bot: str, seed: int, visitor: str = "", last: bool = False
    ) -> str:
        """The turn that a bot plays in this position.

        It is played for a visitor, whose bots must not keep those of others waiting; what comes
        last also waits for all that does not.
        """
        claim = Claim(visitor, expected_seconds(bot, position), last)
        turn = await self._ask((position, bot, seed), claim)
        if turn is None:
            raise RuntimeError(f"{bot} failed, or its workers died again and again")
        return turn

    @property
    def busy(self) -> int:
        """How many turns are being chosen or wait to be."""
        return self._pool.busy

    def process_ids(self) -> list[int]:
        return self._pool.process_ids()

    def close(self) -> None:
        self._pool.close()

    async def _ask(self, request: Request, claim: Claim) -> str | None:
        """The turn, or None if there is none."""
        chosen: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def on_report(seconds: float, report: bytes) -> None:
            if not chosen.done():
                chosen.set_result(orjson.loads(report) if report else None)

        number = self._pool.submit(request, on_report, claim)
        try:
            return await chosen
        except asyncio.CancelledError:
            self._pool.cancel(number)
            raise


# In the worker process.


def _load() -> Begin:
    import kletka.engine.search  # noqa: F401  # loads the compiler's library and the kernels

    return _choose_turn


def _choose_turn(request: Request) -> Iterator[Any]:
    from kletka.agents import read_agent

    position, bot, seed = request
    agent = read_agent(bot)
    agent.new_game(position, seed)
    moves: list[Move] = []
    while not moves or position.in_turn:
        moves.append(agent.choose(position, moves))
        position = position.play(moves[-1])
        yield WORKING  # turns may have many moves
    agent.close()
    yield position.turn_text(moves)
