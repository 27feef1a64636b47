"""The server's key: whole, checked, and part of the database."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from kletka.errors import KletkaError
from kletka.web.configuration import Configuration
from kletka.web.storage.server_key import server_key
from tests.web.clients import NewGame
from tests.web.killable_server import KillableServer

OLD = "0123456789abcdef" * 4


def key_of(folder: Path, database_url: str = "") -> bytes:
    return server_key(Configuration(folder, database_url).database, folder / "secret.key")


def change(address: str, statement: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def test_a_key_is_made_once_and_belongs_to_the_database(tmp_path: Path, database_url: str) -> None:
    key = key_of(tmp_path / "one", database_url)
    assert len(key) == 32
    assert key_of(tmp_path / "one", database_url) == key
    assert not (tmp_path / "one" / "secret.key").exists()
    elsewhere = key_of(tmp_path / "two", database_url)
    assert (elsewhere == key) == bool(database_url), "another folder with the same database"


def test_several_servers_that_start_at_once_agree_on_the_key(
    tmp_path: Path, database_url: str
) -> None:
    key_of(tmp_path, database_url)
    change(Configuration(tmp_path, database_url).database, "DELETE FROM server_keys")
    with ProcessPoolExecutor(4, get_context("forkserver")) as pool:
        started = [pool.submit(key_of, tmp_path, database_url) for _ in range(4)]
        assert len({key.result() for key in started}) == 1


def test_the_key_of_an_older_version_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text(OLD)
    assert key_of(tmp_path) == bytes.fromhex(OLD)
    (tmp_path / "secret.key").unlink()
    assert key_of(tmp_path) == bytes.fromhex(OLD), "it is in the database now"


def test_a_copy_of_the_database_is_a_copy_of_everything(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    server = KillableServer(here)
    server.start()
    game = NewGame(server, "kamiken(size=3)", "here here")
    server.kill()
    for file in here.glob("kletka.sqlite3*"):
        (there / file.name).write_bytes(file.read_bytes())
    restored = KillableServer(there)
    restored.start()
    try:
        game.site = restored
        played = game.api(0).post(f"{game.path}/turns", turn="B2", number=0)
        assert played.status_code == 200, played.text
    finally:
        restored.kill()


@pytest.mark.parametrize("damaged", ["", "\n", OLD[:-2], OLD + "00", "z" * 64, "ключ"])
def test_a_damaged_key_is_never_used(tmp_path: Path, damaged: str) -> None:
    file = tmp_path / "secret.key"
    file.write_text(damaged, "utf-8")
    with pytest.raises(KletkaError, match="is empty or damaged") as raised:
        key_of(tmp_path)
    assert str(file) in str(raised.value)
    file.unlink()
    key_of(tmp_path)
    database = Configuration(tmp_path).database
    change(database, f"UPDATE server_keys SET key = '{damaged.strip()}'")
    with pytest.raises(KletkaError, match="in the database is empty or damaged"):
        key_of(tmp_path)


def test_a_server_with_an_empty_key_says_so_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    command = [sys.executable, "-m", "kletka", "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "KLETKA_DATA_DIR": str(tmp_path), "LC_ALL": "C"}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ended.returncode != 0
    assert "is empty or damaged" in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_nobody_else_may_read_the_database(tmp_path: Path) -> None:
    file = tmp_path / "kletka.sqlite3"
    key_of(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)  # as older versions left it
    key_of(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
