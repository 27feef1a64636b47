"""Games and events as JSON for clients."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kletka.drawing.base import player_class
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.faces.base import PASS
from kletka.move import Move
from kletka.record import Record
from kletka.web.live.absence import claim_of
from kletka.web.live.game import Event, LiveGame
from kletka.web.live.outcome import RULES

_SHAPES = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "ring")
_STATEFUL = {"turn", "takeback", "retired", "resumed", "joined"}


def event_message(game: LiveGame, event: Event) -> dict[str, Any]:
    """The message about an event that has just been applied."""
    message: dict[str, Any] = {"type": event.kind, "event": game.event, **event.data}
    message.pop("seats", None)
    message.pop("own_key", None)
    if event.kind in _STATEFUL:
        message.update(state_of(game, event.at))
    if event.words is not None:
        message["words"] = event.words._asdict()
    return message


def in_words(game: LiveGame, event: Event) -> Event:
    """A stored event that is about to be applied, with its turn in words."""
    if event.kind != "turn" or game.halted is not None:
        return event
    try:
        return replace(event, words=game.position.turn_in_words(str(event.data["turn"])))
    except KletkaError:  # which the game will say
        return event


def state_of(game: LiveGame, now: int) -> dict[str, Any]:
    """The part of a view that changes from turn to turn."""
    position, seat = game.position, game.to_move
    return {
        "number": game.number,
        "to_move": seat,
        "points": position.points,
        "stocks": stocks_of(game),
        "clocks": game.times.shown(seat, now) if game.times.used else None,
        "over": game.over or position.over,
    }


def stocks_of(game: LiveGame) -> list[Mapping[str, int]]:
    """What each player has off the board, such as a reserve."""
    return [dict(stock) for stock in game.position.stocks]


def game_view(
    game_id: str,
    game: LiveGame,
    mine: Collection[int],
    links: Mapping[int, str],
    own_links: Mapping[int, str],
    online: Sequence[bool],
    away: Sequence[int | None],
    now: int,
) -> dict[str, Any]:
    """The whole game as one client sees it; `links` are the seat links that it may know."""
    terms, position = game.terms, game.position
    face, clock = face_of(terms.spec.game), terms.clock
    found = claim_of(game, away, now)
    return {
        "type": "game",
        "id": game_id,
        "spec": str(terms.spec),
        "game": terms.spec.game,
        "title": face.title._asdict(),
        "players": [
            {**_player(game, seat, seat in mine), "online": online[seat], "away": away[seat]}
            for seat in range(len(terms.seats))
        ],
        "turns": list(game.turns),
        "turn_seats": list(game.movers),
        "last": game.turns[-1] if game.turns else None,
        **state_of(game, now),
        "points_name": face.points_word._asdict(),
        "stock_names": {key: name._asdict() for key, name in face.stock_names},
        "mine": sorted(mine),
        "clocks": {
            "kind": clock.kind,
            "remaining": game.times.shown(game.to_move, now) if game.times.used else None,
            "increment": clock.increment,
            "minutes": clock.minutes,
            "days": clock.days,
            "running": game.times.since is not None and not game.over,
        },
        "moves_kind": face.profile.clicking,
        "can_pass": game.halted is None and Move(PASS) in position.moves,
        "rules": terms.rules,
        "halted": None if game.halted is None else game.halted._asdict(),
        **_ending(game),
        "offer": _offer(game),
        "claim": None if found is None else found.to_json(),
        "reminder": game.reminder and dict(zip(("seat", "by"), game.reminder, strict=True)),
        "event": game.event,
        "public": terms.public,
        "imported": terms.imported,
        "set_up": bool(terms.start_text),
        "notes": terms.extras.to_json(),
        "rematch": game.next_game,
        "links": {str(seat): link for seat, link in links.items()},
        "own_links": {str(seat): link for seat, link in own_links.items()},
        "symmetries": 6 if position.board.hexagonal else 4,
        "server_time": now,
    }


def _ending(game: LiveGame) -> dict[str, Any]:
    """How the game ended; all values are None before."""
    if game.outcome is None:
        return dict.fromkeys(("result", "winners", "shares", "why", "reason"))
    return game.outcome.to_json()


def _offer(game: LiveGame) -> dict[str, Any] | None:
    """The open offer, or None."""
    for offer, seats in game.offers.items():
        return {"offer": offer, "seat": min(seats), "seats": sorted(seats)}
    return None


def _player(game: LiveGame, seat: int, mine: bool) -> dict[str, Any]:
    seated, player = game.terms.seats[seat], game.position.players[seat]
    face = game.position.variant.face
    return {
        "seat": seat,
        "name": game.names[seat],
        "colour": player.name._asdict(),
        "of": player.of._asdict(),
        "letter": player.letter,
        "style": player_class(face, seat),
        "shape": "stone" if face.plays_with_stones else _SHAPES[seat],
        "kind": seated.kind,
        "bot": seated.bot,
        "mine": mine,
        "taken": game.taken(seat),
        "retired": game.retired.get(seat),
    }


def record_of(game: LiveGame, created: int) -> Record:
    """The game as a record; in a game of more than two, a tag names the retired players."""
    terms, extras = game.terms, game.terms.extras
    names = [name or seat.bot or "" for name, seat in zip(game.names, terms.seats, strict=True)]
    day = datetime.datetime.fromtimestamp(created / 1000, datetime.UTC).date()
    tags = dict(extras.tags)
    if game.retired and len(names) > 2:
        players = game.position.players
        tags["Retired"] = ", ".join(players[seat].name.en for seat in sorted(game.retired))
    date = extras.date if terms.imported else day
    record = Record.begin(terms.start, names, date).with_tags(tags)
    for turn in game.turns:
        record = record.play_turn(turn)
    record, ended = extras.added_to(record), game.outcome
    result = "*" if ended is None else ended.result
    by_rules = record.end.over or (ended is not None and ended.why == RULES)
    parted = bool(game.unread) or (by_rules and record.result != result)
    if parted and terms.rules < face_of(terms.spec.game).rules_version:
        return replace(record, rules=terms.rules, unread=tuple(game.unread), result=result)
    if ended is None or record.end.over or not ended.winners:
        return record
    return record.finish(ended.result, tags.get("Termination", ended.why))


def written_record(game: LiveGame, created: int) -> str:
    """The record as text."""
    return str(record_of(game, created))


def record_data(game: LiveGame, created: int) -> dict[str, Any]:
    """The record as data for JSON."""
    return record_of(game, created).to_json()
