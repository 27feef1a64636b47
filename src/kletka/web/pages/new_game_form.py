"""The form of a new game, with what the visitor filled in and what is wrong with it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.faces.options import BadValue, Choice, Option, Value, WholeNumber
from kletka.language import join
from kletka.spec import Spec
from kletka.web.live.clocks import Clock
from kletka.web.live.terms import Seat, bots_of, tidy_name
from kletka.web.words import translate

PEOPLE = ("me", "here", "link")
LONGEST_NAME = 30
OPPONENTS = {"bots": "level2", "link": "link", "here": "here"}  # and what their seats are


@dataclass(frozen=True)
class OptionField:
    """An option as the form shows it."""

    name: str
    label: str
    hint: str
    value: str
    usual: str
    kind: str  # number, choice or text
    advanced: bool
    unusual: bool  # wrong, or not at its default
    words: tuple[tuple[str, str], ...] = ()  # the choices and their names


@dataclass
class GameForm:
    """A filled-in form; `errors` has a sentence for each wrong field."""

    game: str
    language: str
    filled: Mapping[str, str]
    errors: dict[str, str] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)

    @property
    def most_players(self) -> int:
        return 8 if any(o.name == "players" for o in face_of(self.game).options) else 2

    @property
    def players(self) -> int:
        """How many seats to show."""
        count = self.values.get("players", 2)
        return count if isinstance(count, int) else 2

    def text(self, name: str, otherwise: str = "") -> str:
        return self.filled.get(name, otherwise).strip()

    def seat(self, number: int) -> str:
        return self.text(f"seat{number}", OPPONENTS[self.opponents] if number else "me")

    @property
    def opponents(self) -> str:
        """The opponents, unless a seat says otherwise: bots, or people by link or at the screen."""
        asked = self.text("opponents")
        return asked if asked in OPPONENTS else "bots"

    @property
    def seated(self) -> str:
        """The opponents that sit in all other seats, or nothing if the seats are mixed."""
        others = {self.seat(number) for number in range(1, self.players)}
        kinds = [kind for kind, seat in OPPONENTS.items() if others == {seat}]
        return kinds[0] if kinds and self.seat(0) == "me" else ""

    @property
    def by_lot(self) -> bool:
        """Whether the seats are drawn by lot."""
        return self.text("lot") == "on"

    @property
    def chosen_options(self) -> dict[str, str]:
        """The options that are filled in."""
        names = [option.name for option in face_of(self.game).options]
        return {name: self.text(name) for name in names if self.text(name)}

    def address(self, options: Mapping[str, str], opponents: str = "") -> str:
        """The address of the form with these options, and opponents as given or as they are."""
        asked = opponents or (self.opponents if "opponents" in self.filled else "")
        query = {**options, **({"opponents": asked} if asked else {})}
        return f"/new/{self.game}" + (f"?{urlencode(query)}" if query else "")

    @property
    def my_name(self) -> str:
        return tidy_name(self.text("my_name"))

    # Showing.

    def option_fields(self) -> list[OptionField]:
        """The options with their values, what is allowed, and their defaults."""
        return [self._option_field(option) for option in face_of(self.game).options]

    def _option_field(self, option: Option) -> OptionField:
        known = self._known_before(option)
        written, usual = self.text(option.name), option.write(option.default(known))
        kind = "choice" if isinstance(option, Choice) else "text"
        if isinstance(option, WholeNumber):
            kind = "number"
        return OptionField(
            option.name,
            option.label.say(self.language),
            option.advice(known).say(self.language),
            written,
            usual,
            kind,
            option.advanced,
            option.name in self.errors or written not in ("", usual),
            self._choices(option) if isinstance(option, Choice) else (),
        )

    def _choices(self, option: Choice) -> tuple[tuple[str, str], ...]:
        return tuple((word, name.say(self.language)) for word, name in option.explained)

    def _known_before(self, option: Option) -> dict[str, Value]:
        """The values of the options before this one; wrong ones have their defaults."""
        known: dict[str, Value] = {}
        for earlier in face_of(self.game).options:
            if earlier.name == option.name:
                break
            known[earlier.name] = self.values.get(earlier.name, earlier.default(known))
        return known

    # Reading.

    def read_options(self) -> Spec | None:
        """The spec, or None if there are errors."""
        game = face_of(self.game)
        for option in game.options:
            known = self._known_before(option)
            written = self.text(option.name)
            try:
                read = option.read(written, known) if written else option.default(known)
                self.values[option.name] = read
            except BadValue:
                allowed = option.allowed(known).say(self.language)
                self.errors[option.name] = translate(self.language, "must_be", allowed=allowed)
        if any(option.name in self.errors for option in game.options):
            return None
        faults = game.option_faults(self.values)
        if faults:
            self.errors[game.options[0].name] = join(faults).say(self.language)
            return None
        written_all = ",".join(f"{o.name}={o.write(self.values[o.name])}" for o in game.options)
        try:
            return Spec(f"{self.game}({written_all})")
        except KletkaError as error:
            self.errors[game.options[0].name] = error.say(self.language)
            return None

    def read_seats(self) -> list[Seat]:
        """The seats as they were chosen, or as the lot falls."""
        seats = [self._read_seat(number) for number in range(self.players)]
        return random.SystemRandom().sample(seats, len(seats)) if self.by_lot else seats

    def _read_seat(self, number: int) -> Seat:
        chosen = self.seat(number)
        name = tidy_name(self.text(f"name{number}"))
        bots = bots_of(self.game)
        if chosen not in (*PEOPLE, *bots):
            self._fail(f"seat{number}", "wrong_seat")
        if len(name) > LONGEST_NAME:
            self._fail(f"seat{number}", "long_name", most=LONGEST_NAME)
        if chosen == "me":
            name = name or self.my_name
        if chosen in bots:
            return Seat("bot", chosen, name)
        return Seat("link" if chosen == "link" else "here", None, name)

    def read_clock(self) -> Clock:
        kind = self.text("clock", "none")
        if kind == "real":
            minutes = self._number("minutes", "10", lambda n: 0.5 <= n <= 180)
            increment = self._number("increment", "5", lambda n: 0 <= n <= 180 and n == int(n))
            return Clock("real", minutes=minutes, increment=int(increment))
        if kind == "days":
            days = self._number("days", "3", lambda n: 1 <= n <= 30 and n == int(n))
            return Clock("days", days=int(days))
        if kind != "none":
            self._fail("clock", "wrong_clock")
        return Clock("none")

    def _number(self, name: str, usual: str, allowed: Callable[[float], bool]) -> float:
        """A number from the form, with a point or a comma before the decimals."""
        written = self.text(name, usual).replace(",", ".")
        if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", written) and allowed(float(written)):
            return float(written)
        self._fail(name, f"wrong_{name}")
        return float(usual)

    def _fail(self, name: str, words: str, **values: object) -> None:
        self.errors[name] = translate(self.language, words, **values)
