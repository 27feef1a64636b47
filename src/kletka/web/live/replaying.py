"""Replaying stored events, also where today's rules or a damaged database do not let it go on.

Such a game is halted: it is shown up to there with a sentence that says so, and nobody can
move in it. How it ended stays known.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.faces.base import shown
from kletka.language import Text
from kletka.older_rules import rules_part
from kletka.web.live.game import LOST, Event, LiveGame
from kletka.web.live.terms import GameTerms

log = logging.getLogger("kletka.web")
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
_MOST_NOTED = 10_000
_noted: set[str] = set()
_KNOWN_ANYWAY = ("over", "rematch", "joined")


def note_damage(game: str, what: str) -> None:
    """Log what is wrong with a stored game, once for each game."""
    if game not in _noted and len(_noted) < _MOST_NOTED:
        _noted.add(game)
        log.error("game %s is damaged: %s", game, what)


def replayed(terms: GameTerms, events: Iterable[Event]) -> LiveGame:
    """The game after stored events; long games take long."""
    game = LiveGame(terms)
    for event in events:
        replay(game, event)
    return game


def replay(game: LiveGame, event: Event) -> None:
    """Apply a stored event; the game is halted if that cannot be done."""
    if game.halted is not None:
        _apply_halted(game, event)
        return
    try:
        game.apply(event)
    except UNREADABLE as error:
        if event.kind == "turn" and isinstance(error, KletkaError):
            game.halt(_refused_turn(game, event, error))
            game.unread.append(str(event.data["turn"]))
        else:
            game.halt(_lost_event(event.data.get("number", game.event + 1)))
        game.event += 1


def _apply_halted(game: LiveGame, event: Event) -> None:
    """What can still be known after a halt: the turns that were played, and the end."""
    if event.kind == "turn" and game.unread:
        game.unread.append(str(event.data.get("turn")))
    elif event.kind == "takeback" and game.unread:
        left = event.data["number"] - game.number
        if left <= 0:  # the turn that could not be replayed was taken back
            game.unread.clear()
            game.halted = None
            game.apply(event)
            return
        del game.unread[left:]
    elif event.kind in _KNOWN_ANYWAY:
        try:
            game.apply(event)
            return
        except UNREADABLE:
            pass
    elif event.kind == LOST:
        game.unread.clear()
        game.halt(_lost_event(event.data["number"]))
    game.event += 1


def _refused_turn(game: LiveGame, event: Event, error: KletkaError) -> Text:
    terms = game.terms
    face, number = face_of(terms.spec.game), game.number + 1
    turn = str(event.data["turn"])
    if terms.rules < face.rules_version:
        return rules_part(face, terms.rules, number, turn, error.text)
    return Text(
        f"this game is damaged: its turn {number} is stored as {shown(turn)}, which is not "
        f"allowed ({error.text.en}); it is shown up to there",
        f"эта партия повреждена: её ход {number} записан как {shown(turn)}, а так ходить нельзя "
        f"({error.text.ru}); партия показана до этого места",
    )


def _lost_event(number: int) -> Text:
    return Text(
        f"this game is damaged: its event {number} is missing or cannot be read; it is shown up "
        "to there",
        f"эта партия повреждена: её событие {number} потеряно или не читается; партия показана "
        "до этого места",
    )
