"""Bots choose their turns in worker processes, or on a cluster."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import orjson

from kletka.games.catalogue import GAMES
from kletka.move import Move
from kletka.position import Position, start
from kletka.web.cluster.membership import Cluster
from kletka.web.cluster.messages import PLAY
from kletka.web.cluster.thinkers import open_thinkers
from kletka.web.dispatching import Dispatcher
from kletka.web.fair_queue import Claim
from kletka.web.live.bot_costs import expected_seconds
from kletka.web.metrics import THINKING, timed
from kletka.web.workers import WORKING, Begin

EASY = "level1"
NICENESS = 5  # of lower priority than the server
Request = dict[str, Any]  # plain data, as it may go to another machine


class Bots:
    """Chooses turns for bots; if a worker dies or stops, another one does."""

    def __init__(self, workers: int, cluster: Cluster | None = None) -> None:
        self._pool = open_thinkers(cluster, PLAY, workers, load, NICENESS, at_once=1, express=True)

    def warm_up(self) -> None:
        """Start all workers and let each load what it needs."""
        for _ in range(self._pool.slots):
            self._pool.submit(_request(start(GAMES[0]), EASY, 1), lambda seconds, report: None)

    @timed(THINKING)
    async def choose(
        self, position: Position, bot: str, seed: int, visitor: str = "", last: bool = False
    ) -> str:
        """The turn that a bot plays in this position.

        It is played for a visitor, whose bots must not keep those of others waiting; what comes
        last also waits for all that does not.
        """
        claim = Claim(visitor, expected_seconds(bot, position), last)
        turn = await self._ask(_request(position, bot, seed), claim)
        if turn is None:
            raise RuntimeError(f"{bot} failed, or its workers died again and again")
        return turn

    @property
    def busy(self) -> int:
        """How many turns are being chosen or wait to be."""
        return self._pool.busy

    @property
    def thinkers(self) -> Dispatcher:
        """What chooses the turns; it tells how many wait, and for how many slots."""
        return self._pool

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


def _request(position: Position, bot: str, seed: int) -> Request:
    return {"kind": "bot", "position": str(position), "bot": bot, "seed": seed}


async def warm_up(pool: Dispatcher) -> None:
    """Return when every process of a pool for bots has made its first move."""
    done = asyncio.Event()
    left = pool.slots

    def on_report(seconds: float, report: bytes) -> None:
        nonlocal left
        left -= not report
        if not left:
            done.set()

    for _ in range(left):
        pool.submit(_request(start(GAMES[0]), EASY, 1), on_report)
    await done.wait()


# In the worker process.


def load() -> Begin:
    import kletka.engine.search  # noqa: F401  # loads the compiler's library and the kernels

    return _choose_turn


def _choose_turn(request: Request) -> Iterator[Any]:
    from kletka.agents import read_agent

    position = Position.parse(request["position"])
    agent = read_agent(request["bot"])
    agent.new_game(position, request["seed"])
    moves: list[Move] = []
    while not moves or position.in_turn:
        moves.append(agent.choose(position, moves))
        position = position.play(moves[-1])
        yield WORKING  # turns may have many moves
    agent.close()
    yield position.turn_text(moves)
