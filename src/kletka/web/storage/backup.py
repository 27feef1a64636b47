"""Copies of a whole database, while servers use it.

A backup is an SQLite file with all tables of Kletka, and one more with the number of rows and a
checksum of each. It can be restored into SQLite or PostgreSQL, whichever it was made from.
"""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from alembic.util import CommandError
from sqlalchemy import (
    JSON,
    Connection,
    Engine,
    Table,
    bindparam,
    cast,
    delete,
    insert,
    select,
    text,
)
from sqlalchemy import Text as Characters
from sqlalchemy.exc import SQLAlchemyError

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.storage.database import open_database
from kletka.web.storage.models import Base, GameRow

TABLES = Base.metadata.sorted_tables  # those that others refer to come first
ROWS_AT_ONCE = 1000
_MANIFEST = "backup_manifest"


@dataclass(frozen=True)
class Content:
    """How many rows a table has, and their checksum, which does not depend on their order."""

    rows: int
    checksum: str


Contents = Mapping[str, Content]


def back_up(database: str, file: Path) -> Contents:
    """Copy a database, as it is at one moment, into a new file; raises KletkaError."""
    if file.exists():
        raise KletkaError(
            Text(
                f"{file} exists already; a backup is written to a new file",
                f"{file} уже существует; копия пишется в новый файл",
            )
        )
    with tempfile.TemporaryDirectory(prefix=".kletka-backup-", dir=file.parent) as folder:
        unfinished = Path(folder, file.name)
        with (
            _opened(database) as source,
            _opened(f"sqlite:///{unfinished}") as target,
            _snapshot(source) as reading,
            _changing(target) as writing,
        ):
            _copy(reading, writing)
            copied = contents(writing)
            _compare(contents(reading), copied)
        _write_manifest(unfinished)
        unfinished.rename(file)
    return copied


def restore(file: Path, database: str, replace: bool) -> Contents:
    """Put a backup into a database, whole or not at all; raises KletkaError.

    A database that has games is changed only if `replace`: then they are lost.
    """
    with (
        _copy_of(file) as copy,
        _opened(f"sqlite:///{copy}") as source,
        _opened(database) as target,
        source.connect() as reading,
        _changing(target) as writing,
    ):
        if not replace and writing.execute(select(GameRow.id).limit(1)).first():
            raise _not_empty()
        for table in reversed(TABLES):
            writing.execute(delete(table))
        _copy(reading, writing)
        restored = contents(writing)
        _compare(contents(reading), restored)
    return restored


def contents(connection: Connection) -> Contents:
    """The content of each table of Kletka."""
    return {table.name: _content(_rows(connection, table)) for table in TABLES}


def _content(rows: Iterable[Sequence[Any]]) -> Content:
    count, total = 0, 0
    for row in rows:
        digest = hashlib.sha256(orjson.dumps(tuple(row), default=repr)).digest()
        count, total = count + 1, (total + int.from_bytes(digest)) % 2**256
    return Content(count, f"{total:064x}")


def _compare(expected: Contents, found: Contents) -> None:
    if expected != found:
        raise KletkaError(
            Text(
                "the copy differs from the original, and nothing was changed",
                "копия отличается от оригинала; ничего не изменено",
            )
        )


# Rows.


def _copy(reading: Connection, writing: Connection) -> None:
    for table in TABLES:
        names = [column.name for column in table.columns]
        places = {column.name: _place(column, writing) for column in table.columns}
        statement = insert(table).values(places)
        rows: list[dict[str, Any]] = []
        for row in _rows(reading, table):
            rows.append(dict(zip(names, row, strict=True)))
            if len(rows) == ROWS_AT_ONCE:
                writing.execute(statement, rows)
                rows = []
        if rows:
            writing.execute(statement, rows)


def _rows(connection: Connection, table: Table) -> Iterator[Sequence[Any]]:
    """The rows of a table; JSON as the text that is stored, which may be broken."""
    columns = [
        cast(column, Characters).label(column.name) if isinstance(column.type, JSON) else column
        for column in table.columns
    ]
    query = select(*columns).execution_options(yield_per=ROWS_AT_ONCE)
    yield from connection.execute(query)


def _place(column: Any, writing: Connection) -> Any:
    """Where a value stands in an INSERT; JSON is given as text."""
    if not isinstance(column.type, JSON):
        return bindparam(column.name, type_=column.type)
    given = bindparam(column.name, type_=Characters)
    return given if writing.dialect.name == "sqlite" else cast(given, JSON)


# Connections.


@contextmanager
def _opened(database: str) -> Iterator[Engine]:
    """The engine of a database; raises KletkaError for what goes wrong with it."""
    try:
        engine = open_database(database)
        try:
            yield engine
        finally:
            engine.dispose()
    except (SQLAlchemyError, CommandError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        raise KletkaError(
            Text(f"the database failed: {reason}", f"ошибка базы данных: {reason}")
        ) from None


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever others write meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
            yield connection
        else:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            yield connection.execution_options(**options)


@contextmanager
def _changing(engine: Engine) -> Iterator[Connection]:
    """A transaction during which nobody else writes."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            names = ", ".join(table.name for table in TABLES)
            connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
        yield connection


# Files.


def _write_manifest(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
        database.execute(f"CREATE TABLE {_MANIFEST} (name TEXT, number INTEGER, checksum TEXT)")
        for table in TABLES:
            content = _content(database.execute(f"SELECT * FROM {table.name}"))
            row = (table.name, content.rows, content.checksum)
            database.execute(f"INSERT INTO {_MANIFEST} VALUES (?, ?, ?)", row)


@contextmanager
def _copy_of(file: Path) -> Iterator[Path]:
    """A copy of a backup that has been checked; it may be migrated, the backup itself may not."""
    if not file.is_file():
        raise KletkaError(Text(f"there is no file {file}", f"нет файла {file}"))
    with tempfile.TemporaryDirectory(prefix="kletka-restore-") as folder:
        copy = Path(folder, "copy.sqlite3")
        try:
            with (
                closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
                closing(sqlite3.connect(copy)) as target,
            ):
                source.backup(target)
                damaged = _damaged(target)
        except sqlite3.Error:
            damaged = True
        if damaged:
            raise KletkaError(
                Text(
                    f"{file} is not a backup of Kletka, or it is damaged",
                    f"{file} — не резервная копия Клетки, или она повреждена",
                )
            )
        yield copy


def _damaged(database: sqlite3.Connection) -> bool:
    """Whether the file is broken, or not what the manifest says; older files have none."""
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if not {"games", "events", "alembic_version"} <= names:
        return True
    if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        return True
    if _MANIFEST not in names:
        return False
    listed = database.execute(f"SELECT name, number, checksum FROM {_MANIFEST}").fetchall()
    return not listed or any(
        name not in names
        or _content(database.execute(f'SELECT * FROM "{name}"')) != Content(rows, checksum)
        for name, rows, checksum in listed
    )


def _not_empty() -> KletkaError:
    return KletkaError(
        Text(
            "the database has games; --replace deletes them all and puts the backup in their place",
            "в базе данных есть партии; --replace удалит их все и поставит на их место копию",
        )
    )
