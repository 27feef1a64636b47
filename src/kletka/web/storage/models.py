"""The tables of the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import JSON

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMING)


class GameRow(Base):
    """A game with its terms; the end is noted here too, for queries."""

    __tablename__ = "games"
    __table_args__ = (Index("ix_games_public_created", "public", "created"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    created: Mapped[int] = mapped_column(BigInteger)
    game: Mapped[str] = mapped_column(String(16))
    setup: Mapped[dict[str, Any]] = mapped_column(JSON)
    salt: Mapped[str] = mapped_column(String(64))
    creator: Mapped[str | None] = mapped_column(String(64))
    public: Mapped[bool] = mapped_column(Boolean)
    watched_by_server: Mapped[bool] = mapped_column(Boolean)  # it has bots or a clock
    over: Mapped[bool] = mapped_column(Boolean, index=True)
    result: Mapped[str | None] = mapped_column(String(64))
    rules: Mapped[int] = mapped_column(Integer, server_default="1")  # their version
    keeper: Mapped[str | None] = mapped_column(String(16))  # the server that moves bots and clocks


class EventRow(Base):
    """Something that happened in a game. Events are appended and never changed.

    The primary key prevents two requests from playing the same turn.
    """

    __tablename__ = "events"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    event: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[str] = mapped_column(Text)  # JSON
    writer: Mapped[str | None] = mapped_column(String(16))  # the mark of the call that stored it


class HolderRow(Base):
    """A browser that may play for a seat, by the hash of its visitor id."""

    __tablename__ = "holders"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    holder: Mapped[str] = mapped_column(String(64), primary_key=True)


class ReviewRow(Base):
    """The reports of a finished game's review, one JSON object per line."""

    __tablename__ = "reviews"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    reports: Mapped[str] = mapped_column(Text)


class ServerKeyRow(Base):
    """The server's key, as hexadecimal digits; there is one row."""

    __tablename__ = "server_keys"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(64))


class ServerRow(Base):
    """A running server; one whose row is not renewed is taken for dead, and the row removed."""

    __tablename__ = "servers"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    place: Mapped[str] = mapped_column(String(255))  # host and port: one server at a time has it
    seen: Mapped[int] = mapped_column(BigInteger)
    up: Mapped[int] = mapped_column(BigInteger)  # since when there has always been some server


class PresenceRow(Base):
    """The connections of one server to a game: the seats of players, the number of watchers."""

    __tablename__ = "presence"

    game: Mapped[str] = mapped_column(String(16), primary_key=True)
    server: Mapped[str] = mapped_column(String(16), primary_key=True)
    seats: Mapped[str] = mapped_column(String(64))  # such as "0 2"
    watchers: Mapped[int] = mapped_column(Integer)
