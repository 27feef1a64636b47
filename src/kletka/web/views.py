"""What a client is told about a game: the whole of it, and each event."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kletka.drawing.base import picture_of
from kletka.faces import face_of
from kletka.faces.base import PASS
from kletka.move import Move
from kletka.record import Record
from kletka.web.table import Event, Table

# How a turn is clicked: one cell; from a growth point onwards; a jump and a series of captures.
MOVES_KIND = {"vyun": "paths", "manu": "series"}
_SHAPES = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "ring")
_STATEFUL = {"turn", "takeback", "retired", "resumed", "joined"}


def event_message(table: Table, event: Event) -> dict[str, Any]:
    """What is sent about an event which has just been applied."""
    message: dict[str, Any] = {"type": event.kind, "event": table.event, **event.data}
    message.pop("seats", None)
    if event.kind in _STATEFUL:
        message.update(state_of(table, event.at))
    return message


def state_of(table: Table, now: int) -> dict[str, Any]:
    """What changes from turn to turn."""
    position, seat = table.position, table.to_move
    return {
        "number": table.number,
        "to_move": seat,
        "points": position.points,
        "stocks": stocks_of(table),
        "clocks": table.times.shown(seat, now) if table.times.used else None,
        "over": table.over or position.over,
    }


def stocks_of(table: Table) -> list[Mapping[str, int]]:
    """What each player has off the board: reserves, supplies, stones taken."""
    return [dict(stock) for stock in table.position.stocks]


def game_view(
    game: str,
    table: Table,
    mine: Collection[int],
    links: Mapping[int, str],
    own_links: Mapping[int, str],
    online: Sequence[bool],
    now: int,
) -> dict[str, Any]:
    """The whole game as one client sees it; `links` are those that this client may know."""
    setup, position = table.setup, table.position
    title = face_of(setup.spec.game).title
    clock, picture = setup.clock, picture_of(position)
    return {
        "type": "game",
        "id": game,
        "spec": str(setup.spec),
        "game": setup.spec.game,
        "title": title._asdict(),
        "players": [
            _player(table, seat, seat in mine, online[seat]) for seat in range(len(setup.seats))
        ],
        "turns": list(table.turns),
        "turn_seats": list(table.movers),
        "last": table.turns[-1] if table.turns else None,
        **state_of(table, now),
        "points_name": picture.points_word._asdict(),
        "stock_names": {key: name._asdict() for key, name in picture.stocks},
        "mine": sorted(mine),
        "clocks": {
            "kind": clock.kind,
            "remaining": table.times.shown(table.to_move, now) if table.times.used else None,
            "increment": clock.increment,
            "minutes": clock.minutes,
            "days": clock.days,
            "running": table.times.since is not None and not table.over,
        },
        "moves_kind": MOVES_KIND.get(setup.spec.game, "cells"),
        "can_pass": Move(PASS) in position.moves,
        **_ending(table),
        "offer": _offer(table),
        "event": table.event,
        "public": setup.public,
        "imported": setup.imported,
        "notes": setup.notes.to_json(),
        "rematch": table.next_game,
        "links": {str(seat): link for seat, link in links.items()},
        "own_links": {str(seat): link for seat, link in own_links.items()},
        "symmetries": 6 if position.board.hexagonal else 4,
        "server_time": now,
    }


def _ending(table: Table) -> dict[str, Any]:
    """How the game ended; all None while it goes on."""
    if table.outcome is None:
        return dict.fromkeys(("result", "winners", "shares", "why", "reason"))
    return table.outcome.to_json()


def _offer(table: Table) -> dict[str, Any] | None:
    """What somebody has offered and not everybody has answered."""
    for offer, seats in table.offers.items():
        return {"offer": offer, "seat": min(seats), "seats": sorted(seats)}
    return None


def _player(table: Table, seat: int, mine: bool, online: bool) -> dict[str, Any]:
    chair, player = table.setup.seats[seat], table.position.players[seat]
    picture = picture_of(table.position)
    return {
        "seat": seat,
        "name": chair.name,
        "colour": player.name._asdict(),
        "letter": player.letter,
        "style": picture.seat(seat),
        "shape": _SHAPES[seat] if picture.colours else "stone",
        "kind": chair.kind,
        "bot": chair.bot,
        "mine": mine,
        "taken": table.taken(seat),
        "online": online,
        "retired": table.retired.get(seat),
    }


def record_of(table: Table, created: int) -> Record:
    """The game as a record; of several, those who left the others to play on are named."""
    setup, notes = table.setup, table.setup.notes
    names = [seat.name or seat.bot or "" for seat in setup.seats]
    day = datetime.datetime.fromtimestamp(created / 1000, datetime.UTC).date()
    tags = dict(notes.tags)
    if table.retired and len(names) > 2:
        players = table.position.players
        tags["Retired"] = ", ".join(players[seat].name.en for seat in sorted(table.retired))
    record = Record.begin(setup.start, names, notes.date if setup.imported else day, **tags)
    for turn in table.turns:
        record = _played(record, turn)
    record, ended = notes.beside(record), table.outcome
    if ended is None or record.end.over or not ended.winners:
        return record
    return record.finish(ended.result, tags.get("Termination", ended.why))


def _played(record: Record, turn: str) -> Record:
    """`Record.play` takes single moves of a turn as such: a turn that could go on is ended."""
    after = record.play(turn)
    return after.play("stop") if after.end.in_turn else after
