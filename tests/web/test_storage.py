"""The store, with SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from kletka.web.configuration import Configuration
from kletka.web.live.game import Event
from kletka.web.storage.database import open_database
from kletka.web.storage.models import Base
from kletka.web.storage.store import Conflict, Store, StoredGame
from tests.web.browser.serving import Server
from tests.web.clients import NewGame
from tests.web.live_games import terms_of
from tests.web.postgres import new_database

GAME = StoredGame(
    "aaaaaaaaaa",
    1000,
    terms_of("kamiken(size=3)", "here level3"),
    "salt",
    "creator",
    {0: frozenset(["hash"])},
    (),
)
TURN = Event("turn", 5, {"seat": 0, "turn": "B2"})
OVER = Event("over", 6, {"result": "1-0", "winners": [0]})


@pytest.fixture
def address(database_url: str, tmp_path: Path) -> str:
    return Configuration(tmp_path, database_url).database


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


def test_a_game_comes_back_as_it_went_in(store: Store) -> None:
    async def go() -> None:
        game = dataclasses.replace(GAME, events=(Event("joined", 1, {"seat": 1}),))
        await store.create(game)
        await store.append(game.id, 2, [TURN, Event("resumed", 7)])
        await store.add_holder(game.id, 0, "another")
        await store.add_holder(game.id, 0, "another")
        loaded = await store.load(game.id)
        assert loaded == dataclasses.replace(
            game,
            events=(*game.events, TURN, Event("resumed", 7)),
            holders={0: frozenset(["hash", "another"])},
        )
        assert await store.load("bbbbbbbbbb") is None

    asyncio.run(go())


def test_what_was_stored_is_there_after_closing(address: str) -> None:
    first = Store(address)
    asyncio.run(first.create(GAME))
    first.close()
    second = Store(address)  # there is nothing to migrate now
    try:
        assert asyncio.run(second.load(GAME.id)) == GAME
    finally:
        second.close()


def test_two_events_of_one_number_cannot_both_be_stored(store: Store) -> None:
    async def go() -> None:
        await store.create(GAME)
        other = dataclasses.replace(GAME, id="cccccccccc")
        await store.create(other)
        attempts = [
            store.append(GAME.id, 1, [Event("turn", 5, {"seat": 0, "turn": turn})])
            for turn in ("A1", "A2", "A3")
        ]
        done = await asyncio.gather(
            *attempts, store.append(other.id, 1, [TURN]), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in done[:3]) == [
            "Conflict",
            "Conflict",
            "NoneType",
        ]
        assert done[3] is None, "a conflict in one game must not harm another"
        stored = await store.load(GAME.id)
        assert stored is not None
        assert len(stored.events) == 1

    asyncio.run(go())


def test_two_servers_on_one_database_cannot_both_store(address: str) -> None:
    stores = [Store(address), Store(address)]

    async def go() -> None:
        await stores[0].create(GAME)
        done = await asyncio.gather(
            *(store.append(GAME.id, 1, [TURN]) for store in stores), return_exceptions=True
        )
        assert [isinstance(result, Conflict) for result in done].count(True) == 1

    try:
        asyncio.run(go())
    finally:
        for store in stores:
            store.close()


def test_events_of_one_call_are_stored_together_or_not_at_all(store: Store) -> None:
    async def go() -> None:
        await store.create(GAME)
        await store.append(GAME.id, 2, [TURN])  # number 2 is taken already
        with pytest.raises(Conflict):
            await store.append(GAME.id, 1, [TURN, OVER])
        assert await store.count_open(0) == 1
        stored = await store.load(GAME.id)
        assert stored is not None
        assert [event.kind for event in stored.events] == ["lost", "turn"]

    asyncio.run(go())


def test_lists_of_games(store: Store) -> None:
    async def go() -> None:
        for number in range(5):
            game = dataclasses.replace(GAME, id=f"aaaaaaaaa{number}", created=number)
            await store.create(game)
        hidden = dataclasses.replace(GAME.terms, public=False)
        await store.create(dataclasses.replace(GAME, id="dddddddddd", terms=hidden, created=9))
        await store.append("aaaaaaaaa3", 1, [TURN, OVER])
        newest, older = await store.recent(None, 3)
        assert older == 2
        assert [game.created for game in newest] == [4, 3, 2]
        assert [(game.over, game.result) for game in newest][1] == (True, "1-0")
        rest, older = await store.recent(2, 3)
        assert ([game.created for game in rest], older) == ([1, 0], None)
        assert await store.count_open(0) == 5
        assert await store.count_open(2) == 3
        assert "aaaaaaaaa3" not in await store.unattended(10)
        assert len(await store.unattended(2)) == 2
        alone = terms_of("kamiken(size=3)", "here here")
        await store.create(dataclasses.replace(GAME, id="eeeeeeeeee", terms=alone))
        assert "eeeeeeeeee" not in await store.unattended(10), "no bot and no clock: nothing to do"

    asyncio.run(go())


def test_paging_leaves_out_no_game_of_the_same_millisecond(store: Store) -> None:
    async def go() -> None:
        times = [1, 2, 2, 2, 2, 2, 3, 4, 4]
        for number, created in enumerate(times):
            await store.create(dataclasses.replace(GAME, id=f"aaaaaaaaa{number}", created=created))
        for count in range(1, 11):
            listed: list[str] = []
            before = None
            while True:
                page, before = await store.recent(before, count)
                listed += [game.id for game in page]
                if before is None:
                    break
            assert sorted(listed) == [f"aaaaaaaaa{number}" for number in range(9)], count

    asyncio.run(go())


MIGRATE = """
import sys
from kletka.web.storage.database import open_database
print("ready", flush=True)
sys.stdin.readline()
open_database(sys.argv[1]).dispose()
"""


def test_many_processes_may_migrate_a_new_sqlite_at_once(tmp_path: Path) -> None:
    for attempt in range(3):
        url = f"sqlite:///{tmp_path / f'new{attempt}.sqlite3'}"
        command = [sys.executable, "-c", MIGRATE, url]
        pipe = subprocess.PIPE
        processes = [
            subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe)
            for _ in range(6)
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in processes:
            _, errors = process.communicate()
            assert process.returncode == 0, errors


def test_a_review_is_kept_once(store: Store) -> None:
    reports = [b'{"a": 1}', '{"b": "ход"}'.encode()]

    async def go() -> None:
        await store.create(GAME)
        assert await store.review(GAME.id) is None
        await store.keep_review(GAME.id, reports)
        await store.keep_review(GAME.id, [b"{}"])
        assert await store.review(GAME.id) == reports

    asyncio.run(go())


def test_hundreds_of_games_at_once_share_commits(store: Store) -> None:
    async def go() -> None:
        ids = [f"bbbbbbb{number:03}" for number in range(200)]
        await asyncio.gather(*(store.create(dataclasses.replace(GAME, id=id)) for id in ids))
        for number in range(1, 4):
            await asyncio.gather(*(store.append(id, number, [TURN]) for id in ids))
        for id in ids[::50]:
            stored = await store.load(id)
            assert stored is not None
            assert len(stored.events) == 3

    asyncio.run(go())


def test_the_migrations_make_what_the_models_say(address: str) -> None:
    engine = open_database(address)
    try:
        found = inspect(engine)
        for game in Base.metadata.sorted_tables:
            columns = {column["name"]: column for column in found.get_columns(game.name)}
            assert set(columns) == {column.name for column in game.columns}
            for column in game.columns:
                assert columns[column.name]["nullable"] == column.nullable, column
            keys = found.get_pk_constraint(game.name)["constrained_columns"]
            assert keys == [column.name for column in game.primary_key.columns]
    finally:
        engine.dispose()


def test_sqlite_waits_for_the_disk_and_lets_readers_read(tmp_path: Path) -> None:
    engine = open_database(Configuration(tmp_path).database)
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    engine.dispose()


def test_a_server_on_postgresql_loses_nothing_either(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KLETKA_DATABASE_URL", new_database(postgres, "kletka_whole_server"))
    server = Server(tmp_path)
    server.start()
    try:
        game = NewGame(server, "kamiken(size=4)", "here here")
        with game.live(0) as white, game.live(1) as black:
            assert white.play(0, "B2")["number"] == 1
            assert black.play(1, "D1")["number"] == 2
        server.kill()
        server.start()
        assert game.view()["turns"] == ["B2", "D1"]
        assert not list(tmp_path.glob("*.sqlite3"))
    finally:
        server.stop()
