"""The home page, its quick games, and the choice of a language."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import LANGUAGES
from kletka.spec import Spec
from kletka.web.addresses import address_of
from kletka.web.languages import language_of
from kletka.web.live.registry import registry_of
from kletka.web.live.terms import BOT, HERE, GameTerms, Seat
from kletka.web.pages.demo_boards import showcase
from kletka.web.pages.rendering import render, without_style
from kletka.web.pages.visitors import form_fields, has_valid_token, redirect, visitor_of
from kletka.web.security import LANGUAGE_COOKIE, YEAR
from kletka.web.study.puzzle_pages import daily_puzzle
from kletka.web.thread_pools import drawing

router = APIRouter(include_in_schema=False)
QUICK_BOT = "level1"


@router.get("/")
async def home(request: Request) -> Response:
    return await drawing.run(_home_page, request)


def _home_page(request: Request) -> Response:
    language = language_of(request)
    boards = {game: _showcase(game, language) for game in GAMES}
    return render(request, "home.html", boards=boards, day=daily_puzzle(language))


@lru_cache(maxsize=16)
def _showcase(game: str, language: str) -> Markup:
    position, last = showcase(game)
    return without_style(svg(position, last=last, language=language))


@router.post("/play/{game}")
async def quick_start(request: Request, game: str) -> Response:
    """Start a small game against easy bots."""
    if game not in GAMES:
        raise HTTPException(404)
    form = await form_fields(request)
    if not has_valid_token(request, form.get("csrf", "")):
        raise HTTPException(403)
    spec = Spec(face_of(game).profile.quick_board)
    seats = (Seat(HERE), *[Seat(BOT, QUICK_BOT)] * (spec.players - 1))
    room = await registry_of(request).open(
        GameTerms(spec, seats), visitor_of(request), address_of(request)
    )
    return redirect(request, f"/g/{room.id}")


@router.get("/lang/{language}")
async def choose_language(request: Request, language: str, back: str = "/") -> Response:
    if language not in LANGUAGES:
        raise HTTPException(404)
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if inside else "/", 303)
    response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax", httponly=True)
    return response
