"""The page that starts a new game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.faces.profile import Preset
from kletka.games.catalogue import GAMES
from kletka.position import start
from kletka.spec import Spec
from kletka.web.addresses import address_of
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.live.registry import registry_of
from kletka.web.live.terms import bots_of, read_terms
from kletka.web.pages.new_game_form import LONGEST_NAME, OPPONENTS, GameForm
from kletka.web.pages.rendering import render, without_style
from kletka.web.pages.swatches import swatches
from kletka.web.pages.visitors import form_fields, has_valid_token, redirect, visitor_of
from kletka.web.thread_pools import drawing
from kletka.web.words import translate

router = APIRouter(include_in_schema=False)


class PresetChip(NamedTuple):
    """A preset as the form shows it."""

    preset: Preset
    size: str
    length: str
    chosen: bool


@router.get("/new")
async def new_game_of_any(request: Request) -> Response:
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/new/{GAMES[0]}{query}", 303)


@router.get("/new/{game}")
async def new_game(request: Request, game: str) -> Response:
    if game not in GAMES:
        raise HTTPException(404)
    form = GameForm(game, language_of(request), dict(request.query_params))
    return await _form_page(request, form, form.read_options())


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
        return await _form_page(request, form, spec, 422)
    terms = read_terms(spec, seats, clock, filled.get("watch", "all") == "all")
    room = await registry_of(request).open(terms, visitor_of(request), address_of(request))
    return redirect(request, f"/g/{room.id}")


async def _form_page(
    request: Request, form: GameForm, spec: Spec | None, status: int = 200
) -> Response:
    return await while_asked(request, drawing.run(_render, request, form, spec, status))


def _render(request: Request, form: GameForm, spec: Spec | None, status: int) -> Response:
    face = face_of(form.game)
    return render(
        request,
        "new_game.html",
        status,
        face=face,
        form=form,
        refused=status != 200,
        presets=[_chip(form, preset, spec) for preset in face.profile.presets],
        preview=None if spec is None else _preview(str(spec), form.language),
        colours=face.players(form.most_players),
        swatches=swatches(form.game, form.most_players),
        bots=bots_of(form.game),
        opponents=OPPONENTS,
        longest=LONGEST_NAME,
    )


def _chip(form: GameForm, preset: Preset, spec: Spec | None) -> PresetChip:
    of_preset = str(Spec(preset.spec(form.game)))
    columns, rows, cells = _extent(of_preset)
    language, turns = form.language, preset.turns
    whole = columns * rows == cells
    return PresetChip(
        preset,
        f"{columns}×{rows}" if whole else translate(language, "cells", count=cells),
        "" if turns is None else translate(language, "about_turns", count=turns),
        str(spec) == of_preset,
    )


@lru_cache(maxsize=128)
def _extent(spec: str) -> tuple[int, int, int]:
    """The columns, rows and cells of the board of a spec."""
    board = start(spec).board
    return board.columns, board.rows, len(board.places)


@lru_cache(maxsize=64)
def _preview(spec: str, language: str) -> Markup:
    """The empty board of a spec."""
    return without_style(svg(start(spec), language=language))
