"""One sentence about a finished game, from its review or from a quick look at every turn."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from kletka.agents.verdict import verdict
from kletka.web.addresses import address_of
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.live.game import LiveGame
from kletka.web.live.registry import GameRegistry
from kletka.web.pages.visitors import visitor_of
from kletka.web.study.reviews import Reviews, review_request
from kletka.web.study.thinking_quota import ThinkingQuota
from kletka.web.study.thinking_workers import ThinkingWorkers

router = APIRouter(include_in_schema=False)
FEWEST, MOST = 4, 150  # turns of a game that is worth a sentence, and can be looked at quickly
MOST_KEPT = 300
Chances = list[list[float]]


class Verdicts:
    """The expected shares of the win before each turn, of games that were asked about."""

    def __init__(self, workers: ThinkingWorkers, quota: ThinkingQuota, reviews: Reviews) -> None:
        self._workers, self._quota, self._reviews = workers, quota, reviews
        self._known: dict[str, Chances] = {}

    async def chances(self, game_id: str, game: LiveGame, visitor: str) -> Chances:
        """The chances by turn; empty if they are not known. Raises Refused."""
        await self._reviews.recall(game_id)
        reports = self._reviews.finished(game_id)
        if reports is None and game_id in self._known:
            return self._known[game_id]
        if reports is None:
            self._quota.check(visitor)
            reports = await self._look(game, visitor)
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[game_id] = chances_of(reports, game.number)
        return self._known[game_id]

    async def _look(self, game: LiveGame, visitor: str) -> list[bytes]:
        waiting: asyncio.Queue[bytes] = asyncio.Queue()

        def reported(seconds: float, report: bytes) -> None:
            self._quota.spend(visitor, seconds)
            waiting.put_nowait(report)

        job = self._workers.submit({**review_request(game), "kind": "chances"}, reported)
        reports = []
        try:
            while report := await waiting.get():
                reports.append(report)
        finally:
            self._workers.cancel(job)
        return reports


def chances_of(reports: list[bytes], turns: int) -> Chances:
    """The shares before each turn, from reports of judgements; empty if one is missing."""
    read: list[dict[str, Any]] = [orjson.loads(report) for report in reports]
    judged = {
        report["turn"]: report["shares"]
        for report in read
        if report.get("type") == "judged" and report["part"] == 0
    }
    return [judged[turn] for turn in range(turns)] if len(judged) == turns else []


@router.get("/g/{game}/verdict")
async def verdict_json(request: Request, game: str) -> Response:
    """The sentence for this visitor; empty if the game has none."""
    registry: GameRegistry = request.app.state.registry
    room = await registry.room(game)
    ended = room.game.outcome
    if ended is None or not ended.winners or not FEWEST <= room.game.number <= MOST:
        return JSONResponse({"text": ""})
    verdicts: Verdicts = request.app.state.verdicts
    work = verdicts.chances(game, room.game.snapshot(), address_of(request))
    chances = await while_asked(request, work)
    if not chances:
        return JSONResponse({"text": ""})
    mine = room.viewer(visitor_of(request)).seats
    seat = min(mine) if len(mine) == 1 else None
    players, shares = room.game.position.players, ended.to_json()["shares"]
    text = verdict(chances, shares, players, seat).say(language_of(request))
    return JSONResponse({"text": f"{text}."})
