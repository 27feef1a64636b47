"""Typing in a game that was played on paper."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import Field

from kletka.errors import KletkaError
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import start
from kletka.record import Record
from kletka.spec import Spec
from kletka.web.api.schemas import RequestModel
from kletka.web.askers import while_asked
from kletka.web.board_answers import board_json, typed_turns_answer
from kletka.web.languages import language_of
from kletka.web.live.registry import registry_of
from kletka.web.live.terms import LONGEST_NAME
from kletka.web.pages.print_sheets import board_choice, read_spec
from kletka.web.pages.rendering import for_scripts, render
from kletka.web.pages.stateless_board import LONGEST_POSITION
from kletka.web.pages.swatches import swatch_group, swatches
from kletka.web.pages.typed_turns import turns_in
from kletka.web.pages.visitors import form_fields, has_valid_token, redirect, visitor_of
from kletka.web.refusals import NotDone, Refused
from kletka.web.thread_pools import drawing, parsing
from kletka.web.words import WORDS, script_words
from kletka.web.words.lessons import ENTER_WORDS

router = APIRouter(include_in_schema=False)
LONGEST_TEXT = 4000  # letters in one request


class TypedText(RequestModel):
    """Typed turns and the position they start from; the rest is how to draw the board."""

    position: str = Field(max_length=LONGEST_POSITION)
    text: str = Field(max_length=LONGEST_TEXT)
    turned: int = Field(default=0, ge=0, le=11)
    territory: bool = False


@router.get("/paper/enter")
async def enter_any() -> Response:
    return RedirectResponse(f"/paper/{GAMES[0]}/enter", 303)


@router.get("/paper/{game}/enter")
async def enter_page(request: Request, game: str, spec: str = "") -> Response:
    chosen, problem = read_spec(game, spec, language_of(request))
    return await while_asked(request, drawing.run(_page, request, game, chosen, spec, problem))


def _page(
    request: Request,
    game: str,
    chosen: Spec,
    written: str,
    problem: str | None,
    lost: str = "",
    turns: str = "",
) -> Response:
    """The page; `lost` says why a game could not be stored, and `turns` gives its turns back."""
    language, position = language_of(request), start(str(chosen))
    seats = len(position.players)
    words = script_words(language)
    words.update({key: text.say(language) for key, text in ENTER_WORDS.items()})
    return render(
        request,
        "enter_game.html",
        422 if problem or lost else 200,
        **board_choice(game, chosen, written, problem),
        lost=lost,
        players=position.players,
        swatches=swatches(game, seats),
        swatch_groups=[swatch_group(game, seat) for seat in range(seats)],
        longest_name=LONGEST_NAME,
        entry_json=for_scripts(
            {
                "spec": str(chosen),
                "position": str(position),
                "board": board_json(position),
                "turns": turns,
            }
        ),
        words_json=for_scripts(words),
    )


@router.post("/paper/turns")
async def typed_turns(request: Request, typed: TypedText) -> Response:
    """Play the typed turns until one is refused."""
    work = parsing.run(typed_turns_answer, language_of(request), **typed.model_dump())
    return JSONResponse(await while_asked(request, work))


@router.post("/paper/{game}/enter")
async def store_game(request: Request, game: str) -> Response:
    """Store the game and show it."""
    form = await form_fields(request, 40)
    language, spec = language_of(request), form.get("spec", "")
    chosen, problem = read_spec(game, spec, language)
    try:
        if not has_valid_token(request, form.get("csrf", "")):
            raise Refused("form_expired", WORDS["form_expired"])
        record = await while_asked(request, parsing.run(_record, chosen, form))
        room = await registry_of(request).import_record(record, visitor_of(request))
    except NotDone:
        raise
    except KletkaError as error:
        lost, turns = error.say(language), form.get("turns", "")[:LONGEST_TEXT]
        return await drawing.run(_page, request, game, chosen, spec, problem, lost, turns)
    return redirect(request, f"/g/{room.id}")


def _record(spec: Spec, form: dict[str, str]) -> Record:
    """The record of a filled-in form; raises KletkaError."""
    seats = len(start(str(spec)).players)
    names = [form.get(f"name{seat}", "").strip()[:LONGEST_NAME] for seat in range(seats)]
    record = Record.begin(str(spec), names)
    turns = turns_in(form.get("turns", ""))
    if not turns:
        raise Refused("no_turns", Text("no turn has been entered", "не введено ни одного хода"))
    for turn in turns:
        record = record.play_turn(turn)
    winner = form.get("winner", "")
    if record.end.over or winner not in map(str, range(seats)):
        return record
    shares = ["1" if str(seat) == winner else "0" for seat in range(seats)]
    return record.finish("-".join(shares), "resign")
