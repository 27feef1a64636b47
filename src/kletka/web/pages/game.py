"""The pages of one game: the board, the links of its seats, the embedded board."""

from __future__ import annotations

import io
from typing import Any

import segno
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from kletka.faces import face_of
from kletka.web.languages import language_of
from kletka.web.live.registry import GameRegistry
from kletka.web.live.rooms import Room
from kletka.web.pages.rendering import for_scripts, render
from kletka.web.pages.swatches import swatch_group, swatches
from kletka.web.pages.visitors import keep_visitor, visitor_of
from kletka.web.words import script_words, translate

router = APIRouter(include_in_schema=False)


async def _room(request: Request, game: str) -> Room:
    registry: GameRegistry = request.app.state.registry
    return await registry.room(game)


@router.get("/g/{game}")
async def game_page(request: Request, game: str) -> Response:
    return render(request, "game.html", **await _context(request, game))


@router.get("/embed/{game}")
async def embedded(request: Request, game: str) -> Response:
    return render(request, "embed.html", **await _context(request, game))


async def _context(request: Request, game: str) -> dict[str, Any]:
    room = await _room(request, game)
    view = room.view(room.viewer(visitor_of(request)))
    language, name, seats = language_of(request), view["game"], len(view["players"])
    face = face_of(name)
    words = script_words(language)
    words["points"] = face.points_word.say(language)
    hidden = [(key, word) for key, word in face.stock_names if key in face.off_board]
    words.update({f"stock_{key}": word.say(language) for key, word in hidden})
    return {
        "view": view,
        "face": face,
        "base": str(request.base_url).rstrip("/"),
        "game_json": for_scripts(view),
        "words_json": for_scripts(words),
        "points_name": words["points"],
        "swatches": swatches(name, seats),
        "swatch_groups": [swatch_group(name, seat) for seat in range(seats)],
    }


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
async def take_seat(request: Request, game: str, secret: str) -> Response:
    """Open a seat's link, which gives the seat to this browser."""
    room = await _room(request, game)
    seat = room.seat_of(secret)
    if seat is None:
        language = language_of(request)
        return render(
            request,
            "error.html",
            404,
            title=translate(language, "error_link_title"),
            text=translate(language, "error_link"),
            more=(f"/g/{room.id}", translate(language, "watch_game")),
        )
    await room.take_seat(seat, visitor_of(request))
    response = RedirectResponse(f"/g/{room.id}", 303)
    response.headers["Referrer-Policy"] = "no-referrer"
    keep_visitor(request, response)
    return response
