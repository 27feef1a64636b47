"""Setting up a position by hand on the analysis board.

The server keeps nothing: each request contains the arrangement so far and one change to it.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup
from pydantic import Field

from kletka.drawing import sketch
from kletka.errors import KletkaError
from kletka.faces.fields import NOBODY
from kletka.position import Position, start
from kletka.setup import Arrangement, Counter, Tool, arrange, read_arrangement
from kletka.web.api.schemas import RequestModel
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.pages.stateless_board import LONGEST_POSITION
from kletka.web.pages.swatches import swatches
from kletka.web.refusals import Refused
from kletka.web.thread_pools import parsing

router = APIRouter(include_in_schema=False)
MOST_FAULTS = 5  # more are not shown
Short = Annotated[str, Field(max_length=40)]


class SetupRequest(RequestModel):
    """The arrangement so far, or a position to start with, and at most one change to it."""

    arrangement: str = Field(max_length=LONGEST_POSITION)
    tool: Short = ""
    place: Short = ""
    to_move: Short = ""
    count: Short = ""
    number: int = 0
    clear: bool = False
    turned: int = Field(default=0, ge=0, le=11)


@router.post("/analysis/arrange")
async def change_arrangement(request: Request, asked: SetupRequest) -> Response:
    """The arrangement after the change: picture, numbers, and what is still wrong."""
    work = parsing.run(_answer, asked, language_of(request))
    return JSONResponse(await while_asked(request, work))


def _answer(asked: SetupRequest, language: str) -> dict[str, Any]:
    try:
        changed = _changed(read_arrangement(asked.arrangement), asked)
    except KletkaError as error:
        raise Refused("bad_arrangement", error.text, 422) from None
    faults = [_sentence(fault.say(language)) for fault in changed.faults]
    return {
        "type": "arranged",
        "arrangement": str(changed),
        "svg": sketch(changed, language=language, turned=asked.turned),
        "to_move": changed.turn_letter,
        "counts": changed.counts,
        "faults": faults[:MOST_FAULTS],
        "more_faults": max(0, len(faults) - MOST_FAULTS),
        "position": None if faults else str(changed.position()),
    }


def _sentence(fault: str) -> str:
    return fault[:1].upper() + fault[1:]


def _changed(arrangement: Arrangement, asked: SetupRequest) -> Arrangement:
    if asked.clear:
        return arrange(start(arrangement.spec))
    if asked.tool:
        arrangement = arrangement.put(asked.tool, asked.place)
    if asked.to_move:
        arrangement = arrangement.with_turn(asked.to_move)
    if asked.count:
        arrangement = arrangement.with_count(asked.count, asked.number)
    return arrangement


# The controls beside the board.


class PaletteEntry(NamedTuple):
    """A player with the player's tools and counters, or those that belong to no player."""

    name: str
    swatch: Markup
    tools: list[Tool]
    counters: list[Counter]
    letter: str


def palette(position: Position, language: str) -> list[PaletteEntry]:
    """The tools and counters of each player in order, then those of no player."""
    arrangement = arrange(position)
    pictures = swatches(position.spec.game, len(position.players))
    seats: list[int | None] = [*range(len(position.players)), None]
    return [
        PaletteEntry(
            "" if seat is None else position.players[seat].name.say(language),
            Markup() if seat is None else pictures[seat],
            [tool for tool in arrangement.tools if tool.player == seat],
            [counter for counter in arrangement.counters if counter.player == seat],
            NOBODY if seat is None else position.players[seat].letter,
        )
        for seat in seats
    ]
