"""Pictures of games: the library's SVG, and PNG and GIF made of it."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fastapi import APIRouter, Query, Request, Response

from kletka.drawing import svg
from kletka.language import Text
from kletka.position import Position
from kletka.web.hall import Hall
from kletka.web.languages import language_of
from kletka.web.refusals import Refused
from kletka.web.rooms import Room

router = APIRouter(include_in_schema=False)


@lru_cache(maxsize=2000)
def picture(
    position: Position,
    last: str | None,
    targets: bool,
    territory: bool,
    turned: int,
    language: str,
) -> bytes:
    """The SVG of a position; many people look at the same one."""
    return svg(
        position,
        last=last,
        targets=targets,
        territory=territory,
        turned=turned,
        language=language,
    ).encode()


@router.get("/g/{game}/board.svg")
async def board_svg(
    request: Request,
    game: str,
    number: int | None = Query(None, ge=0, le=100_000),
    targets: bool = False,
    territory: bool = False,
    turned: int = Query(0, ge=0, le=11),
) -> Response:
    """The board after some turns, or as it is now."""
    hall: Hall = request.app.state.hall
    room = await hall.room(game)
    shown, newest = _number(room, number), room.table.number
    language = language_of(request)
    drawn = await asyncio.to_thread(
        picture,
        room.table.position_at(shown),
        room.table.turns[shown - 1] if shown else None,
        targets and shown == newest and not room.table.over,
        territory,
        turned,
        language,
    )
    return Response(drawn, media_type="image/svg+xml")


def _number(room: Room, number: int | None) -> int:
    newest = room.table.number
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
