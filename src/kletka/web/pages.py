"""The pages: home, new games, recent games, replay, rules; those of one game are in game_pages."""

from __future__ import annotations

import datetime
import json
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.types import Scope

from kletka.drawing import svg
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import LANGUAGES
from kletka.library.lessons import lessons_of
from kletka.library.proved import proofs_of
from kletka.record import Record
from kletka.spec import Spec
from kletka.web import game_pages
from kletka.web.demo import showcase
from kletka.web.error_pages import install_error_pages
from kletka.web.frame import (
    BOARD_CSS,
    STATIC,
    VERSION,
    is_ours,
    keep_visitor,
    render,
    visitor_of,
    without_style,
)
from kletka.web.game_form import GameForm
from kletka.web.hall import Hall
from kletka.web.languages import language_of
from kletka.web.presets import PRESETS, QUICK, QUICK_BOT
from kletka.web.rules_page import rules_parts, solved_boards
from kletka.web.security import LANGUAGE_COOKIE, YEAR
from kletka.web.setup import BOT, BOTS, HERE, Seat, Setup, read_setup
from kletka.web.storage.store import Store, Summary
from kletka.web.swatches import swatches
from kletka.web.words import said

router = APIRouter(include_in_schema=False)
LARGEST_RECORD_KB = 256
GAMES_ON_A_PAGE = 20
_FOR_EVER = f"public, max-age={YEAR}, immutable"


