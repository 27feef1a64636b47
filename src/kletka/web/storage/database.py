"""Opens a database, SQLite or PostgreSQL, and migrates its tables."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x6B6C65746B61  # "kletka": one server at a time migrates


def open_database(url: str) -> Engine:
    """The engine of a database whose tables are up to date."""
    if url.startswith("sqlite:///"):
        _keep_private(Path(url.removeprefix("sqlite:///")))
    engine = create_engine(url, hide_parameters=True, pool_pre_ping=not url.startswith("sqlite"))
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


def migrate(connection: Connection) -> None:
    """Run the migrations that are new for this database."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """WAL lets readers read while the writer writes; FULL makes a commit survive a power cut."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
