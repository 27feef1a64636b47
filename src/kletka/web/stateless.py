"""A board of no game: a position and moves go in, a picture and what may follow come out."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from kletka.drawing.words import status
from kletka.errors import KletkaError
from kletka.faces.base import PASS
from kletka.move import Move
from kletka.position import Position
from kletka.web.api_schemas import Taken, Turn
from kletka.web.languages import language_of
from kletka.web.refusals import Refused
from kletka.web.trying import MOST_STEPS, try_steps
from kletka.web.views import MOVES_KIND

router = APIRouter(include_in_schema=False)
LONGEST_POSITION = 12_000  # letters; the longest texts are those of a grown-over 26x26 of Vyun


class Asked(Taken):
    """A position and the single moves that are tried in it; `last` is the turn that led there."""

    position: str = Field(max_length=LONGEST_POSITION)
    steps: list[Turn] = Field(default=[], max_length=MOST_STEPS)
    last: Turn | None = None
    turned: int = Field(default=0, ge=0, le=11)
    territory: bool = False


@router.post("/board")
async def board(request: Request, asked: Asked) -> Response:
    """What the board looks like after the moves, and what may follow; or why they are refused."""
    return JSONResponse(await asyncio.to_thread(look, asked, language_of(request)))


def look(asked: Asked, language: str) -> dict[str, Any]:
    """The answer to what was asked; raises Refused."""
    position = read_position(asked.position)
    tried = try_steps(
        position,
        asked.steps,
        last=asked.last,
        turned=asked.turned,
        territory=asked.territory,
        language=language,
    )
    for step in asked.steps:
        position = position.play(step)
    return {**tried, **told(position, language)}


def told(position: Position, language: str) -> dict[str, Any]:
    """What a page needs to know about a position beside its picture."""
    return {
        "position": str(position),
        "to_move": position.to_move,
        "in_turn": position.in_turn,
        "points": position.points,
        "stocks": [dict(stock) for stock in position.stocks],
        "can_pass": Move(PASS) in position.moves,
        "over": position.over,
        "winners": position.winners,
        "status": status(position).say(language),
    }


def desk_of(position: Position) -> dict[str, Any]:
    """What a page's script needs to know once about a board: who plays, and how it is clicked."""
    return {
        "moves_kind": MOVES_KIND.get(position.spec.game, "cells"),
        "players": [{"colour": player.name._asdict()} for player in position.players],
        "symmetries": 6 if position.board.hexagonal else 4,
    }


def read_position(text: str) -> Position:
    """The position of a text; raises Refused with all that is wrong."""
    try:
        return Position.parse(text)
    except KletkaError as error:
        raise Refused("bad_position", error.text, 422) from None
