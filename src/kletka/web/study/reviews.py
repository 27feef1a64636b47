"""Reviews of finished games; each is made once for all its readers, and stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import orjson
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kletka.web.addresses import address_of
from kletka.web.languages import language_of
from kletka.web.live.connections import room_or_close
from kletka.web.live.game import LiveGame
from kletka.web.refusals import Refused
from kletka.web.storage.store import Conflict, Store
from kletka.web.study.thinking_quota import ThinkingQuota
from kletka.web.study.thinking_workers import ThinkingWorkers
from kletka.web.websockets import NOT_OVER, admitted

log = logging.getLogger("kletka.web")
MOST_KEPT = 300  # in memory
OnReport = Callable[[bytes], None]


class Reviews:
    """The reviews in memory, finished or in progress."""

    def __init__(self, workers: ThinkingWorkers, quota: ThinkingQuota, store: Store) -> None:
        self._workers, self._quota, self._store = workers, quota, store
        self._known: dict[str, Review] = {}
        self._storing: set[asyncio.Task[None]] = set()

    async def recall(self, game: str) -> None:
        """Load a stored review."""
        if game in self._known:
            return
        reports = await self._store.review(game)
        if reports is not None and game not in self._known:
            self._forget_some()
            self._known[game] = review = Review()
            review.reports, review.done = reports, True

    def watch(self, game_id: str, game: LiveGame, visitor: str, on_report: OnReport) -> Review:
        """Get all reports of a review, the known ones at once; raises Refused."""
        review = self._known.get(game_id)
        if review is None:
            self._quota.check(visitor)
            self._forget_some()
            review = Review()
            review.job = self._workers.submit(
                review_request(game),
                lambda seconds, report: self._reported(game_id, visitor, seconds, report),
            )
            self._known[game_id] = review
        for report in list(review.reports):
            on_report(report)
        if not review.done:
            review.watchers.append(on_report)
        return review

    def finished(self, game_id: str) -> list[bytes] | None:
        """The reports of a finished review in memory, or None."""
        review = self._known.get(game_id)
        return list(review.reports) if review is not None and review.done else None

    def leave(self, game_id: str, on_report: OnReport) -> None:
        """Stop watching; a review without watchers is abandoned."""
        review = self._known.get(game_id)
        if review is None or on_report not in review.watchers:
            return
        review.watchers.remove(on_report)
        if not review.watchers and not review.done:
            self._workers.cancel(review.job)
            del self._known[game_id]

    def _reported(self, game_id: str, visitor: str, seconds: float, report: bytes) -> None:
        self._quota.spend(visitor, seconds)
        review = self._known.get(game_id)
        if review is None:
            return
        if report:
            review.reports.append(report)
        else:
            review.done = True
            report = orjson.dumps({"type": "end"})
            review.reports.append(report)
            if any(b'"reviewed"' in known for known in review.reports):
                task = asyncio.create_task(self._keep(game_id, tuple(review.reports)))
                self._storing.add(task)
                task.add_done_callback(self._storing.discard)
            else:
                del self._known[game_id]  # it broke off; the next request starts another
        for on_report in review.watchers:
            on_report(report)

    async def _keep(self, game_id: str, reports: tuple[bytes, ...]) -> None:
        try:
            await self._store.keep_review(game_id, reports)
        except (Conflict, SQLAlchemyError) as error:  # it can be made again
            log.warning("the review of %s could not be stored: %r", game_id, error)

    def _forget_some(self) -> None:
        ready = [game_id for game_id, review in self._known.items() if review.done]
        for game_id in ready[: max(0, len(ready) - MOST_KEPT)]:
            del self._known[game_id]


class Review:
    """The reports so far, and the watchers that get the next ones."""

    def __init__(self) -> None:
        self.reports: list[bytes] = []
        self.watchers: list[OnReport] = []
        self.job = 0
        self.done = False


def review_request(game: LiveGame) -> dict[str, Any]:
    """The request for the thinking workers."""
    ended = game.outcome
    shares = None if ended is None or not ended.winners else ended.to_json()["shares"]
    return {
        "kind": "review",
        "start": str(game.terms.start),
        "turns": list(game.turns),
        "shares": shares,
    }


async def review_live(socket: WebSocket) -> None:
    """/g/{game}/review/live: the judgements of all moves, then what decided the game."""
    async with admitted(socket) as welcome:
        if not welcome:
            return
        room = await room_or_close(socket)
        if room is None:
            return
        if not room.game.over:
            await socket.close(NOT_OVER)
            return
        await socket.accept()
        await _stream(socket, room.id, room.game)


async def _stream(socket: WebSocket, game_id: str, game: LiveGame) -> None:
    reviews: Reviews = socket.app.state.reviews
    waiting: asyncio.Queue[bytes] = asyncio.Queue()
    on_report = waiting.put_nowait
    await reviews.recall(game_id)
    try:
        reviews.watch(game_id, game, address_of(socket), on_report)
    except Refused as refused:
        on_report(orjson.dumps({"type": "refused", **refused.to_json(language_of(socket))}))
    sending = asyncio.create_task(_send(socket, waiting))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    except WebSocketDisconnect:
        pass
    finally:
        reviews.leave(game_id, on_report)
        sending.cancel()


async def _send(socket: WebSocket, waiting: asyncio.Queue[bytes]) -> None:
    try:
        while True:
            await socket.send_text((await waiting.get()).decode())
    except (WebSocketDisconnect, RuntimeError):
        return
