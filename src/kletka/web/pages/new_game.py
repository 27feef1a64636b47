"""The page that starts a new game."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.web.addresses import address_of
from kletka.web.languages import language_of
from kletka.web.live.registry import registry_of
from kletka.web.live.terms import bots_of, read_terms
from kletka.web.pages.new_game_form import GameForm
from kletka.web.pages.rendering import render
from kletka.web.pages.swatches import swatches
from kletka.web.pages.visitors import form_fields, has_valid_token, redirect, visitor_of
from kletka.web.words import translate

router = APIRouter(include_in_schema=False)


@router.get("/new")
async def new_game_of_any(request: Request) -> Response:
    return RedirectResponse(f"/new/{GAMES[0]}", 303)


@router.get("/new/{game}")
async def new_game(request: Request, game: str) -> Response:
    if game not in GAMES:
        raise HTTPException(404)
    form = GameForm(game, language_of(request), dict(request.query_params))
    form.read_options()
    return _form_page(request, form)


@router.post("/new")
async def create_game(request: Request) -> Response:
    filled = await form_fields(request)
    game = filled.get("game", "")
    if game not in GAMES:
        raise HTTPException(404)
    form = GameForm(game, language_of(request), filled)
    spec, seats, clock = form.read_options(), form.read_seats(), form.read_clock()
    if not has_valid_token(request, filled.get("csrf", "")):
        form.errors["csrf"] = translate(form.language, "form_expired")
    if spec is None or form.errors:
        return _form_page(request, form, 422)
    terms = read_terms(spec, seats, clock, filled.get("watch", "all") == "all")
    room = await registry_of(request).open(terms, visitor_of(request), address_of(request))
    return redirect(request, f"/g/{room.id}")


def _form_page(request: Request, form: GameForm, status: int = 200) -> Response:
    face = face_of(form.game)
    return render(
        request,
        "new_game.html",
        status,
        face=face,
        form=form,
        presets=face.profile.presets,
        colours=face.players(form.most_players),
        swatches=swatches(form.game, form.most_players),
        bots=bots_of(form.game),
    )
