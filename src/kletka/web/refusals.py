"""Refusals: a code for programs, a sentence for people, and the broken rule if there is one."""

from __future__ import annotations

import logging
from math import ceil
from typing import Any

from kletka.errors import IllegalMove, KletkaError
from kletka.faces.base import shown
from kletka.language import Text, plural_en, plural_ru

log = logging.getLogger("kletka.web")


class Refused(KletkaError):
    """A request that the server refuses.

    `why` is the text without the rule. `code` is for programs, `status` is the HTTP status,
    `field` is the form field at fault, and `retry_after` is the number of seconds after which to
    try again.
    """

    def __init__(
        self,
        code: str,
        text: Text,
        status: int = 409,
        *,
        field: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code, self.status, self.field, self.retry_after = code, status, field, retry_after
        self.why = text
        self.rule: int | None = None
        self.link: str | None = None

    def to_json(self, language: str) -> dict[str, Any]:
        """The refusal as clients get it."""
        return {
            "code": self.code,
            "text": self.say(language),
            "why": self.why.say(language),
            "rule": self.rule,
            "link": self.link,
        }


class NotDone(Refused):
    """A request that was not dealt with, which says nothing about what it asks for."""


def refused_move(game: str, error: KletkaError) -> Refused:
    """The refusal of a turn that is not a move of the game or that the rules forbid."""
    if isinstance(error, IllegalMove):
        refused = Refused("illegal", error.text, 422)
        refused.why, refused.rule = error.why, error.rule
        refused.link = f"/rules/{game}#rule-{error.rule}"
        return refused
    return Refused("invalid", error.text, 422)


class NoSuchGame(Refused):
    def __init__(self) -> None:
        super().__init__("no_such_game", Text("there is no such game", "такой партии нет"), 404)


class BrokenGame(Refused):
    """A stored game of which not even the terms can be read."""

    def __init__(self) -> None:
        super().__init__(
            "broken_game",
            Text(
                "this game is damaged in the database and cannot be shown",
                "эта партия повреждена в базе данных, показать её нельзя",
            ),
            500,
        )


def storage_failed(error: Exception) -> Refused:
    """The refusal of a request for which the database failed, which is logged."""
    log.error("the database failed: %s", getattr(error, "orig", None) or error)
    return Refused(
        "storage",
        Text(
            "the database is not responding; try again",
            "база данных не отвечает; повторите",
        ),
        503,
        retry_after=1,
    )


def check_unicode(*texts: str) -> None:
    """Refuse halves of surrogate pairs: they could be stored, but never sent again."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Refused(
                "not_unicode",
                Text(
                    f"{shown(text)} is not Unicode: it has half of a surrogate pair",
                    f"{shown(text)}: это не Юникод, тут половина суррогатной пары",
                ),
                422,
            ) from None


def game_over() -> Refused:
    return Refused("over", Text("the game is over", "партия окончена"))


def stale(number: int) -> Refused:
    return Refused(
        "stale",
        Text(
            f"the game has moved on: the next turn is number {number}",
            f"партия ушла вперёд: следующий ход имеет номер {number}",
        ),
    )


def not_your_seat() -> Refused:
    return Refused(
        "not_your_seat",
        Text(
            "this is not your seat; open the seat's link to take it",
            "это не ваше место; чтобы его занять, откройте его ссылку",
        ),
        403,
    )


def seat_taken() -> Refused:
    return Refused(
        "taken",
        Text(
            "this seat is taken; if it is yours, use your own link on other devices",
            "это место уже занято; на других устройствах игрок открывает его по своей ссылке",
        ),
    )


def too_many_devices(most: int) -> Refused:
    return Refused(
        "devices",
        Text(
            f"this seat is open in {most} browsers, and no more can be added",
            f"это место уже открыто в {most} браузерах, больше нельзя",
        ),
    )


def not_your_turn() -> Refused:
    return Refused("not_your_turn", Text("it is not your turn", "сейчас не ваш ход"))


class TooMany(Refused):
    """Too many requests from one client."""

    def __init__(self, wait: float) -> None:
        seconds = ceil(wait)
        super().__init__(
            "too_many",
            Text(
                f"too many requests; try again in {plural_en(seconds, 'second')}",
                f"слишком много запросов; повторите через {seconds} "
                + plural_ru(seconds, "секунду", "секунды", "секунд"),
            ),
            429,
            retry_after=seconds,
        )
