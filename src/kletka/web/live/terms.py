"""What is agreed on before a game begins: the spec, who sits where, the clock, who may watch."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kletka.agents.levels import LEVELS
from kletka.errors import KletkaError
from kletka.language import Text, plural_en, plural_ru
from kletka.position import Position, start
from kletka.spec import Spec
from kletka.web.live.clocks import Clock
from kletka.web.live.record_extras import RecordExtras
from kletka.web.refusals import Refused

HERE, LINK, BOT = "here", "link", "bot"
KINDS = (HERE, LINK, BOT)
BOTS = (*(f"level{level}" for level in LEVELS), "inventor")
LONGEST_NAME = 40


@dataclass(frozen=True)
class Seat:
    """One place at the game: somebody at the creator's browser, somebody by link, or a bot."""

    kind: str = HERE
    bot: str | None = None
    name: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "bot": self.bot, "name": self.name}


@dataclass(frozen=True)
class GameTerms:
    """`start_text` is the text of a position, for games that do not begin at the beginning."""

    spec: Spec
    seats: tuple[Seat, ...]
    clock: Clock = field(default_factory=Clock)
    public: bool = True
    start_text: str = ""
    imported: bool = False  # a record that somebody brought, to be replayed
    extras: RecordExtras = field(default_factory=RecordExtras)

    @cached_property
    def start(self) -> Position:
        return Position.parse(self.start_text) if self.start_text else start(self.spec)

    @property
    def rotated(self) -> GameTerms:
        """The same for a rematch: everybody moves one seat on."""
        seats = (*self.seats[1:], self.seats[0])
        return GameTerms(self.spec, seats, self.clock, self.public, self.start_text)

    def to_json(self) -> dict[str, Any]:
        return {
            "spec": str(self.spec),
            "seats": [seat.to_json() for seat in self.seats],
            "clock": self.clock.to_json(),
            "public": self.public,
            "start": self.start_text,
            "imported": self.imported,
            "notes": self.extras.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameTerms:
        return cls(
            Spec(data["spec"]),
            tuple(Seat(**seat) for seat in data["seats"]),
            Clock(**data["clock"]),
            data["public"],
            data["start"],
            data["imported"],
            RecordExtras.from_json(data["notes"]) if "notes" in data else RecordExtras(),
        )


def read_terms(spec: str, seats: Sequence[Seat], clock: Clock, public: bool) -> GameTerms:
    """The terms of a new game from what a stranger sent; raises Refused with the field at fault."""
    try:
        read = Spec(spec)
    except KletkaError as error:
        raise Refused("bad_spec", error.text, 422, field="spec") from None
    if len(seats) != read.players:
        count = read.players
        raise Refused(
            "bad_seats",
            Text(
                f"this game needs {plural_en(count, 'seat')}, not {len(seats)}",
                f"в этой игре нужно {count} {plural_ru(count, 'место', 'места', 'мест')}, "
                f"а не {len(seats)}",
            ),
            422,
            field="seats",
        )
    return GameTerms(read, tuple(map(_read_seat, range(len(seats)), seats)), clock, public)


def _read_seat(number: int, seat: Seat) -> Seat:
    if seat.kind not in KINDS:
        raise _bad_seat(
            number,
            f"a seat is here, link or bot, not {seat.kind[:20]!r}",
            f"место бывает here, link или bot, а не {seat.kind[:20]!r}",
        )
    if seat.kind == BOT and seat.bot not in BOTS:
        raise _bad_seat(
            number,
            f"there is no bot {(seat.bot or '')[:20]!r}; bots are level1 to level9 and inventor",
            f"нет бота {(seat.bot or '')[:20]!r}; есть level1 … level9 и inventor",
        )
    name = " ".join(re.sub(r"[^\w\s.,'’()\-–—!]", "", seat.name).split())
    if len(name) > LONGEST_NAME:
        raise _bad_seat(
            number,
            f"a name has at most {LONGEST_NAME} letters",
            f"в имени не больше {LONGEST_NAME} букв",
        )
    return Seat(seat.kind, seat.bot if seat.kind == BOT else None, name)


def _bad_seat(number: int, en: str, ru: str) -> Refused:
    return Refused("bad_seats", Text(en, ru), 422, field=f"seats.{number}")
