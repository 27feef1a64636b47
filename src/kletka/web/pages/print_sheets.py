"""Sheets to print and to play on with a pencil."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from kletka.drawing import svg
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.library.rules import short_rules
from kletka.position import start
from kletka.spec import Spec
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.pages.rendering import render, without_style
from kletka.web.pages.swatches import swatches
from kletka.web.thread_pools import drawing
from kletka.web.words import translate

router = APIRouter(include_in_schema=False)
LONGEST_SPEC = 1000
LINES = 60  # for the turns, on one sheet


@router.get("/paper")
async def any_sheet() -> Response:
    return RedirectResponse(f"/paper/{GAMES[0]}", 303)


@router.get("/paper/{game}")
async def sheet(request: Request, game: str, spec: str = "") -> Response:
    """A sheet for A4: the board, lines for the turns, the rules in short."""
    return await while_asked(request, drawing.run(_sheet_page, request, game, spec))


def _sheet_page(request: Request, game: str, spec: str) -> Response:
    language = language_of(request)
    chosen, problem = read_spec(game, spec, language)
    position = start(str(chosen))
    return render(
        request,
        "print_sheet.html",
        422 if problem else 200,
        **board_choice(game, chosen, spec, problem),
        board=without_style(svg(position, language=language)),
        swatches=swatches(game, len(position.players)),
        players=position.players,
        short=[text.say(language) for text in short_rules(game)],
        lines=range(1, LINES + 1),
    )


def read_spec(game: str, spec: str, language: str) -> tuple[Spec, str | None]:
    """The spec in the request, or the default one and what is wrong with the one given."""
    if game not in GAMES:
        raise HTTPException(404)
    try:
        chosen = Spec(spec[:LONGEST_SPEC] or game)
    except KletkaError as error:
        return Spec(game), error.say(language)
    if chosen.game != game:
        title = face_of(game).title.say(language)
        return Spec(game), translate(language, "not_this_game", game=title)
    return chosen, None


def board_choice(game: str, chosen: Spec, written: str, problem: str | None) -> dict[str, Any]:
    """What `choose_board.html` needs."""
    return {
        "face": face_of(game),
        "spec": str(chosen),
        "written": written or str(chosen),
        "problem": problem,
        "presets": presets_of(game),
    }


def presets_of(game: str) -> list[tuple[Text, str]]:
    """The names and specs of the usual boards."""
    presets = face_of(game).profile.presets
    return [(preset.name, str(Spec(preset.spec(game)))) for preset in presets]
