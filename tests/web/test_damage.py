"""Games of older rules and damaged rows: each costs itself only, and is said."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from kletka import Record
from kletka.faces import face_of
from kletka.web.live.replaying import _noted
from kletka.web.storage.database import _MIGRATIONS
from kletka.web.storage.store import Store
from tests.web.in_process import app_with, client_of

SEATS = [{"kind": "here"}, {"kind": "here"}]
Client = httpx.AsyncClient
PAGE = {"Accept": "text/html"}


def run(
    folder: Path,
    first: Callable[[Client], Awaitable[Any]],
    damage: Callable[[sqlite3.Connection], Any],
    then: Callable[[Client], Awaitable[None]],
) -> None:
    """Play on a server, change its database by hand while it is down, and start it again."""

    async def go() -> None:
        async with client_of(app_with(folder)) as client:
            await first(client)
        database = sqlite3.connect(folder / "kletka.sqlite3")
        with database:
            damage(database)
        database.close()
        async with client_of(app_with(folder)) as client:
            await then(client)

    _noted.clear()
    asyncio.run(go())


async def new_game(client: Client, turns: str, **more: Any) -> str:
    """The id of a new game after these turns."""
    asked = {"spec": "kamiken(size=5)", "seats": SEATS, **more}
    made = (await client.post("/api/games", json=asked)).json()
    game = made["game"]["id"]
    for number, turn in enumerate(turns.split()):
        token = {"Authorization": f"Bearer {made['tokens'][str(number % 2)]}"}
        played = await client.post(
            f"/api/games/{game}/turns", json={"turn": turn, "number": number}, headers=token
        )
        assert played.status_code == 200, played.text
    return str(game)


class Games:
    """Some games, of which the test damages the first."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    async def play(self, client: Client) -> None:
        for _ in range(3):
            self.ids.append(await new_game(client, "C3 B2 B4 A3"))

    @property
    def damaged(self) -> str:
        return self.ids[0]


async def assert_the_others_are_well(client: Client, games: Games) -> None:
    for language in ("en", "ru"):
        headers = {**PAGE, "Accept-Language": language}
        assert (await client.get("/", headers=headers)).status_code == 200
        page = await client.get("/games", headers=headers)
        assert page.status_code == 200
        assert all(game in page.text for game in games.ids[1:])
    listed = (await client.get("/api/games")).json()["games"]
    assert {game["id"] for game in listed} >= set(games.ids[1:])
    for game in games.ids[1:]:
        view = (await client.get(f"/api/games/{game}")).json()
        assert (view["number"], view["halted"]) == (4, None)


