"""What people are told about games of older rules that today's rules read otherwise."""

from __future__ import annotations

from kletka.faces.base import Face, shown
from kletka.language import Text


def rules_part(face: Face, version: int, number: int, turn: str, why: Text) -> Text:
    """A turn of a game of older rules is not allowed today."""
    today = face.rules_version
    return Text(
        f"this game was played under version {version} of the rules, and today's version {today} "
        f"does not allow turn {number}, {shown(turn)} ({why.en}); it is shown up to there",
        f"эта партия сыграна по правилам версии {version}, а нынешние правила (версия {today}) "
        f"не допускают ход {number}, {shown(turn)} ({why.ru}); партия показана до этого места",
    )


def result_differs(face: Face, version: int, result: str) -> Text:
    """All turns of a game of older rules are allowed today, but its result is another."""
    today = face.rules_version
    return Text(
        f"this game was played under version {version} of the rules; under today's version "
        f"{today} its result would not be {result}",
        f"эта партия сыграна по правилам версии {version}; по нынешним правилам (версия {today}) "
        f"её результат был бы не {result}",
    )
