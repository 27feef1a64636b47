"""The servers on one PostgreSQL: which are alive, and which of them keeps each game.

A server renews its row in `servers` every second. The server that keeps a game lets its bots move
and its clocks run out; when its row is gone, another server takes its games over. Should two
servers believe that they keep a game, the key of events lets only one of them store each turn.

All times are PostgreSQL's, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from kletka.web.storage.channels import PRESENCE, SERVERS, ring

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
_TIME = text(f"SELECT {_NOW}")
_NO_WAITING = text("SET LOCAL synchronous_commit = off")  # none of this need survive a crash


def read_time(connection: Connection) -> int:
    return int(connection.execute(_TIME).scalar_one())


# Servers.


def register(connection: Connection, server: str, place: str, up: int, dead_after: int) -> int:
    """Note that a server runs; returns since when there has always been some server.

    `up` is what this returned before, or 0 for a server that begins now: then one that has run at
    the same place before is dead. So are all that have not been seen for `dead_after` milliseconds.
    """
    connection.execute(text("LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE"))
    dead = text(
        "SELECT id FROM servers WHERE id = :id OR (place = :place AND :begins) "
        f"OR seen < {_NOW} - :dead_after"
    )
    given = {"place": place, "dead_after": dead_after, "id": server, "begins": not up}
    found = connection.scalars(dead, given)
    _remove(connection, list(found))
    others: int | None = connection.execute(text("SELECT min(up) FROM servers")).scalar()
    now = read_time(connection)
    begun = min(up or now, now if others is None else others)
    insert = text(f"INSERT INTO servers (id, place, seen, up) VALUES (:id, :place, {_NOW}, :up)")
    connection.execute(insert, {"id": server, "place": place, "up": begun})
    ring(connection, SERVERS, server)
    return begun


def renew(connection: Connection, server: str) -> dict[str, int] | None:
    """Renew a server's row; returns when the others were seen, or None if the row is gone."""
    connection.execute(_NO_WAITING)
    update = text(f"UPDATE servers SET seen = {_NOW} WHERE id = :id")
    if not connection.execute(update, {"id": server}).rowcount:
        return None
    rows = connection.execute(text("SELECT id, seen FROM servers WHERE id <> :id"), {"id": server})
    return {row.id: row.seen for row in rows}


def bury(connection: Connection, dead: Mapping[str, int]) -> None:
    """Remove servers, given when they were seen last, unless they have been seen since."""
    gone = text("SELECT id FROM servers WHERE id = :id AND seen = :seen")
    for server, seen in sorted(dead.items()):
        _remove(connection, list(connection.scalars(gone, {"id": server, "seen": seen})))


def leave(connection: Connection, server: str) -> None:
    """A server ends: others keep its games."""
    release_games(connection, server)
    _remove(connection, [server])


def _remove(connection: Connection, servers: Sequence[str]) -> None:
    if not servers:
        return
    given = {"servers": list(servers)}
    connection.execute(text("DELETE FROM servers WHERE id = ANY(:servers)"), given)
    forget = text("DELETE FROM presence WHERE server = ANY(:servers) RETURNING game")
    for game in set(connection.scalars(forget, given)):
        ring(connection, PRESENCE, game)
    ring(connection, SERVERS, servers[0])


# Games.

_UNKEPT = "NOT over AND NOT EXISTS (SELECT FROM servers WHERE servers.id = games.keeper)"


def claim(connection: Connection, server: str, game: str) -> bool:
    """Keep a game that no running server keeps."""
    update = text(f"UPDATE games SET keeper = :server WHERE id = :game AND {_UNKEPT}")
    return bool(connection.execute(update, {"server": server, "game": game}).rowcount)


def adopt(connection: Connection, server: str, held: Collection[str], most: int) -> list[str]:
    """Keep some games that no running server keeps: with bots or clocks, or `held` in memory."""
    update = text(
        "UPDATE games SET keeper = :server WHERE id IN (SELECT id FROM games "
        f"WHERE (watched_by_server OR id = ANY(:held)) AND {_UNKEPT} "
        "ORDER BY created DESC LIMIT :most FOR NO KEY UPDATE SKIP LOCKED) RETURNING id"
    )
    given = {"server": server, "held": list(held), "most": most}
    return list(connection.scalars(update, given))


def kept_games(connection: Connection, server: str) -> list[str]:
    query = text("SELECT id FROM games WHERE keeper = :server AND NOT over")
    return list(connection.scalars(query, {"server": server}))


def release_games(connection: Connection, server: str) -> None:
    """Keep no game any more; the other servers are told to take them over."""
    update = text("UPDATE games SET keeper = NULL WHERE keeper = :server AND NOT over")
    connection.execute(update, {"server": server})
    ring(connection, SERVERS, server)


# Presence.


@dataclass(frozen=True)
class Present:
    """Who is connected to a game: the seats of players, and the number of watchers."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0

    @property
    def anybody(self) -> bool:
        return bool(self.seats or self.watchers)


def note_presence(connection: Connection, server: str, present: Mapping[str, Present]) -> None:
    """Store who is connected to games through this server."""
    connection.execute(_NO_WAITING)
    empty = [game for game, who in present.items() if not who.anybody]
    rows = [
        {
            "game": game,
            "server": server,
            "seats": " ".join(map(str, sorted(who.seats))),
            "watchers": who.watchers,
        }
        for game, who in present.items()
        if who.anybody
    ]
    delete = text("DELETE FROM presence WHERE server = :server AND game = ANY(:games)")
    connection.execute(delete, {"server": server, "games": empty})
    if rows:
        upsert = text(
            "INSERT INTO presence (game, server, seats, watchers) "
            "VALUES (:game, :server, :seats, :watchers) ON CONFLICT (game, server) "
            "DO UPDATE SET seats = excluded.seats, watchers = excluded.watchers"
        )
        connection.execute(upsert, rows)
    for game in present:
        ring(connection, PRESENCE, game)


def present_elsewhere(
    connection: Connection, server: str, games: Collection[str]
) -> dict[str, Present]:
    """Who is connected to games through all other servers."""
    query = text(
        "SELECT game, seats, watchers FROM presence WHERE server <> :server AND game = ANY(:games)"
    )
    found = dict.fromkeys(games, Present())
    for row in connection.execute(query, {"server": server, "games": list(games)}):
        seats = found[row.game].seats | {int(seat) for seat in row.seats.split()}
        found[row.game] = Present(seats, found[row.game].watchers + row.watchers)
    return found
