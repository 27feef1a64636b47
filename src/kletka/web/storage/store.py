"""The store of games and reviews."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

import orjson
from sqlalchemy import (
    Connection,
    func,
    insert,
    select,
    text,
    update,
)

from kletka.web.live.game import LOST, Event
from kletka.web.live.terms import BOT, GameTerms
from kletka.web.refusals import BrokenGame
from kletka.web.storage.channels import EVENTS, ring
from kletka.web.storage.database import open_database
from kletka.web.storage.listing import (
    COLUMNS,
    PlayedGame,
    Summary,
    has_start,
    json_object,
    recent,
    recently_played,
    summary_of,
)
from kletka.web.storage.models import EventRow, GameRow, HolderRow, ReviewRow
from kletka.web.storage.upkeep import prune
from kletka.web.storage.writer import Conflict, Writer
from kletka.web.thread_pools import ThreadPool, database

__all__ = ["Conflict", "PlayedGame", "Store", "StoredGame", "Summary"]

T = TypeVar("T")


@dataclass(frozen=True)
class StoredGame:
    """A game with all its events."""

    id: str
    created: int
    terms: GameTerms
    salt: str
    creator: str | None
    holders: Mapping[int, frozenset[str]]
    events: tuple[Event, ...]
    keeper: str | None = None  # the server that moves its bots and clocks


@dataclass(frozen=True)
class News:
    """What is stored of a game after an event that is known, and all browsers that hold seats."""

    events: tuple[Event, ...]
    holders: Mapping[int, frozenset[str]]


class Store:
    """Stores and loads games; a write is committed when the call returns."""

    def __init__(self, url: str) -> None:
        self._engine = open_database(url)
        self._writer = Writer(self._engine)

    @property
    def shared(self) -> bool:
        """Whether several servers may use this database at once."""
        return self._engine.dialect.name == "postgresql"

    def close(self) -> None:
        self._writer.close()
        self._engine.dispose()

    # Writing.

    async def create(self, game: StoredGame) -> None:
        """Store a new game with its events so far."""
        rows = await database.run(_rows, game.id, 1, game.events, _new_mark())
        try:
            await self._writer.write(rows, partial(_insert_game, game=game))
        except Conflict:
            if not await self._read(partial(_is_created, game=game)):
                raise

    async def append(
        self,
        game: str,
        first: int,
        events: Sequence[Event],
        holder: str | None = None,
        creating: StoredGame | None = None,
    ) -> None:
        """Append events from number `first` on; raises Conflict if that number is taken.

        `holder` is the browser that takes the seat of the first event, `creating` a game that is
        created together with the events, or not at all.
        """
        mark = _new_mark()
        rows = _rows(game, first, events, mark)
        ended = next((event for event in events if event.kind == "over"), None)
        also = None if ended is None else partial(_note_end, game=game, ended=ended)
        if holder is not None:
            seat = events[0].data["seat"]
            also = partial(_insert_holder, game=game, seat=seat, holder=holder)
        elif creating is not None:
            rows += await database.run(_rows, creating.id, 1, creating.events, mark)
            also = partial(_insert_game, game=creating)
        try:
            await self._writer.write(rows, also)
        except Conflict:  # perhaps with ourselves, if the connection was lost during the commit
            if await self._read(partial(_writer_of, game=game, event=first)) != mark:
                raise

    async def add_holder(self, game: str, seat: int, holder: str) -> None:
        """Let a browser play for a seat."""
        await self._writer.write((), partial(_add_holder, game=game, seat=seat, holder=holder))

    async def keep_review(self, game: str, reports: Sequence[bytes]) -> None:
        """Store the review of a finished game unless there is one."""
        text = b"\n".join(reports).decode()
        await self._writer.write((), partial(_insert_review, game=game, reports=text))

    # Reading.

    async def review(self, game: str) -> list[bytes] | None:
        """The reports of a game's review, or None."""
        text = await self._read(
            lambda connection: connection.scalar(
                select(ReviewRow.reports).where(ReviewRow.game == game)
            )
        )
        return None if text is None else text.encode().split(b"\n")

    async def load(self, game: str) -> StoredGame | None:
        return await self._read(partial(_load, game=game))

    async def news(self, game: str, known: int) -> News:
        """What was stored after the event with the number `known`."""
        return await self._read(partial(_news, game=game, known=known))

    async def events_after(self, known: Mapping[str, int]) -> dict[str, tuple[Event, ...]]:
        """What was stored in several games after the events whose numbers are given."""
        return await self._read(partial(_events_of_games, known=known))

    async def newest(self, games: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these games."""
        return await self._read(partial(_newest, games=games))

    async def recent(self, before: int | None, count: int) -> tuple[list[Summary], int | None]:
        """The newest public games, created before a time if one is given, and where to go on.

        Games of one millisecond are never parted, so that a list by times leaves none out: there
        may be a few more than `count`.
        """
        return await self._read(partial(recent, before=before, count=count))

    async def recently_played(
        self, before: int | None, count: int
    ) -> tuple[list[PlayedGame], int | None]:
        """Like `recent`, but only games with a turn, and with what happened last in them."""
        return await self._read(partial(recently_played, before=before, count=count))

    async def unattended(self, most: int) -> list[str]:
        """Unfinished games with bots or clocks, newest first."""
        return await self._read(partial(_unattended, most=most))

    async def count_open(self, since: int) -> int:
        """The number of unfinished games created since a time."""
        return await self._read(partial(_count_open, since=since))

    async def prune(self, before: int) -> int:
        """Delete unfinished games without an event since a time; the number of them."""
        return len(await database.run(prune, self._engine, before))

    async def ping(self) -> None:
        """Check that the database answers."""
        await self._read(lambda connection: connection.execute(select(1)).scalar())

    async def change(self, work: Callable[[Connection], T], pool: ThreadPool = database) -> T:
        """Do a small transaction that is not a game's, beside the writer."""

        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await pool.run(run)

    async def _read(self, query: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._engine.connect() as connection:
                return query(connection)

        return await database.run(run)


def _new_mark() -> str:
    return secrets.token_hex(8)


def _rows(game: str, first: int, events: Iterable[Event], mark: str) -> list[dict[str, Any]]:
    return [
        {
            "game": game,
            "event": number,
            "kind": event.kind,
            "at": event.at,
            "data": orjson.dumps(event.data).decode(),
            "writer": mark,
        }
        for number, event in enumerate(events, first)
    ]


def _insert_game(connection: Connection, game: StoredGame) -> None:
    terms = game.terms
    ended = next((event for event in game.events if event.kind == "over"), None)
    attended = terms.clock.kind != "none" or any(seat.kind == BOT for seat in terms.seats)
    connection.execute(
        insert(GameRow),
        {
            "id": game.id,
            "created": game.created,
            "game": terms.spec.game,
            "setup": terms.to_json(),
            "salt": game.salt,
            "creator": game.creator,
            "public": terms.public,
            "watched_by_server": attended,
            "over": ended is not None,
            "result": None if ended is None else ended.data["result"],
            "rules": terms.rules,
            "keeper": game.keeper,
        },
    )
    holders = [
        {"game": game.id, "seat": seat, "holder": holder}
        for seat, of_seat in game.holders.items()
        for holder in of_seat
    ]
    if holders:
        connection.execute(insert(HolderRow), holders)


def _note_end(connection: Connection, game: str, ended: Event) -> None:
    changes = {"over": True, "result": ended.data["result"]}
    connection.execute(update(GameRow).where(GameRow.id == game).values(**changes))


def _insert_holder(connection: Connection, game: str, seat: int, holder: str) -> None:
    row = {"game": game, "seat": seat, "holder": holder}
    connection.execute(_HOLDER, row)


def _add_holder(connection: Connection, game: str, seat: int, holder: str) -> None:
    _insert_holder(connection, game, seat, holder)
    ring(connection, EVENTS, f"{game} 0")


def _insert_review(connection: Connection, game: str, reports: str) -> None:
    connection.execute(_REVIEW, {"game": game, "reports": reports})


_HOLDER = text(
    "INSERT INTO holders (game, seat, holder) VALUES (:game, :seat, :holder) ON CONFLICT DO NOTHING"
)
_REVIEW = text(
    "INSERT INTO reviews (game, reports) VALUES (:game, :reports) ON CONFLICT DO NOTHING"
)


def _is_created(connection: Connection, game: StoredGame) -> bool:
    """Whether this very game is stored, and not another one of the same name."""
    return connection.scalar(select(GameRow.salt).where(GameRow.id == game.id)) == game.salt


def _writer_of(connection: Connection, game: str, event: int) -> str | None:
    query = select(EventRow.writer).where(EventRow.game == game, EventRow.event == event)
    return connection.scalar(query)


def _load(connection: Connection, game: str) -> StoredGame | None:
    query = select(*COLUMNS, GameRow.salt, GameRow.creator, GameRow.keeper).where(
        GameRow.id == game
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    summary = summary_of(row)
    if summary is None or not has_start(summary):
        raise BrokenGame
    return StoredGame(
        row.id,
        row.created,
        summary.terms,
        row.salt,
        row.creator,
        _holders(connection, game),
        _events_after(connection, game, 0),
        row.keeper,
    )


def _news(connection: Connection, game: str, known: int) -> News:
    return News(_events_after(connection, game, known), _holders(connection, game))


def _events_of_games(
    connection: Connection, known: Mapping[str, int]
) -> dict[str, tuple[Event, ...]]:
    query = text(
        "SELECT game, event, kind, at, data FROM events JOIN "
        "unnest(CAST(:games AS text[]), CAST(:known AS int[])) AS those(name, last) "
        "ON game = name AND event > last ORDER BY game, event"
    )
    rows = connection.execute(query, {"games": list(known), "known": list(known.values())})
    return {
        game: tuple(_events((row[1:] for row in of_game), known[game] + 1))
        for game, of_game in groupby(rows, key=itemgetter(0))
    }


def _newest(connection: Connection, games: Sequence[str]) -> dict[str, int]:
    newest = select(EventRow.game, func.max(EventRow.event)).where(EventRow.game.in_(games))
    rows = connection.execute(newest.group_by(EventRow.game))
    return {row[0]: row[1] for row in rows}


def _holders(connection: Connection, game: str) -> dict[int, frozenset[str]]:
    holders: dict[int, set[str]] = {}
    held = select(HolderRow.seat, HolderRow.holder).where(HolderRow.game == game)
    for seat, holder in connection.execute(held):
        holders.setdefault(seat, set()).add(holder)
    return {seat: frozenset(of_seat) for seat, of_seat in holders.items()}


def _events_after(connection: Connection, game: str, known: int) -> tuple[Event, ...]:
    columns = (EventRow.event, EventRow.kind, EventRow.at, EventRow.data)
    query = select(*columns).where(EventRow.game == game, EventRow.event > known)
    return tuple(_events(connection.execute(query.order_by(EventRow.event)), known + 1))


def _events(rows: Iterable[Any], expected: int) -> Iterator[Event]:
    """Stored events; one of the kind `lost` stands for those that are missing or unreadable."""
    for number, kind, at, data in rows:
        if number != expected:
            yield Event(LOST, 0, {"number": expected})
        expected = number + 1
        read = json_object(data)
        if read is not None and isinstance(at, int):
            yield Event(kind, at, read)
        else:
            yield Event(LOST, 0, {"number": number})


def _unattended(connection: Connection, most: int) -> list[str]:
    query = select(GameRow.id).where(GameRow.over.is_(False), GameRow.watched_by_server.is_(True))
    return list(connection.scalars(query.order_by(GameRow.created.desc()).limit(most)))


def _count_open(connection: Connection, since: int) -> int:
    still_open = (GameRow.over.is_(False), GameRow.created >= since)
    query = select(func.count()).select_from(GameRow).where(*still_open)
    return connection.execute(query).scalar_one()
