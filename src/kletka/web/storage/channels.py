"""The channels on which servers ring for each other, by NOTIFY of PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Connection, text

EVENTS = "kletka_events"  # "GAME EVENT": the newest event of a game; 0 if browsers got a seat
PRESENCE = "kletka_presence"  # "GAME": somebody came or left
SERVERS = "kletka_servers"  # a server came or left
RATES = "kletka_rates"  # what visitors have spent of their limits


def ring(connection: Connection, channel: str, text_sent: str) -> None:
    """Ring when this transaction is committed; SQLite has nobody to ring for."""
    if connection.dialect.name == "postgresql":
        connection.execute(_RING, {"channel": channel, "text": text_sent})


_RING = text("SELECT pg_notify(:channel, :text)")
