"""The analysis board, its requests, and new games from any position."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import Field

from kletka.agents.styles import can_attack_groups
from kletka.drawing import svg
from kletka.errors import InvalidPosition, KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.position import Position, start
from kletka.record import Record
from kletka.setup import can_set_up
from kletka.variations import record_of_tree
from kletka.web.addresses import address_of
from kletka.web.api.schemas import RequestModel, Turn
from kletka.web.askers import while_asked
from kletka.web.board_answers import board_json, read_position
from kletka.web.languages import language_of
from kletka.web.live.game import LiveGame
from kletka.web.live.registry import GameRegistry
from kletka.web.live.terms import BOT, HERE, INVENTOR, LONGEST_NAME, GameTerms, Seat, bots_of
from kletka.web.live.views import record_of
from kletka.web.pages.rendering import for_scripts, render, without_style
from kletka.web.pages.stateless_board import LONGEST_POSITION
from kletka.web.pages.swatches import swatch_group, swatches
from kletka.web.pages.visitors import has_valid_token, keep_visitor, visitor_of
from kletka.web.refusals import NotDone, Refused
from kletka.web.study.setup_board import palette
from kletka.web.study.tree_json import (
    line_as_json,
    node_after,
    read_tree,
    tree_as_json,
    tree_from_json,
)
from kletka.web.thread_pools import parsing
from kletka.web.words import script_words, translate
from kletka.web.words.study import STUDY_WORDS

router = APIRouter(include_in_schema=False)
USUAL_BOT = "level5"


def study_words(position: Position, language: str) -> dict[str, str]:
    """The words for the script of a study page."""
    words = script_words(language)
    words.update({key: text.say(language) for key, text in STUDY_WORDS.items()})
    words["points"] = face_of(position.spec.game).points_word.say(language)
    return words


# The analysis board.


@router.get("/analysis")
async def any_analysis() -> Response:
    return RedirectResponse(f"/analysis/{GAMES[0]}", 303)


@router.get("/analysis/{spec:path}")
async def analysis(
    request: Request,
    spec: str,
    position: str = "",
    moves: str = "",
    game: str = "",
    number: int | None = None,
) -> Response:
    """The board with a position, or with a game after `number` turns."""
    request.app.state.thinking_workers.start()  # while the page is loading
    if not game:
        line = parsing.run(_line_page, request, spec, position, moves.split(), number)
        return await while_asked(request, line)
    registry: GameRegistry = request.app.state.registry
    room = await registry.room(game)
    if not room.game.over:
        raise Refused("not_over", STUDY_WORDS["review_not_over"], 409)
    played = room.game.snapshot()
    work = parsing.run(_game_page, request, played, room.created, number, position)
    return await while_asked(request, work)


def _line_page(
    request: Request, spec: str, written: str, turns: list[str], number: int | None
) -> Response:
    """The page of a position and a line of turns."""
    language, first, problem = language_of(request), start(spec), ""
    faults: list[str] = []
    try:
        first = Position.parse(written) if written else first
    except KletkaError as error:
        faults = _faults(error, language)
    tree, refused = line_as_json(first, turns)
    if refused is not None:
        why = refused.say(language)
        problem = translate(language, "moves_refused", number=len(tree), why=why)
    shown = _shown(number, len(turns))
    return _analysis_page(request, first, tree, [], shown, problem, faults, written)


def _game_page(
    request: Request, game: LiveGame, created: int, number: int | None, written: str
) -> Response:
    """The page of a finished game."""
    played, halted = record_of(game, created), game.halted
    tree = tree_as_json(game.terms.start, read_tree(played))
    problem = "" if halted is None else halted.say(language_of(request))
    names, shown = list(played.players), _shown(number, len(game.turns))
    return _analysis_page(request, game.terms.start, tree, names, shown, problem, [], written)


def _shown(number: int | None, turns: int) -> int:
    """The turn after which the board is shown first."""
    return turns if number is None else max(0, min(number, turns))


def _faults(error: KletkaError, language: str) -> list[str]:
    texts = error.faults if isinstance(error, InvalidPosition) else [error.text]
    return [text.say(language) for text in texts]


def _analysis_page(
    request: Request,
    first: Position,
    tree: list[dict[str, Any]],
    names: list[str],
    shown: int,
    problem: str,
    faults: list[str],
    written: str,
) -> Response:
    language, name = language_of(request), first.spec.game
    count = len(first.players)
    study = {
        "spec": str(first.spec),
        "game": name,
        "start": str(first),
        "usual": str(first) == str(start(first.spec)),
        "tree": tree,
        "names": names,
        "shown": shown,
        "board": board_json(first),
        "problem": problem,
        "inventor": INVENTOR in bots_of(name),
        "groups": can_attack_groups(name),
    }
    return render(
        request,
        "analysis.html",
        422 if faults else 200,
        face=face_of(name),
        study_json=for_scripts(study),
        words_json=for_scripts(study_words(first, language)),
        swatch_groups=[swatch_group(name, seat) for seat in range(count)],
        swatches=swatches(name, count),
        players=[player.name.say(language) for player in first.players],
        picture=without_style(svg(first, language=language)),
        written=written or str(first),
        faults=faults,
        palette=palette(first, language) if can_set_up(name) else [],
        bots=bots_of(name),
        inventor=INVENTOR in bots_of(name),
        groups=can_attack_groups(name),
        usual_bot=USUAL_BOT,
    )


class TurnRequest(RequestModel):
    """A whole turn in a position."""

    position: str = Field(max_length=LONGEST_POSITION)
    turn: Turn


@router.post("/analysis/turn")
async def turn(request: Request, asked: TurnRequest) -> Response:
    """The position after a turn, or why it is refused."""
    return JSONResponse(await while_asked(request, parsing.run(_node, asked)))


def _node(asked: TurnRequest) -> dict[str, Any]:
    node, _ = node_after(read_position(asked.position), asked.turn)
    return node


class TextRequest(RequestModel):
    """The text of a position or a record."""

    text: str = Field(max_length=256 * 1024)


@router.post("/analysis/read")
async def read(request: Request, asked: TextRequest) -> Response:
    """The position or record as a tree, or everything that is wrong with it."""
    try:
        return await while_asked(request, parsing.run(_read, asked.text, language_of(request)))
    except NotDone:
        raise
    except KletkaError as error:
        faults = _faults(error, language_of(request))
        return JSONResponse({"type": "faults", "faults": faults}, 422)


def _read(text: str, language: str) -> Response:
    stripped = text.strip()
    if stripped.startswith("["):
        record = Record.parse(text)
    elif stripped.startswith("{"):
        record = Record.from_json(_json(text))
    else:
        record = Record.begin(Position.parse(stripped))
    tree = tree_as_json(record.start, read_tree(record))
    return JSONResponse(
        {
            "type": "read",
            "spec": str(record.spec),
            "start": str(record.start),
            "tree": tree,
            "names": [name[:LONGEST_NAME] for name in record.players],
            "problem": "" if record.parting is None else record.parting.say(language),
        }
    )


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return {}


class TreeRequest(RequestModel):
    """A tree of turns to write as a record; `players` has all names or none."""

    start: str = Field(max_length=LONGEST_POSITION)
    tree: list[Any]  # its nodes are checked apart from the event loop
    players: list[Annotated[str, Field(max_length=LONGEST_NAME)]] = Field(
        default_factory=list, max_length=8
    )


@router.post("/analysis/record")
async def record(request: Request, asked: TreeRequest) -> Response:
    """The record of a tree, with its variations in comments."""
    written = await while_asked(request, parsing.run(_written_tree, asked))
    return Response(written, media_type="text/plain; charset=utf-8")


def _written_tree(asked: TreeRequest) -> str:
    position, branches = read_position(asked.start), tree_from_json(asked.tree)
    names = asked.players if len(asked.players) == len(position.players) else ()
    return str(record_of_tree(position, branches, names))


# New games from a position.


@router.post("/play-on")
async def play_on(request: Request) -> Response:
    """Start a new game against bots, from a position or from a turn of a finished game."""
    form = await request.form(max_files=0, max_fields=10)
    if not has_valid_token(request, str(form.get("csrf", ""))):
        raise HTTPException(403)
    bot = str(form.get("bot", USUAL_BOT))
    registry: GameRegistry = request.app.state.registry
    position = await _position_of(registry, {name: str(text) for name, text in form.items()})
    if position.over or bot not in bots_of(position.spec.game):
        raise HTTPException(422)
    seats = tuple(
        Seat(HERE) if seat == position.to_move else Seat(BOT, bot)
        for seat in range(len(position.players))
    )
    terms = GameTerms(position.spec, seats, public=False, start_text=str(position))
    room = await registry.open(terms, visitor_of(request), address_of(request))
    response = RedirectResponse(f"/g/{room.id}", 303)
    keep_visitor(request, response)
    return response


async def _position_of(registry: GameRegistry, form: dict[str, str]) -> Position:
    if not form.get("game"):
        return await parsing.run(read_position, form.get("position", "")[:LONGEST_POSITION])
    room = await registry.room(form["game"])
    number = form.get("number", "")
    known = re.fullmatch("[0-9]{1,6}", number) and int(number) <= room.game.number
    if not known or not room.game.over:
        raise HTTPException(422)
    return room.game.position_at(int(number))
