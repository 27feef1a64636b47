"""The list of recent public games."""

from __future__ import annotations

import datetime
import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from kletka.faces import face_of
from kletka.web.languages import language_of
from kletka.web.live.outcome import Outcome
from kletka.web.live.replaying import UNREADABLE
from kletka.web.pages.game_sentences import game_sentence
from kletka.web.pages.rendering import render
from kletka.web.storage.listing import LAST_TIME, PlayedGame
from kletka.web.storage.store import Store

router = APIRouter(include_in_schema=False)
GAMES_ON_A_PAGE = 20
LIVE_MINUTES = 10  # a game is live for so long after its last event


@router.get("/games")
async def recent_games(
    request: Request, before: Annotated[int | None, Query(ge=0, le=LAST_TIME)] = None
) -> Response:
    store: Store = request.app.state.store
    found, older = await store.recently_played(before, GAMES_ON_A_PAGE)
    language = language_of(request)
    lines = [_line(played, language) for played in found]
    return render(request, "recent_games.html", lines=lines, older=older)


def _line(played: PlayedGame, language: str) -> dict[str, Any]:
    """A game as the list shows it."""
    summary = played.summary
    terms = summary.terms
    return {
        "id": summary.id,
        "title": face_of(terms.spec.game).title.say(language),
        "sentence": game_sentence(terms, _outcome(played)).say(language),
        "over": summary.over,
        "live": not summary.over and _minutes_since(played.last_time) < LIVE_MINUTES,
        "when": datetime.datetime.fromtimestamp(summary.created / 1000, datetime.UTC),
    }


def _outcome(played: PlayedGame) -> Outcome | None:
    """How the game ended, or None if it goes on or its end is damaged."""
    if played.end is None:
        return None
    try:
        outcome = Outcome.from_json(played.end)
        readable = set(outcome.winners) <= set(range(len(played.summary.terms.seats)))
    except UNREADABLE:
        return None
    return outcome if readable and isinstance(outcome.reason.en, str) else None


def _minutes_since(milliseconds: int) -> float:
    return (time.time() - milliseconds / 1000) / 60
