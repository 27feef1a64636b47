"""Answers the requests of a page by themselves, when the server does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from kletka.errors import KletkaError
from kletka.library.lessons import lessons_of
from kletka.web.board_answers import board_answer, lesson_answer, typed_turns_answer
from kletka.web.refusals import Refused


def _lesson(language: str, game: str, number: str, **given: Any) -> dict[str, Any]:
    return lesson_answer(language, lessons_of(game)[int(number) - 1], **given)


# What the server answers at the same addresses.
_ANSWERS: dict[str, Callable[..., dict[str, Any]]] = {
    r"/board": board_answer,
    r"/paper/turns": typed_turns_answer,
    r"/learn/(?P<game>\w+)/(?P<number>\d+)": _lesson,
}


def answer(path: str, body: str, language: str) -> str:
    """The server's answer to a JSON request; null for addresses that are not known here."""
    for address, answering in _ANSWERS.items():
        if found := re.fullmatch(address, path):
            asked = {**found.groupdict(), **json.loads(body)}
            try:
                said: Any = answering(language, **asked)
            except KletkaError as error:
                refused = error if isinstance(error, Refused) else Refused("invalid", error.text)
                said = {"error": refused.to_json(language)}
            return json.dumps(said, ensure_ascii=False)
    return "null"
