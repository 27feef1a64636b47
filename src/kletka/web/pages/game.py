"""The pages of one game: the board, the links of its seats, the embedded board."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import segno
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from kletka.agents.styles import can_attack_groups, has_style
from kletka.faces import face_of
from kletka.faces.options import Values
from kletka.web.languages import language_of
from kletka.web.live.board_pictures import marked_since
from kletka.web.live.registry import GameRegistry
from kletka.web.live.rooms import Room
from kletka.web.live.seat_keys import Viewer
from kletka.web.live.terms import HERE, LEVEL_BOTS, LINK, tidy_name
from kletka.web.pages.new_game_form import LONGEST_NAME
from kletka.web.pages.pictures import first_picture
from kletka.web.pages.rendering import for_scripts, render
from kletka.web.pages.swatches import swatch_group, swatches
from kletka.web.pages.visitors import form_fields, has_valid_token, redirect, visitor_of
from kletka.web.words import script_words, translate

router = APIRouter(include_in_schema=False)


async def _room(request: Request, game: str) -> Room:
    registry: GameRegistry = request.app.state.registry
    return await registry.room(game)


@router.get("/g/{game}")
async def game_page(request: Request, game: str) -> Response:
    room = await _room(request, game)
    context = _context(request, room)
    view, land = context["view"], context["face"].profile.territory_in_play
    since = marked_since(view["turn_seats"], view["mine"], view["to_move"], len(view["players"]))
    first = await first_picture(request, room, since, _may_move(view), land)
    page = render(request, "game.html", picture_json=for_scripts(first), **context)
    page.headers["Cache-Control"] = "no-store"  # it may have the links of seats
    return page


@router.get("/embed/{game}")
async def embedded(request: Request, game: str) -> Response:
    room = await _room(request, game)
    context = _context(request, room)
    first = await first_picture(request, room, max(0, room.game.number - 1), targets=False)
    return render(request, "embed.html", picture_json=for_scripts(first), **context)


def _context(request: Request, room: Room) -> dict[str, Any]:
    view = room.view(room.viewer(visitor_of(request)))
    language, name, seats = language_of(request), view["game"], len(view["players"])
    face, options = face_of(name), room.game.terms.spec.options
    note = face.points_note(options)
    words = script_words(language)
    words["points"] = face.points_word.say(language)
    hidden = [(key, word) for key, word in face.stock_names if key in face.off_board]
    words.update({f"stock_{key}": word.say(language) for key, word in hidden})
    return {
        "view": view,
        "face": face,
        "hints": _has_hints(view),
        "groups": can_attack_groups(name),
        "base": str(request.base_url).rstrip("/"),
        "game_json": for_scripts(view),
        "words_json": for_scripts(words),
        "points_name": words["points"],
        "points_to_win": face.points_to_win(options),
        "points_note": "" if note is None else note.say(language),
        "harder": _harder(view, options),
        "swatches": swatches(name, seats),
        "swatch_groups": [swatch_group(name, seat) for seat in range(seats)],
    }


def _may_move(view: Mapping[str, Any]) -> bool:
    """Whether the viewer is to move, so that the page shows the possible moves."""
    seat = view["to_move"]
    return seat in view["mine"] and not view["players"][seat]["retired"]


def _harder(view: Mapping[str, Any], options: Values) -> str | None:
    """The form of a game against bots of the next level, for a player who has beaten some."""
    bots = [player["bot"] for player in view["players"] if player["seat"] not in view["mine"]]
    levels = [bot for bot in LEVEL_BOTS if bot in bots]
    if len(view["mine"]) != 1 or not levels or not set(bots) <= set(LEVEL_BOTS):
        return None
    harder = LEVEL_BOTS[LEVEL_BOTS.index(levels[-1]) + 1 :][:1]
    if not harder:
        return None
    seats = {
        f"seat{player['seat']}": "me" if player["seat"] in view["mine"] else harder[0]
        for player in view["players"]
    }
    written = {o.name: o.write(options[o.name]) for o in face_of(view["game"]).options}
    return f"/new/{view['game']}?{urlencode({**written, **seats})}"


def _has_hints(view: Mapping[str, Any]) -> bool:
    """Whether the inventor may be asked: not in games against people who play elsewhere."""
    return (
        has_style(view["game"])
        and bool(view["mine"])
        and not view["over"]
        and all(player["kind"] != LINK for player in view["players"])
    )


@router.get("/g/{game}/qr/{seat}.svg")
async def seat_code(request: Request, game: str, seat: str) -> Response:
    """The secret link of a seat as a QR code, for viewers that may see the link."""
    room = await _room(request, game)
    links = room.view(room.viewer(visitor_of(request)))["links"]
    if seat not in links:
        raise HTTPException(404)
    drawn = io.BytesIO()
    code = segno.make(f"{str(request.base_url).rstrip('/')}{links[seat]}", error="m", micro=False)
    code.save(drawn, kind="svg", scale=4, border=2, dark="#2b3442", light="#ffffff")
    headers = {"Cache-Control": "private, no-store"}
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=headers)


@router.get("/g/{game}/{secret}")
async def open_seat(request: Request, game: str, secret: str) -> Response:
    """A seat's link: asks whether to take the seat, and changes nothing."""
    room = await _room(request, game)
    return _unreferred(_seat_page(request, room, secret))


@router.post("/g/{game}/{secret}")
async def take_seat(request: Request, game: str, secret: str) -> Response:
    """Give a seat to this browser: a free one by invitation, one's own by one's own link."""
    room = await _room(request, game)
    filled, language = await form_fields(request), language_of(request)
    name = tidy_name(filled.get("name", ""))
    error = ""
    if not has_valid_token(request, filled.get("csrf", "")):
        error = translate(language, "form_expired")
    elif len(name) > LONGEST_NAME:
        error = translate(language, "long_name", most=LONGEST_NAME)
    if error:
        return _unreferred(_seat_page(request, room, secret, error))
    own, invited = room.seat_of_key(secret), room.invited_to(secret)
    if own is not None:
        await room.add_device(own, visitor_of(request))
    elif invited is not None and not room.game.taken(invited):
        await room.take_seat(invited, visitor_of(request), name)
    else:
        return _unreferred(_seat_page(request, room, secret))
    return _unreferred(redirect(request, f"/g/{room.id}"))


def _seat_page(request: Request, room: Room, secret: str, error: str = "") -> Response:
    language = language_of(request)
    own, invited = room.seat_of_key(secret), room.invited_to(secret)
    seat = invited if own is None else own
    if seat is not None and seat in room.viewer(visitor_of(request)).seats:
        return redirect(request, f"/g/{room.id}")
    if seat is None or (own is None and room.game.taken(seat)):
        key, status = ("error_link", 404) if seat is None else ("error_taken", 409)
        return render(
            request,
            "error.html",
            status,
            title=translate(language, f"{key}_title"),
            text=translate(language, key),
            more=(f"/g/{room.id}", translate(language, "watch_game")),
        )
    view = room.view(Viewer())
    return render(
        request,
        "take_seat.html",
        422 if error else 200,
        view=view,
        face=face_of(view["game"]),
        player=view["players"][seat],
        swatch=swatches(view["game"], len(view["players"]))[seat],
        host=next((p["name"] for p in view["players"] if p["kind"] == HERE and p["name"]), ""),
        own=own is not None,
        longest=LONGEST_NAME,
        error=error,
    )


def _unreferred(response: Response) -> Response:
    """A seat's address is secret: it must not be kept, found or sent to others."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
