"""Opens a database, SQLite or PostgreSQL, and migrates its tables."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kletka.errors import KletkaError
from kletka.language import Text

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x6B6C65746B61  # "kletka": one server at a time migrates

# A dead PostgreSQL is noticed within seconds, also by a connection on which nothing happens.
ALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}


def open_database(url: str) -> Engine:
    """The engine of a database whose tables are up to date."""
    file = url.removeprefix("sqlite:///")
    if file != url and not file.startswith("file:"):
        _keep_private(Path(file))
    remote = not url.startswith("sqlite")
    arguments = ALIVE if remote else {}
    engine = create_engine(url, hide_parameters=True, pool_pre_ping=remote, connect_args=arguments)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    with engine.begin() as connection:
        migrate(connection)
    return engine


def _keep_private(file: Path) -> None:
    """Make the file's folder and let only its owner read it: it holds the server's key.

    SQLite gives the files beside it the same permissions.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # the database itself says what is wrong
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
        file.chmod(file.stat().st_mode & 0o700)


def check_database(url: str) -> None:
    """Raise KletkaError with a sentence if a database cannot be opened or written to."""
    try:
        open_database(url).dispose()
    except (SQLAlchemyError, OSError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise KletkaError(_unusable(url, reason[0] if reason else type(error).__name__)) from None


def _unusable(url: str, reason: str) -> Text:
    try:
        shown = make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        shown = "KLETKA_DATABASE_URL"
    return Text(
        f"the database {shown} cannot be used: {reason}",
        f"базой данных {shown} не воспользоваться: {reason}",
    )


def migrate(connection: Connection) -> None:
    """Run the migrations that are new for this database, one server at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    # It changes nothing, but a read-only database refuses it: better now than with the first game.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """WAL lets readers read while the writer writes; FULL makes a commit survive a power cut."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")
    _use_wal(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _use_wal(cursor: Any) -> None:
    """Switch to WAL; a new file is locked while another process does so, without waiting."""
    give_up = time.monotonic() + 10
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)
