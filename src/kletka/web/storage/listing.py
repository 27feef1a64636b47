"""Lists of games: what a list shows of each, and how damaged rows are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson
from sqlalchemy import Connection, Integer, Text, cast, func, select, type_coerce

from kletka.web.live.replaying import UNREADABLE, note_damage
from kletka.web.live.terms import GameTerms
from kletka.web.storage.models import EventRow, GameRow

LAST_TIME = 2**53  # milliseconds: what JSON can hold


@dataclass(frozen=True)
class Summary:
    """A line in a list of games."""

    id: str
    created: int
    terms: GameTerms
    over: bool
    result: str | None


@dataclass(frozen=True)
class PlayedGame:
    """A game with at least one turn; `end` is the data of its end if that can be read."""

    summary: Summary
    last_time: int
    end: Mapping[str, Any] | None


# The columns of a summary, as they are stored: reading a broken value must not break a list.
COLUMNS = (
    GameRow.id,
    GameRow.created,
    cast(GameRow.setup, Text).label("setup"),
    GameRow.rules,
    type_coerce(GameRow.over, Integer).label("over"),
    GameRow.result,
)


def summary_of(row: Any) -> Summary | None:
    """A row of `COLUMNS`, or None if it is broken, which is logged once."""
    try:
        terms = GameTerms.from_json(orjson.loads(row.setup), row.rules)
        if not isinstance(row.created, int):
            raise TypeError(f"created at {row.created!r}")
    except UNREADABLE as error:
        note_damage(row.id, repr(error))
        return None
    return Summary(row.id, row.created, terms, bool(row.over), row.result)


def has_start(summary: Summary) -> bool:
    """Whether the first position can be read; if not, it is logged once."""
    try:
        return summary.terms.start is not None
    except UNREADABLE as error:
        note_damage(summary.id, repr(error))
        return False


def recent(
    connection: Connection, before: int | None, count: int, played: bool = False
) -> tuple[list[Summary], int | None]:
    query = select(*COLUMNS).where(GameRow.public.is_(True), GameRow.created <= LAST_TIME)
    if played:
        turns = select(1).where(EventRow.game == GameRow.id, EventRow.kind == "turn")
        query = query.where(turns.exists())
    if before is not None:
        query = query.where(GameRow.created < before)
    times = query.with_only_columns(GameRow.created).order_by(GameRow.created.desc())
    last = connection.scalar(times.offset(count - 1).limit(1))
    if last is not None:
        query = query.where(GameRow.created >= last)
    rows = connection.execute(query.order_by(GameRow.created.desc(), GameRow.id))
    found = [summary for row in rows if (summary := summary_of(row)) is not None]
    return _with_guests(connection, found), last


def _with_guests(connection: Connection, found: list[Summary]) -> list[Summary]:
    """The same games with the names that guests gave when they took their seats."""
    games = {summary.id: summary for summary in found}
    guests = (EventRow.game.in_(games), EventRow.kind == "joined")
    query = select(EventRow.game, EventRow.data).where(*guests)
    for row in connection.execute(query):
        summary = games[row.game]
        try:
            joined = orjson.loads(row.data)
            terms = summary.terms.with_name(joined["seat"], joined.get("name", ""))
        except UNREADABLE:
            continue  # loading the game tells what is wrong with it
        games[row.game] = replace(summary, terms=terms)
    return list(games.values())


def recently_played(
    connection: Connection, before: int | None, count: int
) -> tuple[list[PlayedGame], int | None]:
    found, older = recent(connection, before, count, played=True)
    ids = [summary.id for summary in found]
    times = select(EventRow.game, func.max(EventRow.at)).where(EventRow.game.in_(ids))
    last_times = {
        game: at
        for game, at in connection.execute(times.group_by(EventRow.game))
        if isinstance(at, int)
    }
    ends = select(EventRow.game, EventRow.data).where(
        EventRow.game.in_(ids), EventRow.kind == "over"
    )
    ended = {game: json_object(data) for game, data in connection.execute(ends)}
    return [PlayedGame(s, last_times.get(s.id, 0), ended.get(s.id)) for s in found], older


def json_object(data: str) -> Mapping[str, Any] | None:
    """A JSON object, or None for anything else."""
    try:
        read = orjson.loads(data)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None
