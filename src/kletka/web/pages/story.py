"""The story of a game: each turn in words, and the score after it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.live.game import LiveGame
from kletka.web.live.registry import GameRegistry
from kletka.web.thread_pools import parsing

router = APIRouter(include_in_schema=False)


@router.get("/g/{game}/story.json")
async def story_json(request: Request, game: str) -> Response:
    """The score at the start and after each turn, with the words of the turn."""
    registry: GameRegistry = request.app.state.registry
    room = await registry.room(game)
    work = parsing.run(story, room.game.snapshot(), language_of(request))
    told = await while_asked(request, work)
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


def story(game: LiveGame, language: str) -> list[dict[str, Any]]:
    position, words = game.terms.start, ""
    rows = []
    for turn in (*game.turns, None):
        stocks = [dict(stock) for stock in position.stocks]
        rows.append({"words": words, "points": position.points, "stocks": stocks})
        if turn is not None:
            words = position.turn_in_words(turn).say(language)
            position = position.play_turn(turn)
    return rows
