"""Odd requests get an answer in words, never a 500, and leave nothing broken behind."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import ValidationError
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import kletka
from kletka import Record
from kletka.web.api.schemas import NewGame, RequestModel
from kletka.web.configuration import NO_LIMITS
from kletka.web.pages.stateless_board import BoardRequest
from kletka.web.refusals import Refused
from kletka.web.storage.database import open_database
from kletka.web.study.analysis_page import TreeRequest
from kletka.web.study.tree_json import tree_from_json
from tests.web.browser.serving import Server
from tests.web.in_process import app_with, client_of

DIGITS = "9" * 5000
DEEP = "[" * 100_000 + "]" * 100_000
HALF = "\\ud800"  # half of a surrogate pair, as JSON writes it
JSON = {"Content-Type": "application/json"}
SPEC = "kamiken(size=3)"
MANU = ["A1", "C1", "E3", "E5", "G4", "E7", "A1>E1", "^E3"]  # a turn that may go on
Client = httpx.AsyncClient


class Visit:
    """A visitor with a game of two at one screen, and with the token of forms."""

    def __init__(self, app: FastAPI, client: Client, game: str, form: dict[str, str]) -> None:
        self.app, self.client, self.game, self.form = app, client, game, form


def visit(folder: Path, do: Callable[[Visit], Awaitable[None]]) -> None:
    async def go() -> None:
        app = app_with(folder, NO_LIMITS)
        async with client_of(app) as client:
            page = await client.get("/replay", headers={"Accept": "text/html"})
            token = re.search(r'name="csrf" value="([^"]+)"', page.text)
            assert token
            made = await client.post("/api/games", json={"spec": SPEC, "seats": [{}, {}]})
            await do(Visit(app, client, made.json()["game"]["id"], {"csrf": token[1]}))

    asyncio.run(go())


def in_words(answer: httpx.Response, *statuses: int) -> None:
    assert answer.status_code in statuses, (answer.status_code, answer.text[:200])
    answer.text.encode()


def test_huge_numbers(tmp_path: Path) -> None:
    async def do(visit: Visit) -> None:
        client, game, form = visit.client, visit.game, visit.form
        for number in (str(2**53 + 1), str(2**63), "-1", str(-(2**63) - 1), str(10**30), DIGITS):
            in_words(await client.get("/games", params={"before": number}), 422)
            in_words(await client.get("/api/games", params={"cursor": number}), 422)
            in_words(await client.get(f"/g/{game}/board.svg", params={"number": number}), 404, 422)
            in_words(await client.get("/analysis/kamiken", params={"number": number}), 200, 422)
            asked = {**form, "game": game, "number": number}
            in_words(await client.post("/play-on", data=asked), 422)
            typed = {**form, "spec": SPEC, "turns": "B2", "winner": number}
            in_words(await client.post("/paper/kamiken/enter", data=typed), 303)
            body = f'{{"turn": "B2", "number": {number}}}'
            address = f"/api/games/{game}/turns"
            in_words(await client.post(address, content=body, headers=JSON), 400, 401, 422)
            clock = f'{{"kind": "days", "days": {number}}}'
            body = f'{{"spec": "{SPEC}", "seats": [{{}}, {{}}], "clock": {clock}}}'
            in_words(await client.post("/api/games", content=body, headers=JSON), 400, 422)
            record = f'{{"spec": "{SPEC}", "turns": [{number}], "rules": {number}}}'
            in_words(await client.post("/replay", data={**form, "record": record}), 422)
        long = {**JSON, "Content-Length": DIGITS}
        in_words(await client.post("/api/games", content=b"{}", headers=long), 413)
        assert (await client.get("/games", params={"before": 5})).status_code == 200

    visit(tmp_path, do)


def test_deeply_nested_json(tmp_path: Path) -> None:
    async def do(visit: Visit) -> None:
        client, form = visit.client, visit.form
        for deep in (DEEP, '{"a":' * 50_000, f'{{"turns": {DEEP}}}'):
            for address in ("/api/games", "/api/records", "/board", "/analysis/record"):
                in_words(await client.post(address, content=deep, headers=JSON), 400, 422)
            record = deep if deep.startswith("{") else f'{{"tags": {deep}}}'
            in_words(await client.post("/replay", data={**form, "record": record}), 422)
            in_words(await client.post("/analysis/read", json={"text": record}), 422)

    visit(tmp_path, do)


def test_one_fault_is_enough_to_refuse_a_request() -> None:
    def faults(kind: type[RequestModel], body: Any) -> int:
        with pytest.raises(ValidationError) as refused:
            kind.model_validate(body)
        return refused.value.error_count()

    fields = {f"field{number}": 0 for number in range(100_000)}
    assert faults(NewGame, {"spec": SPEC, "seats": [{}, {}], **fields}) == 1
    assert faults(NewGame, {"spec": SPEC, "seats": [fields, {}]}) == 1
    assert faults(NewGame, {"spec": SPEC, "seats": [[]] * 100_000}) <= 9
    assert faults(BoardRequest, {"position": "x", "steps": [[]] * 100_000}) <= 201
    many = TreeRequest.model_validate({"start": "x", "tree": [[]] * 100_000})
    with pytest.raises(Refused, match="at most"):
        tree_from_json(many.tree)
    with pytest.raises(Refused, match="does not follow any"):
        tree_from_json([[]])


def test_halves_of_surrogate_pairs_are_refused_before_they_are_stored(tmp_path: Path) -> None:
    async def do(visit: Visit) -> None:
        client, form = visit.client, visit.form
        good = json.dumps(Record.begin(SPEC, ["Anna", "Boris"]).play("B2", "bold").to_json())
        for old in ("Anna", "bold", '"B2"', '"*"', SPEC):
            record = good.replace(old, f'"{HALF}"' if old[0] == '"' else HALF)
            assert HALF in record or old == SPEC
            in_words(await client.post("/replay", data={**form, "record": record}), 422, 303)
            in_words(await client.post("/analysis/read", json={"text": record}), 200, 422)
        named = f'{{"spec": "{SPEC}", "seats": [{{"name": "{HALF}"}}, {{}}]}}'
        in_words(await client.post("/api/games", content=named, headers=JSON), 422)
        text = f'[Spec \\"{SPEC}\\"]\\n[White \\"{HALF}\\"]\\n\\n1. B2 *'
        record = f'{{"record": "{text}"}}'
        in_words(await client.post("/api/records", content=record, headers=JSON), 422)
        node = f'{{"before": -1, "turn": "B2", "comment": "{HALF}"}}'
        tree = f'{{"start": "{kletka.start(SPEC)}", "tree": [{node}]}}'
        in_words(await client.post("/analysis/record", content=tree, headers=JSON), 422)
        # A form may name a character set in which such halves can be written.
        fields = {**form, "spec": SPEC, "turns": "B2", "name0": HALF}
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ]
        kind = "multipart/form-data; boundary=x; charset=unicode_escape"
        answer = await client.post(
            "/paper/kamiken/enter",
            content="".join(parts) + "--x--\r\n",
            headers={"Content-Type": kind},
        )
        in_words(answer, 422)
        with sqlite3.connect(tmp_path / "kletka.sqlite3") as database:
            stored = [row[0] for row in database.execute("SELECT setup FROM games")]
        assert stored
        assert not any("ud800" in setup.lower() for setup in stored)

    visit(tmp_path, do)


def test_forms_that_are_refused_say_why(tmp_path: Path) -> None:
    async def do(visit: Visit) -> None:
        client, form = visit.client, visit.form
        wrong = {**form, "position": str(kletka.start(SPEC)), "bot": "level99"}
        for answer, status, code in (
            (await client.post("/play/kamiken"), 403, "forbidden"),
            (await client.post("/play-on", data={"csrf": "x"}), 403, "forbidden"),
            (await client.post("/play-on", data=wrong), 422, "invalid"),
        ):
            in_words(answer, status)
            error = answer.json()["error"]
            assert error["code"] == code
            assert "on our side" not in error["text"]

    visit(tmp_path, do)


@pytest.mark.parametrize("name", ["game", "players", "date", "self"])
def test_a_record_with_any_tag_can_be_imported_and_read(tmp_path: Path, name: str) -> None:
    async def do(visit: Visit) -> None:
        text = f'[Spec "{SPEC}"]\n[{name} "x"]\n\n1. B2 *\n'
        brought = await visit.client.post("/api/records", json={"record": text})
        assert brought.status_code == 201
        for end in ("record.txt", "record.json", "board.svg", ""):
            address = f"/g/{brought.json()['id']}/{end}".rstrip("/")
            assert (await visit.client.get(address)).status_code == 200
        again = await visit.client.get(f"/api/games/{brought.json()['id']}/record")
        assert Record.parse(again.text).tags == {name: "x"}

    visit(tmp_path, do)


def test_a_game_from_the_middle_of_a_turn_has_a_record(tmp_path: Path) -> None:
    async def do(visit: Visit) -> None:
        position = kletka.start("manu(size=7)")
        for move in MANU:
            position = position.play(move)
        asked = {**visit.form, "position": str(position), "bot": "level1"}
        begun = await visit.client.post("/play-on", data=asked)
        assert begun.status_code == 303
        game = begun.headers["Location"].rpartition("/")[2]
        room = await visit.app.state.registry.room(game)
        for ends in ("record.txt", "record.json"):
            assert (await visit.client.get(f"/g/{game}/{ends}")).status_code == 200
        await room.act(lambda game, now: game.play(0, 0, "^E5", now))
        text = (await visit.client.get(f"/g/{game}/record.txt")).text
        record = Record.parse(text)
        assert record.start == position
        assert record.turns[0] == "^E5"

    visit(tmp_path, do)


@pytest.mark.parametrize("moves", [7, 8])
def test_an_unfinished_turn_is_left_out_of_an_analysis(tmp_path: Path, moves: int) -> None:
    async def do(visit: Visit) -> None:
        record = Record.begin("manu(size=7)")
        for move in MANU[:moves]:
            record = record.play(move)
        assert record.end.in_turn
        read = await visit.client.post("/analysis/read", json={"text": str(record)})
        assert read.status_code == 200, read.text
        assert [node["turn"] for node in read.json()["tree"]] == MANU[:6]

    visit(tmp_path, do)


def test_a_database_that_fails_is_said_with_503(tmp_path: Path) -> None:
    async def do(visit: Visit) -> None:
        client = visit.client
        database = sqlite3.connect(tmp_path / "kletka.sqlite3")
        database.execute("ALTER TABLE games RENAME TO gone")
        database.commit()
        for address in ("/games", "/api/games", "/g/aaaaaaaaaa", "/api/games/aaaaaaaaaa"):
            answer = await client.get(address, headers={"Accept-Language": "ru"})
            assert answer.status_code == 503
            assert answer.json()["error"]["text"] == "база данных не отвечает; повторите"
            assert answer.headers["Retry-After"] == "1"
        page = await client.get("/games", headers={"Accept": "text/html"})
        assert page.status_code == 503
        assert "The database is not responding; try again." in page.text
        new = await client.post("/api/games", json={"spec": SPEC, "seats": [{}, {}]})
        assert new.status_code == 503
        assert (await client.post("/play/kamiken", data=visit.form)).status_code == 503
        database.execute("ALTER TABLE gone RENAME TO games")
        database.commit()
        database.close()
        assert (await client.get("/api/games")).status_code == 200

    visit(tmp_path, do)


@pytest.mark.parametrize("path", ["live", "review/live"])
def test_a_connection_is_refused_while_the_database_fails(tmp_path: Path, path: str) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        with closing(sqlite3.connect(tmp_path / "kletka.sqlite3")) as database:
            database.execute("ALTER TABLE games RENAME TO gone")
        address = server.address.replace("http", "ws")
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{address}/g/aaaaaaaaaa/{path}")
        assert refused.value.response.status_code == 403
    finally:
        server.stop()


def start_server(folder: Path, *words: str, **settings: str) -> str:
    """What a server that cannot start says on standard error."""
    command = [sys.executable, "-m", "kletka", "serve", "--no-browser", *words]
    environment = {**os.environ, "KLETKA_DATA_DIR": str(folder), "KLETKA_LANG": "en", **settings}
    log = folder / "stderr.txt"
    with log.open("w", encoding="utf-8") as errors:
        server = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    with server:
        assert server.stdout is not None
        for line in server.stdout:  # until it ends; one that starts would never do so
            if "http://" in line:
                server.kill()
    said = log.read_text(encoding="utf-8")
    assert server.returncode == 2, f"the server started: {said}"
    assert "Traceback" not in said
    return said


def test_a_read_only_database_is_said_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "kletka.sqlite3"
    open_database(f"sqlite:///{file}").dispose()
    read_only = f"sqlite:///file:{file}?mode=ro&uri=true"
    said = start_server(tmp_path, KLETKA_DATABASE_URL=read_only)
    assert "cannot be used: attempt to write a readonly database" in said
    away = "postgresql://me:hidden@127.0.0.1:1/none"
    said = start_server(tmp_path, KLETKA_DATABASE_URL=away, KLETKA_LANG="ru")
    assert "не воспользоваться" in said
    assert "hidden" not in said


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_cannot_be_is_said(tmp_path: Path, port: str) -> None:
    said = start_server(tmp_path, f"--port={port}")
    assert f"cannot listen at 127.0.0.1, port {port}" in said
