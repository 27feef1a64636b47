"""Stored games of older rules are shown, played on and handed out as they were played."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from kletka import Record
from tests.test_older_rules import GAMES, IDS
from tests.web.test_damage import Client, run


@pytest.mark.parametrize("index", [0, 4, 10], ids=[IDS[i] for i in (0, 4, 10)])
def test_a_stored_game_of_older_rules_replays(tmp_path: Path, index: int) -> None:
    stem, game = GAMES[index]
    old = game["record"]
    record = Record.parse(old)
    ids: list[str] = []

    async def first(client: Client) -> None:
        made = await client.post("/api/records", json={"record": str(record)})
        assert made.status_code == 201, made.text
        ids.append(made.json()["id"])

    def as_stored_then(database: sqlite3.Connection) -> None:
        spec = old.splitlines()[0].removeprefix('[Spec "').removesuffix('"]')
        database.execute(
            "UPDATE games SET rules = ?, setup = json_set(setup, '$.spec', ?)",
            (int(stem.rpartition("-")[2]), spec),
        )

    async def then(client: Client) -> None:
        view = (await client.get(f"/api/games/{ids[0]}")).json()
        assert view["halted"] is None
        assert view["turns"] == list(record.turns)
        assert view["spec"] == str(record.spec)
        assert (view["over"], view["result"]) == (True, record.result)
        text = (await client.get(f"/api/games/{ids[0]}/record")).text
        again = Record.parse(text)
        assert (again.spec, again.turns, again.result) == (
            record.spec,
            record.turns,
            record.result,
        )
        assert json.loads(json.dumps(again.to_json()))["turns"] == list(record.turns)

    run(tmp_path, first, as_stored_then, then)
