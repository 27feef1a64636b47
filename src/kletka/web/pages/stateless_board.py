"""A board without a game: each request carries a position and the moves to try in it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from kletka.drawing.words import status
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.faces.base import PASS
from kletka.move import Move
from kletka.position import Position
from kletka.web.api.schemas import RequestModel, Turn
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.live.turn_preview import MOST_STEPS, preview_turn
from kletka.web.refusals import Refused
from kletka.web.thread_pools import parsing

router = APIRouter(include_in_schema=False)
LONGEST_POSITION = 12_000  # letters; a crowded 26x26 board needs most of them


class BoardRequest(RequestModel):
    """A position and single moves to try in it.

    `last` is the turn that led to the position, and `before` the position before that turn.
    """

    position: str = Field(max_length=LONGEST_POSITION)
    steps: list[Turn] = Field(default=[], max_length=MOST_STEPS)
    last: Turn | None = None
    before: str | None = Field(default=None, max_length=LONGEST_POSITION)
    turned: int = Field(default=0, ge=0, le=11)
    territory: bool = False


@router.post("/board")
async def board(request: Request, asked: BoardRequest) -> Response:
    """The board after the moves and what may follow, or why a move is refused."""
    work = parsing.run(board_response, asked, language_of(request))
    return JSONResponse(await while_asked(request, work))


def board_response(asked: BoardRequest, language: str) -> dict[str, Any]:
    """The answer to a request; raises Refused."""
    position = read_position(asked.position)
    before = None if asked.before is None else read_position(asked.before)
    preview = preview_turn(
        position,
        asked.steps,
        last=() if asked.last is None else [asked.last],
        before=before,
        turned=asked.turned,
        territory=asked.territory,
        language=language,
    )
    for step in asked.steps:
        position = position.play(step)
    return {
        **preview,
        **position_json(position, language),
        "words": before.turn_in_words(asked.last).say(language) if before and asked.last else "",
    }


def position_json(position: Position, language: str) -> dict[str, Any]:
    """What a script needs to know about a position, besides its picture."""
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


def board_json(position: Position) -> dict[str, Any]:
    """What a script needs to know once about a board: its players, and how moves are clicked."""
    face = face_of(position.spec.game)
    return {
        "moves_kind": face.profile.clicking,
        "players": [{"colour": player.name._asdict()} for player in position.players],
        "colours": not face.plays_with_stones,
        "symmetries": 6 if position.board.hexagonal else 4,
    }


def read_position(text: str) -> Position:
    """The position that a text describes; raises Refused with everything that is wrong."""
    try:
        return Position.parse(text)
    except KletkaError as error:
        raise Refused("bad_position", error.text, 422) from None
