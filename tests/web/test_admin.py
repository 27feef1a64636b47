"""`kletka admin`: backups of both kinds of databases, statistics, and abandoned games."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

import kletka
from tests.web.browser.serving import Server
from tests.web.clients import Api, NewGame
from tests.web.postgres import new_database
from tests.web.test_crash import Players, go_on_for

DAY = 86_400_000
RECORD = str(kletka.Record.begin("kamiken(size=3)").play("B2").finish("1-0", "resign"))
KINDS = ("sqlite", "postgresql")


class Database:
    """A data folder and perhaps a PostgreSQL database, with the commands of an administrator."""

    def __init__(self, folder: Path, url: str = "") -> None:
        folder.mkdir()
        self.folder, self.url = folder, url
        self.environment = {
            **os.environ,
            "KLETKA_DATA_DIR": str(folder),
            "KLETKA_DATABASE_URL": url,
            "KLETKA_LANG": "en",
        }

    def server(self, **settings: str) -> Server:
        return Server(self.folder, environment={**self.environment, **settings})

    def admin(self, *words: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "kletka", "admin", *words, "--lang", lang],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def answer(self, *words: str) -> Any:
        done = self.admin(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def execute(self, statement: str) -> None:
        if self.url:
            with psycopg.connect(self.url) as connection:
                connection.execute(statement.encode())
        else:
            file = self.folder / "kletka.sqlite3"
            with closing(sqlite3.connect(file)) as opened, opened:
                opened.execute(statement)


NewDatabase = Callable[[str], Database]


@pytest.fixture
def new(tmp_path: Path, request: pytest.FixtureRequest) -> NewDatabase:
    """Makes empty databases, by kind."""

    def make(kind: str) -> Database:
        name = f"kletka_{uuid.uuid4().hex}"
        if kind == "sqlite":
            return Database(tmp_path / name)
        return Database(tmp_path / name, new_database(request.getfixturevalue("postgres"), name))

    return make


@pytest.mark.parametrize(("source", "target"), [(a, b) for a in KINDS for b in KINDS])
def test_a_backup_of_a_running_server_is_a_whole_server(
    new: NewDatabase, tmp_path: Path, source: str, target: str
) -> None:
    first, second, file = new(source), new(target), tmp_path / "copy.kletka"
    server = first.server()
    server.start()
    players = [Players(server, bot=False, pause=0.02) for _ in range(3)]
    try:
        assert Api(server).post("/records", record=RECORD).status_code == 201
        go_on_for(players, 3)
        acknowledged = {player.game.id: list(player.acknowledged) for player in players}
        copied = first.answer("backup", str(file))
        go_on_for(players, 3)
    finally:
        for player in players:
            player.end()
        server.stop()
    assert file.stat().st_mode & 0o077 == 0  # it holds the server's key
    assert not list(tmp_path.glob(".kletka-backup-*"))
    assert second.answer("restore", str(file)) == copied
    assert copied["games"]["rows"] == 4

    server = second.server()
    server.start()
    try:
        for player in players:
            game = player.game
            game.site = server
            turns = game.view()["turns"]
            known = acknowledged[game.id]
            assert turns[: len(known)] == known, "an acknowledged move is not in the backup"
            assert player.acknowledged[: len(turns)] == turns
            answer = game.api(0).post_nothing(f"{game.path}/resign")  # its token still works
            assert answer.status_code == 200
    finally:
        server.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_games_are_replaced_only_if_that_is_wanted(
    new: NewDatabase, tmp_path: Path, kind: str
) -> None:
    full, file = new(kind), tmp_path / "copy.kletka"
    insert_games(full, {"kept000001": 1})
    before = full.answer("backup", str(file))
    again = full.admin("backup", str(file))
    assert again.returncode == 2
    assert again.stderr == f"kletka: {file} exists already; a backup is written to a new file\n"
    full.execute("DELETE FROM games")
    insert_games(full, {"other00001": 1, "other00002": 1})
    refused = full.admin("restore", str(file))
    assert refused.returncode == 2
    assert "the database has games; --replace deletes them all" in refused.stderr
    assert "в базе данных есть партии" in full.admin("restore", str(file), lang="ru").stderr
    assert full.answer("stats")["games"]["kamiken"]["open"] == 2
    done = full.admin("restore", str(file), "--replace")
    assert done.stdout == "restored and checked: 1 game, 0 events\n"
    assert full.answer("backup", str(tmp_path / "second.kletka")) == before


def test_damaged_files_are_noticed_before_anything_is_changed(
    new: NewDatabase, tmp_path: Path
) -> None:
    database, file = new("sqlite"), tmp_path / "copy.kletka"
    insert_games(database, {"kept000001": 1})
    database.answer("backup", str(file))
    changed, strange, text = tmp_path / "changed", tmp_path / "strange", tmp_path / "text"
    changed.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(changed)) as connection, connection:
        connection.execute("UPDATE games SET salt = 'another'")
    with closing(sqlite3.connect(strange)) as connection, connection:
        connection.execute("CREATE TABLE games (id TEXT)")
    text.write_text("no database " * 100)
    for bad in (changed, strange, text):
        refused = database.admin("restore", str(bad), "--replace")
        assert refused.returncode == 2
        assert refused.stderr == f"kletka: {bad} is not a backup of Kletka, or it is damaged\n"
    missing = database.admin("restore", str(tmp_path / "missing"), "--replace")
    assert missing.stderr == f"kletka: there is no file {tmp_path / 'missing'}\n"
    assert database.answer("stats")["games"]["kamiken"]["open"] == 1


def test_a_plain_file_of_sqlite_can_be_restored_too(new: NewDatabase) -> None:
    old, moved = new("sqlite"), new("postgresql")
    insert_games(old, {"kept000001": 1, "kept000002": 2})
    restored = moved.answer("restore", str(old.folder / "kletka.sqlite3"))
    assert restored["games"]["rows"] == 2


def test_stats_count_what_there_is(new: NewDatabase) -> None:
    database = new("sqlite")
    server = database.server()
    server.start()
    try:
        game = NewGame(server, "kamiken(size=3)", "here here")
        game.api(0).post(f"{game.path}/turns", number=0, turn="B2")
        over = NewGame(server, "vyun(board=3x3)", "here here")
        over.api(0).post_nothing(f"{over.path}/resign")
        assert Api(server).post("/records", record=RECORD).status_code == 201
    finally:
        server.stop()
    stats = database.answer("stats")
    assert stats["games"] == {
        "kamiken": {"open": 1, "finished": 0, "imported": 1},
        "vyun": {"open": 0, "finished": 1, "imported": 0},
    }
    assert stats["turns"] == 2
    assert stats["events"] > stats["turns"]
    assert stats["bytes"] > 10_000
    assert abs(time.time() - stats["newest_event"] / 1000) < 3600
    words = database.admin("stats").stdout
    assert "kamiken: 1 open, 0 finished, 1 imported" in words
    assert "vyun: открытых 0, оконченных 1" in database.admin("stats", lang="ru").stdout


@pytest.mark.parametrize("kind", KINDS)
def test_only_abandoned_games_are_pruned(new: NewDatabase, kind: str) -> None:
    database = new(kind)
    now = int(1000 * time.time())
    ages = {"abandoned1": 100, "abandoned2": 91, "fresh00001": 89, "moved00001": 200}
    insert_games(database, {game: now - age * DAY for game, age in ages.items()})
    insert_games(database, {"over000001": now - 300 * DAY}, over=True)
    insert_event(database, "moved00001", now - 10 * DAY)
    insert_event(database, "abandoned1", now - 95 * DAY)
    planned = database.answer("prune", "--older-than", "90d", "--dry-run")
    assert [game["id"] for game in planned["games"]] == ["abandoned1", "abandoned2"]
    assert planned["deleted"] is False
    said = database.admin("prune", "--older-than", "90d", "--dry-run").stdout
    assert "abandoned1 kamiken: 1 event, the last at " in said
    assert said.endswith("would delete 2 games\n")
    done = database.admin("prune", "--older-than", "90d").stdout
    assert done.endswith("deleted 2 games\n")
    assert database.answer("stats")["games"]["kamiken"] == {"open": 2, "finished": 1, "imported": 0}
    assert database.answer("stats")["events"] == 1
    wrong = database.admin("prune", "--older-than", "ninety", lang="ru")
    assert wrong.returncode == 2
    assert "возраст — это число часов" in wrong.stderr


def test_a_server_prunes_by_itself_if_it_is_told_to(new: NewDatabase) -> None:
    database = new("sqlite")
    now = int(1000 * time.time())
    insert_games(database, {"abandoned1": now - 9 * DAY, "fresh00001": now - 6 * DAY})
    server = database.server(KLETKA_PRUNE_AFTER="1w")
    server.start()
    try:
        while database.answer("stats")["games"]["kamiken"]["open"] > 1:
            pass
    finally:
        server.stop()
    assert "deleted 1 abandoned games" in (server.folder / "server.log").read_text()


def insert_games(database: Database, created: dict[str, int], over: bool = False) -> None:
    assert database.admin("stats").returncode == 0  # this makes the tables
    for game, at in created.items():
        database.execute(
            "INSERT INTO games (id, created, game, setup, salt, public, watched_by_server, over, "
            f"rules) VALUES ('{game}', {at}, 'kamiken', '{{}}', '', false, false, {over}, 1)"
        )


def insert_event(database: Database, game: str, at: int) -> None:
    database.execute(
        "INSERT INTO events (game, event, kind, at, data) "
        f"VALUES ('{game}', 1, 'turn', {at}, '{{}}')"
    )
