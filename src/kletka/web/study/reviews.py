"""Reviews of finished games: each is made once, however many look at it, and then stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import orjson
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kletka.web.languages import language_of
from kletka.web.live import NO_GAME
from kletka.web.refusals import NoSuchGame, Refused
from kletka.web.storage.store import Conflict, Store
from kletka.web.study.entrance import address_of, entered
from kletka.web.study.purse import Purses
from kletka.web.study.thinkers import Thinkers
from kletka.web.table import Table

log = logging.getLogger("kletka.web")
MOST_KEPT = 300  # in memory
NOT_OVER = 4409
Hear = Callable[[bytes], None]


class Reviews:
    """The reviews that are ready or being made."""

    def __init__(self, thinkers: Thinkers, purses: Purses, store: Store) -> None:
        self._thinkers, self._purses, self._store = thinkers, purses, store
        self._known: dict[str, Review] = {}
        self._storing: set[asyncio.Task[None]] = set()

    async def recall(self, game: str) -> None:
        """Take a review that was made earlier, before the last start perhaps, from the store."""
        if game in self._known:
            return
        reports = await self._store.review(game)
        if reports is not None and game not in self._known:
            self._forget_some()
            self._known[game] = review = Review()
            review.reports, review.done = reports, True

    def watch(self, game: str, table: Table, who: str, hear: Hear) -> Review:
        """Hear all of a review; what is known of it already is heard at once. Raises Refused."""
        review = self._known.get(game)
        if review is None:
            self._purses.check(who)
            self._forget_some()
            review = Review()
            asked = asked_of(table)
            review.job = self._thinkers.think(
                asked, lambda seconds, report: self._heard(game, who, seconds, report)
            )
            self._known[game] = review
        for report in list(review.reports):
            hear(report)
        if not review.done:
            review.watchers.append(hear)
        return review

    def leave(self, game: str, hear: Hear) -> None:
        """Somebody has gone; what nobody waits for is not made."""
        review = self._known.get(game)
        if review is None or hear not in review.watchers:
            return
        review.watchers.remove(hear)
        if not review.watchers and not review.done:
            self._thinkers.stop(review.job)
            del self._known[game]

    def _heard(self, game: str, who: str, seconds: float, report: bytes) -> None:
        self._purses.spend(who, seconds)
        review = self._known.get(game)
        if review is None:
            return
        if report:
            review.reports.append(report)
        else:
            review.done = True
            report = orjson.dumps({"type": "end"})
            review.reports.append(report)
            if any(b'"reviewed"' in known for known in review.reports):
                task = asyncio.create_task(self._keep(game, tuple(review.reports)))
                self._storing.add(task)
                task.add_done_callback(self._storing.discard)
            else:
                del self._known[game]  # it broke off; whoever asks again gets another
        for hear in review.watchers:
            hear(report)

    async def _keep(self, game: str, reports: tuple[bytes, ...]) -> None:
        try:
            await self._store.keep_review(game, reports)
        except (Conflict, SQLAlchemyError) as error:  # it can be made again
            log.warning("the review of %s could not be stored: %r", game, error)

    def _forget_some(self) -> None:
        ready = [game for game, review in self._known.items() if review.done]
        for game in ready[: max(0, len(ready) - MOST_KEPT)]:
            del self._known[game]


class Review:
    """The reports so far, and who waits for more."""

    def __init__(self) -> None:
        self.reports: list[bytes] = []
        self.watchers: list[Hear] = []
        self.job = 0
        self.done = False


def asked_of(table: Table) -> dict[str, Any]:
    """What the thinkers need to know of a finished game."""
    ended = table.outcome
    shares = None if ended is None or not ended.winners else ended.to_json()["shares"]
    return {
        "kind": "review",
        "start": str(table.setup.start),
        "turns": list(table.turns),
        "shares": shares,
    }


async def reviewing(socket: WebSocket) -> None:
    """/g/{game}/review/live: the judgements of all moves, then what decided the game."""
    try:
        room = await socket.app.state.hall.room(socket.path_params["game"])
    except (NoSuchGame, Refused):
        await socket.close(NO_GAME)
        return
    if not room.table.over:
        await socket.close(NOT_OVER)
        return
    async with entered(socket) as welcome:
        if welcome:
            await _stream(socket, room.id, room.table)


async def _stream(socket: WebSocket, game: str, table: Table) -> None:
    reviews: Reviews = socket.app.state.reviews
    waiting: asyncio.Queue[bytes] = asyncio.Queue()
    hear = waiting.put_nowait
    await reviews.recall(game)
    try:
        reviews.watch(game, table, address_of(socket), hear)
    except Refused as refused:
        hear(orjson.dumps({"type": "refused", **refused.told(language_of(socket))}))
    sending = asyncio.create_task(_send(socket, waiting))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    except WebSocketDisconnect:
        pass
    finally:
        reviews.leave(game, hear)
        sending.cancel()


async def _send(socket: WebSocket, waiting: asyncio.Queue[bytes]) -> None:
    try:
        while True:
            await socket.send_text((await waiting.get()).decode())
    except (WebSocketDisconnect, RuntimeError):
        return
