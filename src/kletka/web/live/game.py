"""A game being played: turns, resignations, take-backs, clocks, the end.

Its state depends on its events alone. A request returns the events that it would cause, or is
refused; nothing changes until the events are applied, so that they can be stored before. Times
are milliseconds and come from the caller.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from kletka.errors import KletkaError
from kletka.faces.base import PASS
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position
from kletka.web.live import outcome
from kletka.web.live.clocks import Times
from kletka.web.live.outcome import Outcome
from kletka.web.live.terms import BOT, LINK, GameTerms
from kletka.web.refusals import (
    Refused,
    game_over,
    not_your_seat,
    not_your_turn,
    refused_move,
    seat_taken,
    stale,
)

TAKEBACK, REMATCH = "takeback", "rematch"
LOST = "lost"  # stands for stored events that are missing or cannot be read
LONGEST_TURN = 2000
_NEW_MOVER = ("turn", "takeback", "joined")  # events after which somebody else may be to move
BETWEEN_KEPT = 50  # turns between two positions that are kept


@dataclass(frozen=True)
class Event:
    """Something that happened in a game; `data` is stored.

    `position` is the position after a turn if it is already known; otherwise it is replayed.
    `words` tell the turn to those who watch it.
    """

    kind: str
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)
    position: Position | None = field(default=None, compare=False, repr=False)
    words: Text | None = field(default=None, compare=False, repr=False)


def joined(seat: int, now: int, name: str = "") -> Event:
    """A player has taken a seat, and has a key of their own; the name is what they gave, if any.

    Events of older versions lack `own_key`: players then kept using the invitation as their key.
    """
    named = {"name": name} if name else {}
    return Event("joined", now, {"seat": seat, "own_key": True, **named})


class LiveGame:
    """The state of one game after the events applied so far."""

    def __init__(self, terms: GameTerms) -> None:
        self.terms = terms
        self.position = terms.start
        self._before_last: Position | None = None  # the position before the last turn, if known
        self._kept = [terms.start]  # the positions after 0, 50, 100… turns
        self.turns: list[str] = []
        self.movers: list[int] = []  # the seat that played each turn
        self.retired: dict[int, str] = {}
        self.names = [seat.name for seat in terms.seats]  # guests bring theirs
        self.joined: set[int] = set()
        self.with_key: set[int] = set()  # joined seats whose player has a key of their own
        self.offers: dict[str, set[int]] = {}  # the seats that agree to each offer
        self.takeback_to = 0
        self.outcome: Outcome | None = None
        self.next_game: str | None = None
        self.moving_since = 0  # when the player to move could move first
        self.reminded: list[int] = []  # when the player to move was reminded
        self.reminder: tuple[int, int] | None = None  # who was reminded in this turn, and by whom
        self.event = 0  # the number of events so far
        self.halted: Text | None = None  # why stored events could not be replayed to the end
        self.unread: list[str] = []  # the turns from the first that could not be replayed
        self.times = Times.at_start(terms.clock, len(terms.seats))

    # State.

    @property
    def number(self) -> int:
        """How many turns have been played."""
        return len(self.turns)

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def to_move(self) -> int | None:
        return None if self.over or self.halted else self.position.to_move

    def taken(self, seat: int) -> bool:
        """Whether the seat has a player."""
        return self.terms.seats[seat].kind != LINK or seat in self.joined

    @property
    def people(self) -> set[int]:
        """The seats of people, retired ones included."""
        seats = enumerate(self.terms.seats)
        return {number for number, seat in seats if seat.kind != BOT and self.taken(number)}

    def due(self) -> int | None:
        """When the player to move runs out of time, or None."""
        return None if self.to_move in self.retired else self.times.due(self.to_move)

    def position_at(self, number: int) -> Position:
        """The position after that many turns."""
        if number == self.number:
            return self.position
        if number == self.number - 1 and self._before_last is not None:
            return self._before_last
        kept = number // BETWEEN_KEPT
        position = self._kept[kept]
        for turn in self.turns[kept * BETWEEN_KEPT : number]:
            position = position.play_turn(turn)
        return position

    def snapshot(self) -> LiveGame:
        """A copy for another thread, whose turns, positions and players do not change."""
        copied = copy(self)
        copied.turns, copied.unread = list(self.turns), list(self.unread)
        copied._kept = list(self._kept)
        copied.retired, copied.names = dict(self.retired), list(self.names)
        return copied

    # Requests: the events that they would cause.

    def join(self, seat: int, now: int, name: str = "") -> list[Event]:
        """A player takes a seat with a link; raises Refused if somebody else was faster."""
        if self.taken(seat):
            raise seat_taken()
        self._check_sound()
        return [joined(seat, now, name)]

    def play(self, seat: int, number: int, turn: str, now: int) -> list[Event]:
        """A player plays a whole turn; `number` must be the number of turns so far."""
        self._check_sound()
        if self.over:
            raise game_over()
        if number != self.number:
            raise stale(self.number)
        if seat != self.to_move:
            raise not_your_turn()
        after = self._position_after(turn)
        words = self.position.turn_in_words(turn[:LONGEST_TURN])
        played = self.position.usual_text(turn[:LONGEST_TURN])
        events = [Event("turn", now, {"seat": seat, "turn": played}, after, words)]
        if after.over:
            ended = outcome.by_the_rules(after, self.retired)
            events.append(Event("over", now, ended.to_json()))
        return events

    def retire(self, seat: int, why: str, now: int) -> list[Event]:
        """A player resigns, runs out of time or stays away; if several are left, they play on."""
        self._check_sound()
        if self.over:
            raise game_over()
        if seat in self.retired:
            raise Refused(
                "retired", Text("you have already resigned", "вы уже выбыли из этой партии")
            )
        events = [Event("retired", now, {"seat": seat, "why": why})]
        seats = range(len(self.terms.seats))
        left = [other for other in seats if other != seat and other not in self.retired]
        if len(left) == 1:
            ended = outcome.last_one_left(self.position, left[0], seat, why)
            events.append(Event("over", now, ended.to_json()))
        return events

    def run_out(self, now: int) -> list[Event]:
        """The player to move retires if the time has run out."""
        due = self.due()
        if due is None or due > now or self.to_move is None:
            return []
        return self.retire(self.to_move, outcome.TIME, now)

    def take_back(self, held: Collection[int], now: int) -> list[Event]:
        """Offer to take back the last turn of these seats, or agree to such an offer.

        The turn is taken back at once if all other players are bots.
        """
        self._check_sound()
        askers = self._askers(held)
        if self.over:
            raise game_over()
        offered = TAKEBACK in self.offers
        number = self.takeback_to if offered else self._last_turn_of(askers)
        if self.agreed(TAKEBACK, askers):
            return [Event("takeback", now, {"number": number})]
        if offered:
            return self._agree(TAKEBACK, askers, now)
        data = {"offer": TAKEBACK, "seat": min(askers), "seats": sorted(askers), "number": number}
        return [Event("offer", now, data)]

    def ask_rematch(self, held: Collection[int], now: int) -> list[Event]:
        """Offer a rematch or agree to one; `agreed` says whether that settles it."""
        self._check_sound()
        askers = self._askers(held, retired_too=True)
        if not self.over:
            raise Refused(
                "not_over",
                Text("you can offer a rematch when the game is over", "реванш бывает после партии"),
            )
        if self.next_game is not None:
            raise Refused(
                "rematched", Text("the rematch has already started", "реванш уже начался")
            )
        if REMATCH in self.offers:
            return self._agree(REMATCH, askers, now)
        data = {"offer": REMATCH, "seat": min(askers), "seats": sorted(askers)}
        return [Event("offer", now, data)]

    def agreed(self, offer: str, held: Collection[int]) -> bool:
        """Whether all players agree to an offer once these seats do."""
        people = self.people if offer == REMATCH else self.people - self.retired.keys()
        return people <= self.offers.get(offer, set()) | set(held)

    def decline(self, offer: str, held: Collection[int], now: int) -> list[Event]:
        """Decline an offer, or withdraw one's own."""
        self._check_sound()
        askers = self._askers(held, retired_too=True)
        if offer not in self.offers:
            raise Refused("no_offer", Text("there is no such offer", "такого предложения нет"), 409)
        return [Event("declined", now, {"offer": offer, "seat": min(askers)})]

    def resume(self, now: int) -> list[Event]:
        """The server was down: the running clock starts again from now."""
        return [] if self.times.since is None or self.over else [Event("resumed", now)]

    # What the server does for retired players.

    def pass_for_retired(self) -> str | None:
        """A pass for a retired player, or None if a bot must choose the turn."""
        return PASS if Move(PASS) in self.position.moves else None

    # Events.

    def apply(self, event: Event) -> None:
        """Change the state by an event."""
        getattr(self, f"_on_{event.kind}")(event)
        self.event += 1
        if event.kind in _NEW_MOVER:
            self.moving_since, self.reminder = event.at, None
            self.reminded.clear()
        if not self._clock_runs():
            self.times = self.times.restarted(None)
        elif self.times.since is None:
            self.times = self.times.restarted(event.at)

    def halt(self, why: Text) -> None:
        """Let nobody move any more, because stored events could not be replayed."""
        self.halted = why
        self.offers.clear()
        self.times = self.times.restarted(None)

    def _on_lost(self, event: Event) -> None:
        raise LookupError(event.data["number"])

    def _on_joined(self, event: Event) -> None:
        self.joined.add(event.data["seat"])
        if event.data.get("own_key"):
            self.with_key.add(event.data["seat"])
        if "name" in event.data:
            self.names[event.data["seat"]] = event.data["name"]

    def _on_turn(self, event: Event) -> None:
        turn, seat = event.data["turn"], event.data["seat"]
        after = event.position or self.position.play_turn(turn)
        self._before_last, self.position = self.position, after
        self.turns.append(turn)
        self.movers.append(seat)
        if self.number % BETWEEN_KEPT == 0:
            self._kept.append(self.position)
        self.offers.pop(TAKEBACK, None)
        self.times = self.times.after_turn(seat, event.at)

    def _on_takeback(self, event: Event) -> None:
        number = event.data["number"]
        self.position, self._before_last = self.position_at(number), None
        del self.turns[number:], self.movers[number:]
        del self._kept[number // BETWEEN_KEPT + 1 :]
        self.offers.pop(TAKEBACK, None)
        self.times = self.times.restarted(event.at)

    def _on_offer(self, event: Event) -> None:
        self.offers[event.data["offer"]] = set(event.data["seats"])
        if event.data["offer"] == TAKEBACK:
            self.takeback_to = event.data["number"]

    def _on_accepted(self, event: Event) -> None:
        self.offers[event.data["offer"]] |= set(event.data["seats"])

    def _on_declined(self, event: Event) -> None:
        self.offers.pop(event.data["offer"], None)

    def _on_retired(self, event: Event) -> None:
        seat = event.data["seat"]
        self.retired[seat] = event.data["why"]
        self.offers.pop(TAKEBACK, None)
        if seat == self.position.to_move:
            self.times = self.times.stopped(seat, event.at)

    def _on_reminded(self, event: Event) -> None:
        self.reminded.append(event.at)
        self.reminder = event.data["seat"], event.data["by"]

    def _on_over(self, event: Event) -> None:
        self.outcome = Outcome.from_json(event.data)
        self.offers.clear()

    def _on_rematch(self, event: Event) -> None:
        self.next_game = event.data["game"]
        self.offers.clear()

    def _on_resumed(self, event: Event) -> None:
        self.times = self.times.restarted(event.at)

    # Helpers.

    def _clock_runs(self) -> bool:
        """Clocks wait for the first turn and until all seats are taken."""
        return (
            bool(self.turns)
            and not self.over
            and self.halted is None
            and all(map(self.taken, range(len(self.terms.seats))))
        )

    def _check_sound(self) -> None:
        if self.halted is not None:
            raise Refused("halted", self.halted)

    def _position_after(self, turn: str) -> Position:
        try:
            return self.position.play_turn(turn[:LONGEST_TURN])
        except KletkaError as error:
            raise refused_move(self.terms.spec.game, error) from None

    def _askers(self, held: Collection[int], retired_too: bool = False) -> set[int]:
        askers = self.people & set(held)
        if not retired_too:
            askers -= self.retired.keys()
        if not askers:
            raise not_your_seat()
        return askers

    def _agree(self, offer: str, askers: set[int], now: int) -> list[Event]:
        if askers <= self.offers[offer]:
            raise Refused(
                "offered",
                Text(
                    "you have already asked; the others decide",
                    "вы уже предложили; слово за другими",
                ),
            )
        data = {"offer": offer, "seat": min(askers), "seats": sorted(askers)}
        return [Event("accepted", now, data)]

    def _last_turn_of(self, seats: Collection[int]) -> int:
        for number in reversed(range(self.number)):
            if self.movers[number] in seats:
                return number
        raise Refused(
            "nothing",
            Text("you have no turn to take back", "у вас нет хода, чтобы взять его назад"),
        )
