"""What an administrator asks of the database: how much there is, and to forget abandoned games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Select,
    case,
    cast,
    delete,
    func,
    select,
    text,
)
from sqlalchemy import Text as Characters

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.storage.models import EventRow, GameRow, HolderRow, ReviewRow

GAMES_AT_ONCE = 500
_MILLISECONDS = {"h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000}
OPEN, FINISHED, IMPORTED = "open", "finished", "imported"


@dataclass(frozen=True)
class Stats:
    """How much there is in a database. Times are milliseconds since 1970."""

    games: dict[str, dict[str, int]]  # by kind and state
    events: int
    turns: int
    reviews: int
    bytes: int  # on the disk
    newest_game: int | None
    newest_event: int | None


@dataclass(frozen=True)
class Abandoned:
    """A game that nobody has played for long."""

    id: str
    game: str
    events: int
    last_at: int  # milliseconds since 1970


def read_age(words: str) -> int:
    """An age such as 90d, 12h or 8w in milliseconds; raises KletkaError."""
    found = re.fullmatch(r"([1-9][0-9]{0,5})([hdw])", words.strip())
    if found is None:
        raise KletkaError(
            Text(
                f"an age is a number of hours, days or weeks such as 12h, 90d or 8w, not {words!r}",
                f"возраст — это число часов, дней или недель: 12h, 90d или 8w, а не {words!r}",
            )
        )
    return int(found[1]) * _MILLISECONDS[found[2]]


def stats(engine: Engine) -> Stats:
    with engine.connect() as connection:
        turns = select(func.count()).select_from(EventRow).where(EventRow.kind == "turn")
        return Stats(
            _games(connection),
            _count(connection, select(func.count()).select_from(EventRow)),
            _count(connection, turns),
            _count(connection, select(func.count()).select_from(ReviewRow)),
            _bytes(connection),
            connection.scalar(select(func.max(GameRow.created))),
            connection.scalar(select(func.max(EventRow.at))),
        )


def abandoned(engine: Engine, before: int) -> list[Abandoned]:
    """Unfinished games without an event since a time, the longest abandoned first."""
    with engine.connect() as connection:
        rows = connection.execute(_abandoned(before))
        return [Abandoned(row.id, row.game, row.events, row.last_at) for row in rows]


def prune(engine: Engine, before: int) -> list[Abandoned]:
    """Delete unfinished games without an event since a time, and return them.

    Games that are over or were imported are never deleted. Each is asked again when it is deleted:
    somebody may have moved meanwhile.
    """
    found, deleted = abandoned(engine, before), []
    for start in range(0, len(found), GAMES_AT_ONCE):
        part = {game.id: game for game in found[start : start + GAMES_AT_ONCE]}
        with engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                rows = select(GameRow.id).where(GameRow.id.in_(part)).with_for_update()
                connection.execute(rows)
            still = _abandoned(before).where(GameRow.id.in_(part))
            ids = [row.id for row in connection.execute(still)]
            _delete(connection, ids)
        deleted += [part[game] for game in ids]
    return deleted


def _delete(connection: Connection, ids: Iterable[str]) -> None:
    for table in (ReviewRow, HolderRow, EventRow):
        connection.execute(delete(table).where(table.game.in_(ids)))
    connection.execute(delete(GameRow).where(GameRow.id.in_(ids)))


def _abandoned(before: int) -> Select[str, str, int, int]:
    last_at = func.coalesce(func.max(EventRow.at), GameRow.created)
    count = func.count(EventRow.event)
    return (
        select(GameRow.id, GameRow.game, count.label("events"), last_at.label("last_at"))
        .outerjoin(EventRow, EventRow.game == GameRow.id)
        .where(GameRow.over.is_(False), GameRow.created < before)
        .group_by(GameRow.id, GameRow.game, GameRow.created)
        .having(last_at < before)
        .order_by(last_at, GameRow.id)
    )


def _games(connection: Connection) -> dict[str, dict[str, int]]:
    imported = cast(GameRow.setup, Characters).like('%"imported": true%')
    state = case((imported, IMPORTED), (GameRow.over.is_(True), FINISHED), else_=OPEN)
    query = select(GameRow.game, state.label("state"), func.count()).group_by(GameRow.game, "state")
    games: dict[str, dict[str, int]] = {}
    for game, of_state, count in connection.execute(query.order_by(GameRow.game)):
        games.setdefault(game, dict.fromkeys((OPEN, FINISHED, IMPORTED), 0))[of_state] = count
    return games


def _count(connection: Connection, query: Select[Any]) -> int:
    return int(connection.execute(query).scalar_one())


def _bytes(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        size = connection.scalar(text("SELECT pg_database_size(current_database())"))
    else:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        size = pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    return int(size or 0)
