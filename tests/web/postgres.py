"""A PostgreSQL server for the tests, if PostgreSQL is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest


def tool(name: str) -> str | None:
    """One of PostgreSQL's programs; Debian keeps them off the path."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name) or next(
        (str(place / name) for place in places if (place / name).exists()), None
    )


def server_user() -> str | None:
    """A user to run PostgreSQL as, which refuses to run as root."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


@contextmanager
def postgres_server() -> Iterator[str]:
    """The folder of a running server's socket."""
    initdb, pg_ctl = tool("initdb"), tool("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("PostgreSQL is not installed (initdb and pg_ctl): install Debian's postgresql")
    user = server_user()
    with tempfile.TemporaryDirectory(prefix="kletka-pg-", dir="/tmp") as folder:
        if user is not None:
            shutil.chown(folder, user)
        data = f"{folder}/data"

        def run(*command: str) -> None:
            subprocess.run(
                command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=120
            )

        run(initdb, "-D", data, "-U", "kletka", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run(pg_ctl, "-D", data, "-w", "-o", options, "-l", f"{folder}/log", "start")
        try:
            yield folder
        finally:
            run(pg_ctl, "-D", data, "-w", "-m", "immediate", "stop")


def restart_postgres(socket_folder: str) -> None:
    """Restart the server as after a crash."""
    command = (str(tool("pg_ctl")), "-D", f"{socket_folder}/data", "-w", "-m", "immediate")
    subprocess.run(
        [*command, "-l", f"{socket_folder}/log", "restart"],
        user=server_user(),
        cwd=socket_folder,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=120,
    )


def new_database(socket_folder: str, name: str) -> str:
    """Create an empty database and return its URL."""
    with psycopg.connect(
        host=socket_folder, user="kletka", dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"postgresql://kletka@/{name}?host={socket_folder}"
