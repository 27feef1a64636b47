"""Live games without a server."""

from __future__ import annotations

from kletka import Spec
from kletka.web.live.clocks import Clock
from kletka.web.live.game import Event, LiveGame
from kletka.web.live.terms import GameTerms, Seat


def terms_of(spec: str, seats: str, clock: Clock | None = None) -> GameTerms:
    """Terms with seats named by words: here, link, or the name of a bot."""
    kinds = [
        Seat(word) if word in ("here", "link") else Seat("bot", word) for word in seats.split()
    ]
    return GameTerms(Spec(spec), tuple(kinds), clock or Clock())


def game_of(spec: str, seats: str, clock: Clock | None = None) -> LiveGame:
    return LiveGame(terms_of(spec, seats, clock))


def apply(game: LiveGame, events: list[Event]) -> list[Event]:
    """Apply events."""
    for event in events:
        game.apply(event)
    return events


def play(game: LiveGame, turns: str, at: int = 0) -> None:
    """Play turns, each for the player to move."""
    for turn in turns.split():
        assert game.to_move is not None
        apply(game, game.play(game.to_move, game.number, turn, at))


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
