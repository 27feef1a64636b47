"""The first start on a machine, configuration, languages."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web import preparation
from kletka.web.configuration import Configuration, Limits
from kletka.web.languages import language_accepted
from kletka.web.preparation import Preparation
from tests.web.browser.serving import Server
from tests.web.clients import Api
from tests.web.in_process import app_with, client_of


def test_pages_wait_while_the_rules_are_loaded(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_of(app_with(tmp_path), started=False) as client:
            page = await client.get("/", headers={"Accept": "text/html", "Accept-Language": "ru"})
            assert page.status_code == 503
            assert "Клетка запускается" in page.text
            assert int(page.headers["refresh"]) > 0
            answer = await client.get("/api/games")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            assert answer.json()["error"]["code"] == "preparing"

    asyncio.run(go())


def test_compiling_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "is_prepared", lambda part: False)
    told: list[Text] = []
    first = Preparation(told.append)
    asyncio.run(first.load())
    assert (first.ready, first.compiled) == (True, False)
    asyncio.run(first.compile())
    assert first.compiled
    assert told[0].ru.startswith("Можно играть")
    assert any("engine: search" in words.en for words in told)
    assert told[-1].en.startswith("■")
    assert "·" not in told[-1].en


def test_on_a_new_machine_people_and_bots_play_before_anything_is_compiled(tmp_path: Path) -> None:
    server = Server(tmp_path, environment={**os.environ, "KLETKA_CACHE_DIR": str(tmp_path)})
    server.start()
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "level2"}]
    made = Api(server).post("/games", spec="kamiken(size=5)", seats=seats).json()
    mine = Api(server, made["tokens"]["0"])
    place = f"/games/{made['game']['id']}"
    assert mine.post(f"{place}/turns", turn="C3", number=0).status_code == 200
    while len(mine.get(place).json()["turns"]) < 2:
        time.sleep(0.1)
    compiled = list(tmp_path.glob("kernels/*/ready-to-play"))
    server.stop()
    assert not compiled


def test_the_configuration_comes_from_the_environment() -> None:
    configuration = Configuration.from_environment(
        {
            "KLETKA_DATA_DIR": "/somewhere",
            "KLETKA_PORT": "1234",
            "KLETKA_BOT_PAUSE": "0.25",
            "KLETKA_DATABASE_URL": "postgresql://me@host/db",
        }
    )
    assert configuration.data_folder == Path("/somewhere")
    assert (configuration.port, configuration.bot_pause) == (1234, 0.25)
    assert configuration.database == "postgresql+psycopg://me@host/db"
    assert configuration.limits == Limits()
    usual = Configuration.from_environment({"KLETKA_DATA_DIR": "/somewhere"})
    assert usual.database == "sqlite:////somewhere/kletka.sqlite3"
    assert usual.host == "127.0.0.1"


def test_a_wrong_configuration_is_explained() -> None:
    with pytest.raises(KletkaError) as caught:
        Configuration.from_environment({"KLETKA_PORT": "eighty"})
    assert caught.value.say("en") == "KLETKA_PORT must be a number, not 'eighty'"
    assert caught.value.say("ru") == "KLETKA_PORT: нужно число, а не 'eighty'"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_taken_port_is_explained(tmp_path: Path, language: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "kletka", "serve", "--port", port, "--lang", language],
            env={**os.environ, "KLETKA_DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    start = {"en": "kletka: cannot listen at", "ru": "kletka: не получается слушать"}
    assert done.stderr.startswith(start[language])
    assert port in done.stderr


def test_a_server_that_is_asked_to_stop_stops_quietly(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    server.stop()
    logged = (tmp_path / "server.log").read_text("utf-8")
    assert logged.splitlines() == [f"Kletka is running at {server.address}/ (Ctrl+C to stop)"]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("de,en-GB;q=0.7,ru;q=0.3", "en"),
        ("de,ru;q=0.3", "ru"),
        ("en;q=0.2,ru;q=0.3", "ru"),
        ("ru;q=0", "en"),
        ("ru;q=1.2.3", "en"),
        (",;=,ru;;q", "en"),
    ],
)
def test_the_browsers_language(header: str, language: str) -> None:
    assert language_accepted(header) == language
