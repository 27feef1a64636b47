"""The terms of a game: spec, seats, clock, and whether it is public."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kletka.agents.levels import LEVELS
from kletka.agents.styles import has_style
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.language import Text, plural_en, plural_ru
from kletka.position import Position, start
from kletka.spec import Spec
from kletka.web.live.clocks import Clock
from kletka.web.live.record_extras import RecordExtras
from kletka.web.refusals import Refused

HERE, LINK, BOT = "here", "link", "bot"
KINDS = (HERE, LINK, BOT)
LEVEL_BOTS = tuple(f"level{level}" for level in LEVELS)
INVENTOR = "inventor"
LONGEST_NAME = 40


@dataclass(frozen=True)
class Seat:
    """A seat: a person at the creator's browser, a person invited by a link, or a bot."""

    kind: str = HERE
    bot: str | None = None
    name: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "bot": self.bot, "name": self.name}


@dataclass(frozen=True)
class GameTerms:
    """`start_text` is the text of the first position unless it is the spec's own.

    `rules` is the version of the game's rules, today's if it is not given.
    """

    spec: Spec
    seats: tuple[Seat, ...]
    clock: Clock = field(default_factory=Clock)
    public: bool = True
    start_text: str = ""
    imported: bool = False  # an imported record, to be replayed
    extras: RecordExtras = field(default_factory=RecordExtras)
    rules: int = 0

    def __post_init__(self) -> None:
        if not self.rules:
            object.__setattr__(self, "rules", face_of(self.spec.game).rules_version)

    @cached_property
    def start(self) -> Position:
        if self.start_text:
            return Position.parse(self.start_text, self.rules)
        return start(self.spec)

    def with_name(self, seat: int, name: str) -> GameTerms:
        """The terms with the name of a guest; without a name they stay as they are."""
        if not name:
            return self
        named = replace(self.seats[seat], name=name)
        return replace(self, seats=(*self.seats[:seat], named, *self.seats[seat + 1 :]))

    @property
    def rotated(self) -> GameTerms:
        """The terms of a rematch: each player moves one seat on."""
        seats = (*self.seats[1:], self.seats[0])
        first = str(self.start) if self.start_text else ""
        return GameTerms(self.spec, seats, self.clock, self.public, first)

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
    def from_json(cls, data: Mapping[str, Any], rules: int) -> GameTerms:
        """The terms of a stored game, played by that version of the rules."""
        spec = Spec.of_version(data["spec"], rules)
        seats = tuple(Seat(**seat) for seat in data["seats"])
        if len(seats) != spec.players:
            raise ValueError(f"{len(seats)} seats for {spec.players} players")
        return cls(
            spec,
            seats,
            Clock(**data["clock"]),
            data["public"],
            data["start"],
            data["imported"],
            RecordExtras.from_json(data["notes"]) if "notes" in data else RecordExtras(),
            rules,
        )


def bots_of(game: str) -> tuple[str, ...]:
    """The bots that play a game: the levels, and the inventor's style if there is one."""
    return (*LEVEL_BOTS, INVENTOR) if has_style(game) else LEVEL_BOTS


def read_terms(spec: str, seats: Sequence[Seat], clock: Clock, public: bool) -> GameTerms:
    """Check the terms of a new game; raises Refused with the field at fault."""
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
    bots = bots_of(read.game)
    taken = tuple(_read_seat(number, seat, bots) for number, seat in enumerate(seats))
    return GameTerms(read, taken, clock, public)


def _read_seat(number: int, seat: Seat, bots: Collection[str]) -> Seat:
    if seat.kind not in KINDS:
        raise _bad_seat(
            number,
            f"a seat is here, link or bot, not {seat.kind[:20]!r}",
            f"место бывает here, link или bot, а не {seat.kind[:20]!r}",
        )
    if seat.kind == BOT and seat.bot not in bots:
        raise _bad_seat(
            number,
            f"there is no bot {(seat.bot or '')[:20]!r}; bots are {', '.join(bots)}",
            f"нет бота {(seat.bot or '')[:20]!r}; есть {', '.join(bots)}",
        )
    name = tidy_name(seat.name)
    if len(name) > LONGEST_NAME:
        raise _bad_seat(
            number,
            f"a name has at most {LONGEST_NAME} letters",
            f"в имени не больше {LONGEST_NAME} букв",
        )
    return Seat(seat.kind, seat.bot if seat.kind == BOT else None, name)


def tidy_name(name: str) -> str:
    """A name without signs that do not belong in one."""
    return " ".join(re.sub(r"[^\w\s.,'’()\-–—!]", "", name).split())


def _bad_seat(number: int, en: str, ru: str) -> Refused:
    return Refused("bad_seats", Text(en, ru), 422, field=f"seats.{number}")
