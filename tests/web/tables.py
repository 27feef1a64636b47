"""Tables to play at, without a server."""

from __future__ import annotations

from kletka import Spec
from kletka.web.clocks import Clock
from kletka.web.setup import Seat, Setup
from kletka.web.table import Event, Table


def setup_of(spec: str, seats: str, clock: Clock | None = None) -> Setup:
    """A setup whose seats are named by words: here, link, or the name of a bot."""
    kinds = [
        Seat(word) if word in ("here", "link") else Seat("bot", word) for word in seats.split()
    ]
    return Setup(Spec(spec), tuple(kinds), clock or Clock())


def table_of(spec: str, seats: str, clock: Clock | None = None) -> Table:
    return Table(setup_of(spec, seats, clock))


def let(table: Table, events: list[Event]) -> list[Event]:
    """Let events take place."""
    for event in events:
        table.apply(event)
    return events


def play(table: Table, turns: str, at: int = 0) -> None:
    """Play turns, each for whoever is to move."""
    for turn in turns.split():
        assert table.to_move is not None
        let(table, table.play(table.to_move, table.number, turn, at))


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
