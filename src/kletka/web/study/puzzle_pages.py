"""The pages of puzzles: the list, one puzzle, the puzzle of the day."""

from __future__ import annotations

import datetime
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.library.puzzles import Puzzle, points_in_words, puzzles_of
from kletka.web.board_answers import board_json
from kletka.web.languages import language_of
from kletka.web.pages.rendering import for_scripts, render, without_style
from kletka.web.pages.swatches import swatches
from kletka.web.study.analysis_page import study_words
from kletka.web.thread_pools import drawing
from kletka.web.words import translate

router = APIRouter(include_in_schema=False)
FIRST_DAY = datetime.date(2026, 1, 1)
STRIDE = 37  # between the daily puzzles of a game, as neighbouring puzzles are alike


def games_with_puzzles() -> tuple[str, ...]:
    return tuple(game for game in GAMES if puzzles_of(game))


def of_the_day(day: datetime.date) -> tuple[str, int]:
    """The game and the number of a day's puzzle: the games take turns."""
    days, games = (day - FIRST_DAY).days, games_with_puzzles()
    game = games[days % len(games)]
    return game, (days // len(games) * STRIDE) % len(puzzles_of(game)) + 1


def today() -> tuple[str, int]:
    return of_the_day(datetime.datetime.now(datetime.UTC).date())


def daily_puzzle(language: str) -> dict[str, Any]:
    """Today's puzzle as pages show it."""
    game, number = today()
    puzzle = puzzles_of(game)[number - 1]
    return {
        "face": face_of(game),
        "number": number,
        "puzzle": puzzle,
        "board": _board(puzzle, language),
    }


@router.get("/puzzles")
async def puzzles(request: Request) -> Response:
    return await drawing.run(_list_page, request)


def _list_page(request: Request) -> Response:
    language = language_of(request)
    day = daily_puzzle(language)
    ratings = {
        name: [puzzle.rating for puzzle in puzzles_of(name)] for name in games_with_puzzles()
    }
    return render(
        request,
        "puzzles.html",
        ratings=ratings,
        boards={name: _board(puzzles_of(name)[-1], language) for name in ratings},
        day=day,
        words_json=for_scripts(study_words(day["puzzle"].start, language)),
    )


def _board(puzzle: Puzzle, language: str) -> Any:
    return without_style(svg(puzzle.start, language=language))


@router.get("/puzzles/today")
async def puzzle_of_the_day() -> Response:
    game, number = today()
    return RedirectResponse(f"/puzzles/{game}/{number}", 303)


@router.get("/puzzles/{game}")
async def puzzles_of_a_game(game: str) -> Response:
    if game not in games_with_puzzles():
        raise HTTPException(404)
    return RedirectResponse(f"/puzzles/{game}/1", 303)


@router.get("/puzzles/{game}/{number}")
async def puzzle_page(request: Request, game: str, number: str) -> Response:
    return await drawing.run(_puzzle_page, request, game, number)


def _puzzle_page(request: Request, game: str, number: str) -> Response:
    known = puzzles_of(game) if game in GAMES else ()
    if not number.isdecimal() or len(number) > 4 or not 1 <= int(number) <= len(known):
        raise HTTPException(404)
    puzzle, language = known[int(number) - 1], language_of(request)
    position = puzzle.start
    assert position.to_move is not None
    mover = position.players[position.to_move]
    puzzle_data = {
        "game": game,
        "number": int(number),
        "count": len(known),
        "position": puzzle.position,
        "line": puzzle.line,
        "seat": position.to_move,
        "board": board_json(position),
        "why": why_only(puzzle).say(language),
    }
    return render(
        request,
        "puzzle.html",
        face=face_of(game),
        puzzle=puzzle,
        number=int(number),
        count=len(known),
        today=today() == (game, int(number)),
        swatch=swatches(game, len(position.players))[position.to_move],
        mover=mover.of.ru if language == "ru" else mover.name.en,
        picture=without_style(svg(position, language=language)),
        puzzle_json=for_scripts(puzzle_data),
        words_json=for_scripts(study_words(position, language)),
    )


def why_only(puzzle: Puzzle) -> Text:
    """What is wrong with all other moves."""
    if puzzle.claim == "points":
        lost = points_in_words(puzzle.value - puzzle.second)
        return Text(
            translate("en", "only_less", points=lost.en),
            translate("ru", "only_less", points=lost.ru),
        )
    key = "only_loss" if puzzle.second < 0 else "only_draw"
    return Text(translate("en", key), translate("ru", key))
