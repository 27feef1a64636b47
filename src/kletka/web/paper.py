"""Paper: sheets to print and play on with a pencil, and typing in what was played on them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import Field

from kletka.drawing import svg
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.library.rules import short_rules
from kletka.position import Position, start
from kletka.record import Record
from kletka.spec import Spec
from kletka.web.api_schemas import Taken
from kletka.web.frame import for_scripts, is_ours, keep_visitor, render, visitor_of, without_style
from kletka.web.hall import Hall
from kletka.web.handwriting import turns_in
from kletka.web.languages import language_of
from kletka.web.presets import PRESETS
from kletka.web.refusals import Refused, refused_move
from kletka.web.setup import LONGEST_NAME
from kletka.web.stateless import LONGEST_POSITION, Asked, desk_of, look, read_position
from kletka.web.swatches import swatch_group, swatches
from kletka.web.words import WORDS, for_script, said
from kletka.web.words_learn import PAPER_WORDS

router = APIRouter(include_in_schema=False)
LONGEST_SPEC = 1000
MOST_TYPED = 4000  # letters at once
LINES = 60  # for turns, on a sheet


class Typed(Taken):
    """What was typed, on a position; `turned` and `territory` are how the board is looked at."""

    position: str = Field(max_length=LONGEST_POSITION)
    text: str = Field(max_length=MOST_TYPED)
    turned: int = Field(default=0, ge=0, le=11)
    territory: bool = False


# Sheets.


@router.get("/paper")
async def any_sheet() -> Response:
    return RedirectResponse(f"/paper/{GAMES[0]}", 303)


@router.get("/paper/enter")
async def enter_any() -> Response:
    return RedirectResponse(f"/paper/{GAMES[0]}/enter", 303)


@router.get("/paper/{game}")
async def sheet(request: Request, game: str, spec: str = "") -> Response:
    """A sheet for A4: the board, lines for the turns, the rules in short."""
    language = language_of(request)
    chosen, problem = _chosen(game, spec, language)
    position = start(str(chosen))
    return render(
        request,
        "paper.html",
        422 if problem else 200,
        **_common(game, chosen, spec, problem),
        board=without_style(svg(position, language=language)),
        swatches=swatches(game, len(position.players)),
        players=position.players,
        short=[text.say(language) for text in short_rules(game)],
        lines=range(1, LINES + 1),
    )


def _chosen(game: str, spec: str, language: str) -> tuple[Spec, str | None]:
    """The spec that was asked for, or the usual one and what is wrong with the other."""
    if game not in GAMES:
        raise HTTPException(404)
    try:
        chosen = Spec(spec[:LONGEST_SPEC] or game)
    except KletkaError as error:
        return Spec(game), error.say(language)
    if chosen.game != game:
        title = face_of(game).title.say(language)
        return Spec(game), said(language, "not_this_game", game=title)
    return chosen, None


def _common(game: str, chosen: Spec, written: str, problem: str | None) -> dict[str, Any]:
    return {
        "face": face_of(game),
        "spec": str(chosen),
        "written": written or str(chosen),
        "problem": problem,
        "presets": [
            (preset.name, str(Spec(_spec_of(game, preset.options)))) for preset in PRESETS[game]
        ],
    }


def _spec_of(game: str, options: dict[str, str]) -> str:
    return f"{game}({','.join(f'{name}={value}' for name, value in options.items())})"


# Typing in a game.


@router.get("/paper/{game}/enter")
async def enter_page(request: Request, game: str, spec: str = "") -> Response:
    language = language_of(request)
    chosen, problem = _chosen(game, spec, language)
    return _enter(request, game, chosen, spec, problem)


def _enter(
    request: Request,
    game: str,
    chosen: Spec,
    written: str,
    problem: str | None,
    lost: str = "",
    turns: str = "",
) -> Response:
    """The page; `lost` says why a game could not be stored, whose turns are given back."""
    language, position = language_of(request), start(str(chosen))
    seats = len(position.players)
    words = for_script(language)
    words.update({key: text.say(language) for key, text in PAPER_WORDS.items()})
    return render(
        request,
        "enter.html",
        422 if problem or lost else 200,
        **_common(game, chosen, written, problem),
        lost=lost,
        players=position.players,
        swatches=swatches(game, seats),
        swatch_groups=[swatch_group(game, seat) for seat in range(seats)],
        longest_name=LONGEST_NAME,
        entry_json=for_scripts(
            {
                "spec": str(chosen),
                "position": str(position),
                "desk": desk_of(position),
                "turns": turns,
            }
        ),
        words_json=for_scripts(words),
    )


@router.post("/paper/turns")
async def typed_turns(request: Request, typed: Typed) -> Response:
    """Play what was typed, as far as the rules allow it."""
    return JSONResponse(await asyncio.to_thread(_play_typed, typed, language_of(request)))


def _play_typed(typed: Typed, language: str) -> dict[str, Any]:
    position = read_position(typed.position)
    played: list[dict[str, Any]] = []
    refused: Refused | None = None
    for turn in turns_in(typed.text):
        mover = position.to_move
        try:
            position = position.play_turn(turn)
        except KletkaError as error:
            refused = refused_move(position.spec.game, error)
            break
        played.append({"turn": turn, "seat": mover, "position": str(position)})
    return {
        "played": played,
        "refused": refused.told(language) if refused else None,
        **_look(position, played, typed, language),
    }


def _look(
    position: Position, played: list[dict[str, Any]], typed: Typed, language: str
) -> dict[str, Any]:
    asked = Asked(
        position=str(position),
        last=played[-1]["turn"] if played else None,
        turned=typed.turned,
        territory=typed.territory,
    )
    return look(asked, language)


@router.post("/paper/{game}/enter")
async def keep(request: Request, game: str) -> Response:
    """Store the game, and show it as one that can be walked through."""
    form = {k: v for k, v in (await request.form(max_fields=40)).items() if isinstance(v, str)}
    language, spec = language_of(request), form.get("spec", "")
    chosen, problem = _chosen(game, spec, language)
    try:
        if not is_ours(request, form.get("csrf", "")):
            raise Refused("form_expired", WORDS["form_expired"])
        record = await asyncio.to_thread(_record, chosen, form)
        hall: Hall = request.app.state.hall
        room = await hall.bring(record, visitor_of(request))
    except KletkaError as error:
        turns = form.get("turns", "")[:MOST_TYPED]
        return _enter(request, game, chosen, spec, problem, error.say(language), turns)
    response = RedirectResponse(f"/g/{room.id}", 303)
    keep_visitor(request, response)
    return response


def _record(spec: Spec, form: dict[str, str]) -> Record:
    """The record of a filled-in form; raises KletkaError."""
    seats = len(start(str(spec)).players)
    names = [form.get(f"name{seat}", "").strip()[:LONGEST_NAME] for seat in range(seats)]
    record = Record.begin(str(spec), names)
    turns = turns_in(form.get("turns", ""))
    if not turns:
        raise Refused("no_turns", Text("no turn has been entered", "не введено ни одного хода"))
    for turn in turns:
        record = record.play(turn)
        record = record.play("stop") if record.end.in_turn else record
    winner = form.get("winner", "")
    if record.end.over or not winner.isdecimal() or int(winner) >= seats:
        return record
    shares = ["1" if seat == int(winner) else "0" for seat in range(seats)]
    return record.finish("-".join(shares), "resign")
