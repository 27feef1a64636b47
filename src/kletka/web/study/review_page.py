"""The page of a finished game's review."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kletka.faces import face_of
from kletka.web.languages import language_of
from kletka.web.live.registry import GameRegistry
from kletka.web.live.terms import bots_of
from kletka.web.pages.rendering import for_scripts, render
from kletka.web.pages.swatches import swatch_group, swatches
from kletka.web.pages.visitors import visitor_of
from kletka.web.refusals import Refused
from kletka.web.study.analysis_page import USUAL_BOT, study_words
from kletka.web.words.study import STUDY_WORDS

router = APIRouter(include_in_schema=False)
_SHOWN = (
    "mine",
    "to_move",
    "id",
    "spec",
    "game",
    "title",
    "turns",
    "turn_seats",
    "players",
    "winners",
    "reason",
)


@router.get("/g/{game}/review")
async def review(request: Request, game: str) -> Response:
    """The graph of the game, the moves that decided it, and a form to play on from any turn."""
    registry: GameRegistry = request.app.state.registry
    room = await registry.room(game)
    if not room.game.over:
        raise Refused("not_over", STUDY_WORDS["review_not_over"], 409)
    request.app.state.thinking_workers.start()  # while the page is loading
    language = language_of(request)
    view = room.view(room.viewer(visitor_of(request)))
    name, seats = view["game"], len(view["players"])
    position = room.game.position
    shown: dict[str, Any] = {key: view[key] for key in _SHOWN}
    shown["colours"] = not face_of(name).plays_with_stones
    return render(
        request,
        "review.html",
        face=face_of(name),
        view=view,
        review_json=for_scripts(shown),
        words_json=for_scripts(study_words(position, language)),
        swatch_groups=[swatch_group(name, seat) for seat in range(seats)],
        swatches=swatches(name, seats),
        bots=bots_of(name),
        usual_bot=USUAL_BOT,
    )
