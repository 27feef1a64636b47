"""A board without a game: each request carries a position and the moves to try in it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from kletka.web.api.schemas import RequestModel, Turn
from kletka.web.askers import while_asked
from kletka.web.board_answers import board_answer
from kletka.web.languages import language_of
from kletka.web.live.turn_preview import MOST_STEPS
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
    work = parsing.run(board_answer, language_of(request), **asked.model_dump())
    return JSONResponse(await while_asked(request, work))
