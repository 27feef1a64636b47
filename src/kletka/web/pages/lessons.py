"""The lessons: a list, a page for each, and the check of an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from markupsafe import Markup
from pydantic import Field

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.library.lessons import Lesson, lessons_of
from kletka.web.api.schemas import RequestModel, Turn
from kletka.web.board_answers import board_json, lesson_answer, position_json
from kletka.web.languages import language_of
from kletka.web.pages.rendering import for_scripts, render, without_style
from kletka.web.pages.swatches import swatch
from kletka.web.thread_pools import drawing, parsing
from kletka.web.words import script_words
from kletka.web.words.lessons import LESSON_WORDS

router = APIRouter(include_in_schema=False)


class Answer(RequestModel):
    """A turn, and how the board after it is to be shown."""

    turn: Turn
    turned: int = Field(default=0, ge=0, le=11)
    territory: bool | None = None


@router.get("/learn")
async def overview(request: Request) -> Response:
    return await drawing.run(_overview_page, request)


def _overview_page(request: Request) -> Response:
    language = language_of(request)
    lessons = {game: lessons_of(game) for game in GAMES if lessons_of(game)}
    boards = {game: _picture(game, len(lessons[game]) // 2, language) for game in lessons}
    return render(request, "lessons.html", lessons=lessons, boards=boards)


@router.get("/learn/{game}")
async def first_lesson(game: str) -> Response:
    """The first lesson; the rules of a game that has no lessons."""
    if game not in GAMES:
        raise HTTPException(404)
    return RedirectResponse(f"/learn/{game}/1" if lessons_of(game) else f"/rules/{game}", 303)


@router.get("/learn/{game}/{number}")
async def lesson_page(request: Request, game: str, number: int) -> Response:
    return await drawing.run(_lesson_page, request, game, number)


def _lesson_page(request: Request, game: str, number: int) -> Response:
    lesson, language = _lesson(game, number), language_of(request)
    words = script_words(language)
    words.update({key: text.say(language) for key, text in LESSON_WORDS.items()})
    return render(
        request,
        "lesson.html",
        lesson=lesson,
        face=face_of(game),
        count=len(lessons_of(game)),
        lessons=lessons_of(game),
        picture=_picture(game, number, language),
        swatch=swatch(game, lesson.position.to_move or 0),
        lesson_json=for_scripts(_lesson_json(lesson, language)),
        words_json=for_scripts(words),
    )


@router.post("/learn/{game}/{number}")
async def answer(request: Request, game: str, number: int, given: Answer) -> Response:
    """Whether a turn solves the lesson, a comment on it, and the board after it."""
    lesson, language = _lesson(game, number), language_of(request)
    asked = (given.turn, given.turned, given.territory)
    return JSONResponse(await parsing.run(lesson_answer, language, lesson, *asked))


def _lesson(game: str, number: int) -> Lesson:
    if game not in GAMES or not 1 <= number <= len(lessons_of(game)):
        raise HTTPException(404)
    return lessons_of(game)[number - 1]


def _lesson_json(lesson: Lesson, language: str) -> dict[str, Any]:
    """The lesson as the script of the page needs it."""
    return {
        "game": lesson.game,
        "number": lesson.number,
        "count": len(lessons_of(lesson.game)),
        "last": lesson.last,
        "territory": face_of(lesson.game).profile.territory_in_lessons,
        "solution": lesson.solutions[0],
        "find": lesson.find,
        "board": board_json(lesson.position),
        **position_json(lesson.position, language),
    }


@lru_cache(maxsize=256)
def _picture(game: str, number: int, language: str) -> Markup:
    lesson = _lesson(game, number)
    shows_land = face_of(game).profile.territory_in_lessons
    return without_style(
        svg(lesson.position, last=lesson.last, territory=shows_land, language=language)
    )