class KeptStatic(StaticFiles):
    """Static files under an address with their hash, which browsers need not ask for twice."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = _FOR_EVER
        return response


def install(app: FastAPI) -> None:
    """Put the pages, the static files and the error pages into the app; last, as it catches all."""
    app.include_router(router)
    app.mount(f"/static/{VERSION}", KeptStatic(directory=STATIC), name="static")
    app.include_router(game_pages.router)
    install_error_pages(app)


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _see_other(request: Request, where: str) -> Response:
    """Send the browser on, and let it remember who it is."""
    response = RedirectResponse(where, 303)
    keep_visitor(request, response)
    return response


@router.get(f"/static/{VERSION}/board.css")
async def board_css() -> Response:
    """The style of the pictures, as one sheet for all boards of a page."""
    return Response(BOARD_CSS, media_type="text/css", headers={"Cache-Control": _FOR_EVER})


@router.get("/lang/{language}")
async def choose_language(request: Request, language: str, back: str = "/") -> Response:
    if language not in LANGUAGES:
        raise HTTPException(404)
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if inside else "/", 303)
    response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax", httponly=True)
    return response


# Home and new games.


@router.get("/")
async def home(request: Request) -> Response:
    language = language_of(request)
    boards = {game: _showcase(game, language) for game in GAMES}
    return render(request, "home.html", boards=boards)


@lru_cache(maxsize=16)
def _showcase(game: str, language: str) -> Markup:
    position, last = showcase(game)
    return without_style(svg(position, last=last, language=language))


@router.post("/play/{game}")
async def quick_start(request: Request, game: str) -> Response:
    """A small game against an easy bot, at once."""
    if game not in GAMES:
        raise HTTPException(404)
    filled = await _filled(request)
    if not is_ours(request, filled.get("csrf", "")):
        raise HTTPException(403)
    setup = Setup(Spec(QUICK[game]), (Seat(HERE), Seat(BOT, QUICK_BOT)))
    room = await _hall(request).open(setup, visitor_of(request))
    return _see_other(request, f"/g/{room.id}")


async def _filled(request: Request) -> dict[str, str]:
    """The texts of a form that was sent."""
    form = await request.form(max_files=1, max_fields=60)
    return {name: value for name, value in form.items() if isinstance(value, str)}


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
    filled = await _filled(request)
    game = filled.get("game", "")
    if game not in GAMES:
        raise HTTPException(404)
    form = GameForm(game, language_of(request), filled)
    spec, seats, clock = form.read_options(), form.read_seats(), form.read_clock()
    if not is_ours(request, filled.get("csrf", "")):
        form.errors["csrf"] = said(form.language, "form_expired")
    if spec is None or form.errors:
        return _form_page(request, form, 422)
    setup = read_setup(spec, seats, clock, filled.get("watch", "all") == "all")
    room = await _hall(request).open(setup, visitor_of(request))
    return _see_other(request, f"/g/{room.id}")


def _form_page(request: Request, form: GameForm, status: int = 200) -> Response:
    face = face_of(form.game)
    return render(
        request,
        "new.html",
        status,
        face=face,
        form=form,
        presets=PRESETS[form.game],
        colours=face.players(form.most_players),
        swatches=swatches(form.game, form.most_players),
        bots=BOTS,
    )


# Games of others, and of the past.


@router.get("/games")
async def recent_games(request: Request, before: int | None = None) -> Response:
    store: Store = request.app.state.store
    found = await store.recent(before, GAMES_ON_A_PAGE)
    older = found[-1].created if len(found) == GAMES_ON_A_PAGE else None
    language = language_of(request)
    lines = [_line(summary, language) for summary in found]
    return render(request, "games.html", lines=lines, older=older)


def _line(summary: Summary, language: str) -> dict[str, Any]:
    """A game of the list as people read it."""
    setup = summary.setup
    colours = face_of(setup.spec.game).players(setup.spec.players)
    created = datetime.datetime.fromtimestamp(summary.created / 1000, datetime.UTC)
    return {
        "id": summary.id,
        "title": face_of(setup.spec.game).title.say(language),
        "spec": str(setup.spec),
        "players": [
            seat.name or (_bot_name(seat.bot, language) if seat.bot else colour.name.say(language))
            for seat, colour in zip(setup.seats, colours, strict=True)
        ],
        "result": summary.result if summary.over else None,
        "when": created,
    }


def _bot_name(bot: str, language: str) -> str:
    if bot == "inventor":
        return said(language, "bot_inventor")
    return said(language, "bot_level", level=bot.removeprefix("level"))


@router.get("/replay")
async def replay_page(request: Request) -> Response:
    return render(request, "replay.html", text="", error=None)


@router.post("/replay")
async def replay(request: Request) -> Response:
    """Read a record and show it as a game that can be walked through."""
    language = language_of(request)
    form = await request.form(max_files=1, max_fields=5)
    written, problem = await _written_record(form.get("file"), str(form.get("record", "")))
    if not is_ours(request, str(form.get("csrf", ""))):
        problem = "form_expired"
    if problem:
        error = said(language, problem, most=LARGEST_RECORD_KB)
        return render(request, "replay.html", 422, text=written, error=error)
    try:
        room = await _hall(request).bring(_read_record(written), visitor_of(request))
    except KletkaError as wrong:
        return render(request, "replay.html", 422, text=written, error=wrong.say(language))
    return _see_other(request, f"/g/{room.id}")


async def _written_record(file: Any, text: str) -> tuple[str, str | None]:
    """What was pasted or uploaded, and the key of what is wrong with it."""
    if isinstance(file, UploadFile) and file.filename:
        content = await file.read(LARGEST_RECORD_KB * 1024 + 1)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return "", "not_text"
    if len(text) > LARGEST_RECORD_KB * 1024:
        return text[:1000], "large_record"
    return text, None if text.strip() else "no_record"


def _read_record(text: str) -> Record:
    if not text.lstrip().startswith("{"):
        return Record.parse(text)
    try:
        data = json.loads(text)
    except ValueError:
        data = {}
    return Record.from_json(data)


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    if game not in GAMES:
        raise HTTPException(404)
    parts = rules_parts(game, language_of(request))
    taught = {rule: lesson for lesson in reversed(lessons_of(game)) for rule in lesson.rules}
    return render(
        request,
        "rules.html",
        face=face_of(game),
        parts=parts,
        taught=taught,
        solved=solved_boards(game),
        solved_count=len(proofs_of(game)),
    )