@pytest.mark.parametrize(
    "change",
    [
        "setup = '{broken'",
        "setup = '[]'",
        "setup = replace(setup, 'kamiken', 'chess')",
        "setup = replace(setup, 'size=5', 'size=555')",
        "setup = replace(setup, 'seats', 'chairs')",
        "setup = json_set(setup, '$.start', 'no position')",
        "setup = json_set(setup, '$.seats', json('[]'))",
        "rules = 99",
        "rules = 'many'",
        "created = 'yesterday'",
    ],
)
def test_a_broken_row_costs_itself_only(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    games = Games()

    async def then(client: Client) -> None:
        await assert_the_others_are_well(client, games)
        for _ in range(2):
            answer = await client.get(f"/api/games/{games.damaged}")
            assert answer.json()["error"]["code"] == "broken_game"
        page = await client.get(f"/g/{games.damaged}", headers={**PAGE, "Accept-Language": "ru"})
        assert "повреждена в базе данных" in page.text
        logged = [line for line in caplog.messages if games.damaged in line]
        assert len(logged) == 1

    def damage(database: sqlite3.Connection) -> None:
        # Bots are to be resumed at the start, also in the broken game.
        database.execute("UPDATE games SET watched_by_server = 1")
        database.execute(f"UPDATE games SET {change} WHERE id = ?", (games.damaged,))

    with caplog.at_level(logging.ERROR):
        run(tmp_path, games.play, damage, then)


@pytest.mark.parametrize(
    ("change", "number", "sentence", "in_russian"),
    [
        ("DELETE FROM events WHERE event = 3", 2, "event 3 is missing", "событие 3 потеряно"),
        ("DELETE FROM events WHERE event = 1", 0, "event 1 is missing", "событие 1 потеряно"),
        ("UPDATE events SET data = '{' WHERE event = 2", 1, "event 2 is", "событие 2"),
        ("UPDATE events SET data = '7' WHERE event = 2", 1, "event 2 is", "событие 2"),
        ("UPDATE events SET data = '{}' WHERE event = 2", 1, "event 2 is", "событие 2"),
        ("UPDATE events SET kind = 'dance' WHERE event = 2", 1, "event 2 is", "событие 2"),
        ("UPDATE events SET event = 2000000 WHERE event = 4", 3, "event 4 is", "событие 4"),
        (
            "UPDATE events SET data = replace(data, 'B4', 'C3') WHERE event = 3",
            2,
            "its turn 3 is stored as 'C3', which is not allowed",
            "её ход 3 записан как 'C3'",
        ),
    ],
)
def test_a_damaged_event_is_said_and_the_game_shown_up_to_it(
    tmp_path: Path,
    change: str,
    number: int,
    sentence: str,
    in_russian: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    games = Games()

    async def then(client: Client) -> None:
        await assert_the_others_are_well(client, games)
        game = games.damaged
        view = (await client.get(f"/api/games/{game}")).json()
        assert view["number"] == number
        assert view["to_move"] is None
        assert sentence in view["halted"]["en"]
        assert in_russian in view["halted"]["ru"]
        page = await client.get(f"/g/{game}", headers={**PAGE, "Accept-Language": "ru"})
        assert page.status_code == 200
        assert in_russian in page.text.replace("&#39;", "'")
        record = await client.get(f"/api/games/{game}/record")
        assert Record.parse(record.text).turns == ("C3", "B2", "B4", "A3")[:number]
        assert (await client.get(f"/g/{game}/board.svg")).status_code == 200
        moves = (await client.get(f"/api/games/{game}/moves")).json()
        assert moves["moves"] == []
        room = await client._transport.app.state.registry.room(game)  # type: ignore[attr-defined]
        with pytest.raises(Exception, match="damaged"):
            await room.act(lambda game, now: game.play(0, game.number, "E5", now))
        assert len([line for line in caplog.messages if game in line]) == 1

    def damage(database: sqlite3.Connection) -> None:
        database.execute(f"{change} AND game = ?", (games.damaged,))
        assert database.total_changes == 1

    with caplog.at_level(logging.ERROR):
        run(tmp_path, games.play, damage, then)


def test_a_game_of_older_rules_is_shown_up_to_where_they_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games()
    over = {
        "result": "1-0",
        "winners": [0],
        "shares": [1, 0],
        "why": "rules",
        "reason": {"en": "White wins.", "ru": "Победили белые."},
    }

    def damage(database: sqlite3.Connection) -> None:
        database.execute(
            "UPDATE events SET data = replace(data, 'B4', 'C3') WHERE event = 3 AND game = ?",
            (games.damaged,),
        )
        database.execute(
            "INSERT INTO events (game, event, kind, at, data) VALUES (?, 5, 'over', 9, ?)",
            (games.damaged, json.dumps(over)),
        )
        database.execute("UPDATE games SET over = 1, result = '1-0' WHERE id = ?", games.ids[:1])
        assert {row[0] for row in database.execute("SELECT rules FROM games")} == {2}
        monkeypatch.setattr(type(face_of("kamiken")), "rules_version", 3)

    async def then(client: Client) -> None:
        view = (await client.get(f"/api/games/{games.damaged}")).json()
        assert view["turns"] == ["C3", "B2"]
        assert (view["over"], view["result"], view["rules"]) == (True, "1-0", 2)
        assert "version 2 of the rules" in view["halted"]["en"]
        assert "правилам версии 2" in view["halted"]["ru"]
        text = (await client.get(f"/api/games/{games.damaged}/record")).text
        assert "1. C3 2. B2 3. C3 4. A3 1-0" in text, "the record has all that was played"
        assert '[RulesVersion "2"]' in text
        imported = await client.post("/api/records", json={"record": text})
        assert imported.status_code == 201
        again = imported.json()
        assert (again["turns"], again["result"]) == (["C3", "B2"], "1-0")
        assert again["halted"] == view["halted"]
        assert (await client.get(f"/api/games/{again['id']}/record")).text == text
        read = await client.post(
            "/analysis/read", json={"text": text}, headers={"Accept-Language": "ru"}
        )
        assert [node["turn"] for node in read.json()["tree"]] == ["C3", "B2"]
        assert "правилам версии 2" in read.json()["problem"]
        study = await client.get("/analysis/kamiken", params={"game": games.damaged})
        assert "version 2 of the rules" in study.text
        other = (await client.get(f"/api/games/{games.ids[1]}")).json()
        assert (other["number"], other["halted"], other["rules"]) == (4, None, 2)
        fresh = await new_game(client, "C3")
        assert (await client.get(f"/api/games/{fresh}")).json()["rules"] == 3
        with closing(sqlite3.connect(tmp_path / "kletka.sqlite3")) as database:
            query = "SELECT rules FROM games WHERE id = ?"
            assert database.execute(query, (fresh,)).fetchall() == [(3,)]

    run(tmp_path, games.play, damage, then)


def test_old_databases_get_the_first_version(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    engine = create_engine(url)
    with engine.begin() as connection:  # as the version before this one left it
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    engine.dispose()
    old = sqlite3.connect(tmp_path / "old.sqlite3")
    setup = {
        "spec": "kamiken(size=5)",
        "seats": [{"kind": "here", "bot": None, "name": ""}] * 2,
        "clock": {"kind": "none"},
        "public": True,
        "start": "",
        "imported": False,
    }
    with old:
        row = ("aaaaaaaaaa", 1, "kamiken", json.dumps(setup), "s", None, 1, 0, 0, None)
        old.execute(f"INSERT INTO games VALUES ({','.join('?' * len(row))})", row)
    old.close()
    store = Store(url)
    try:
        stored = asyncio.run(store.load("aaaaaaaaaa"))
        assert stored is not None
        assert stored.terms.rules == 1
    finally:
        store.close()
