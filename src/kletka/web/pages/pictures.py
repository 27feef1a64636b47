"""Pictures of a game (SVG, PNG, GIF) and its record."""

from __future__ import annotations

import json
import zlib
from typing import Literal

from fastapi import APIRouter, Query, Request, Response

from kletka.language import Text, plural_en
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.live.board_pictures import Look, moment, picture, shows_territory_at_end
from kletka.web.live.registry import GameRegistry
from kletka.web.live.rooms import Room
from kletka.web.live.views import record_data, written_record
from kletka.web.pages.raster_workers import Film, RasterWorkers, Still
from kletka.web.pages.rendering import without_style
from kletka.web.refusals import Refused
from kletka.web.thread_pools import drawing, parsing

router = APIRouter(include_in_schema=False)
SHARED_WIDTH = 480


@router.get("/g/{game}/board.svg")
async def board_svg(
    request: Request,
    game: str,
    number: int | None = Query(None, ge=0, le=100_000),
    since: int | None = Query(None, ge=0, le=100_000),
    targets: bool = False,
    territory: bool = False,
    turned: int = Query(0, ge=0, le=11),
    theme: Literal["light", "dark"] | None = None,
) -> Response:
    """The board after `number` turns or now; in the reader's theme unless one is given.

    The turns after the first `since` are marked, by default the last one.
    """
    room = await _room(request, game)
    shown, newest = _number(room, number), room.game.number
    language = language_of(request)
    look = Look(
        since,
        targets and shown == newest and room.game.to_move is not None,
        territory or (room.game.over and shown == newest and shows_territory_at_end(room.game)),
        turned,
        language,
    )
    work = drawing.run(picture, room.game.snapshot(), shown, look)
    drawn = await while_asked(request, work)
    if theme is not None:
        drawn = drawn.replace(b"<svg ", f'<svg data-theme="{theme}" '.encode(), 1)
    # A past position changes only if a turn is taken back: browsers ask whether it did.
    tag = f'"{zlib.crc32(drawn):x}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def first_picture(
    request: Request, room: Room, since: int, targets: bool, territory: bool = False
) -> dict[str, str] | None:
    """The picture that a page of the game shows first, and what it would ask `board_svg` for it.

    None if too much is being drawn: then the page asks for it.
    """
    if request.app.state.configuration.single_files:
        return None
    game, language = room.game, language_of(request)
    look = Look(since, targets, territory, 0, language)
    land = territory or (game.over and shows_territory_at_end(game))
    shown = look._replace(territory=land)
    work = drawing.run(picture, game.snapshot(), game.number, shown)
    try:
        drawn = await while_asked(request, work)
    except Refused:
        return None
    return {"query": look.query(game.number), "svg": without_style(drawn.decode())}


@router.get("/g/{game}/position.png")
async def position_png(
    request: Request,
    game: str,
    number: int | None = Query(None, ge=0, le=100_000),
    width: int = Query(SHARED_WIDTH, ge=100, le=1600),
    dark: bool = False,
) -> Response:
    """The position as PNG, small unless a width is given, as previews of links need it."""
    room = await _room(request, game)
    shown = _number(room, number)
    seen = await while_asked(request, drawing.run(moment, room.game.snapshot(), shown))
    drawn = await _raster(request, Still(*seen, width, dark, language_of(request)))
    return _file(drawn, "image/png", f"kletka-{game}-{shown}.png")


@router.get("/g/{game}/game.gif")
async def game_gif(
    request: Request, game: str, width: int = Query(400, ge=100, le=600)
) -> Response:
    """The whole game as an animated GIF."""
    room = await _room(request, game)
    start, turns, language = room.game.terms.start, tuple(room.game.turns), language_of(request)
    most = request.app.state.configuration.limits.turns_of_a_film
    if len(turns) > most:
        raise Refused(
            "too_long",
            Text(
                f"a GIF may have at most {plural_en(most, 'turn')}; this game has {len(turns)}",
                f"ходов в фильме может быть не больше {most}, а в этой партии их {len(turns)}",
            ),
            413,
        )
    drawn = await _raster(request, Film(start, turns, width, language))
    return _file(drawn, "image/gif", f"kletka-{game}.gif")


@router.get("/g/{game}/record.txt")
async def record_txt(request: Request, game: str) -> Response:
    """The record as text."""
    room = await _room(request, game)
    work = parsing.run(written_record, room.game.snapshot(), room.created)
    text = await while_asked(request, work)
    return _file(text.encode(), "text/plain; charset=utf-8", f"kletka-{game}.txt")


@router.get("/g/{game}/record.json")
async def record_json(request: Request, game: str) -> Response:
    """The record as JSON."""
    room = await _room(request, game)
    work = parsing.run(record_data, room.game.snapshot(), room.created)
    data = json.dumps(await while_asked(request, work), ensure_ascii=False, indent=1)
    return _file(data.encode(), "application/json", f"kletka-{game}.json")


async def _room(request: Request, game: str) -> Room:
    registry: GameRegistry = request.app.state.registry
    return await registry.room(game)


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


async def _raster(request: Request, asked: Still | Film) -> bytes:
    workers: RasterWorkers = request.app.state.raster_workers
    return await while_asked(request, workers.draw(asked))


def _number(room: Room, number: int | None) -> int:
    newest = room.game.number
    if number is not None and number > newest:
        raise Refused(
            "no_such_turn",
            Text(
                f"the game has {newest} turns so far, not {number}",
                f"в партии пока ходов: {newest}, а не {number}",
            ),
            404,
        )
    return newest if number is None else number
