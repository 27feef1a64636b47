"""The list of recent public games."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from kletka.faces import face_of
from kletka.web.languages import language_of
from kletka.web.pages.rendering import render
from kletka.web.storage.store import LAST_TIME, Store, Summary
from kletka.web.words import translate

router = APIRouter(include_in_schema=False)
GAMES_ON_A_PAGE = 20


@router.get("/games")
async def recent_games(
    request: Request, before: Annotated[int | None, Query(ge=0, le=LAST_TIME)] = None
) -> Response:
    store: Store = request.app.state.store
    found, older = await store.recent(before, GAMES_ON_A_PAGE)
    language = language_of(request)
    lines = [_line(summary, language) for summary in found]
    return render(request, "recent_games.html", lines=lines, older=older)


def _line(summary: Summary, language: str) -> dict[str, Any]:
    """A game as the list shows it."""
    terms = summary.terms
    colours = face_of(terms.spec.game).players(terms.spec.players)
    created = datetime.datetime.fromtimestamp(summary.created / 1000, datetime.UTC)
    return {
        "id": summary.id,
        "title": face_of(terms.spec.game).title.say(language),
        "spec": str(terms.spec),
        "players": [
            seat.name or (_bot_name(seat.bot, language) if seat.bot else colour.name.say(language))
            for seat, colour in zip(terms.seats, colours, strict=True)
        ],
        "result": summary.result if summary.over else None,
        "when": created,
    }


def _bot_name(bot: str, language: str) -> str:
    if bot == "inventor":
        return translate(language, "bot_inventor")
    return translate(language, "bot_level", level=bot.removeprefix("level"))
