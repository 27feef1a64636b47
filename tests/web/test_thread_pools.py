"""Threads for parsing and drawing."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import kletka
from kletka.variations import Branch
from kletka.web.pages.stateless_board import read_position
from kletka.web.refusals import Refused
from kletka.web.study.tree_json import MOST_TURNS, tree_as_json
from kletka.web.thread_pools import ThreadPool, parsing
from tests.web.in_process import ADDRESS, app_with, client_of


def test_work_whose_asker_has_gone_is_dropped_and_errors_are_passed_on() -> None:
    async def test() -> None:
        pool, release = ThreadPool("test", 1), threading.Event()
        ran: list[str] = []
        first = asyncio.create_task(pool.run(release.wait))
        second = asyncio.create_task(pool.run(ran.append, "dropped"))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        release.set()
        assert await first
        with pytest.raises(ValueError, match="invalid literal"):
            await pool.run(int, "x")
        assert not ran

    asyncio.run(test())


def test_a_tree_of_too_many_turns_is_refused_in_a_sentence() -> None:
    start = kletka.start("kamiken(size=3)")
    assert len(tree_as_json(start, [Branch("B2")] * MOST_TURNS)) == MOST_TURNS
    with pytest.raises(Refused) as refused:
        tree_as_json(start, [Branch("B2")] * (MOST_TURNS + 1))
    assert refused.value.status == 413
    assert refused.value.say("ru") == f"в дереве может быть не больше {MOST_TURNS} ходов"


def test_lists_and_boards_are_answered_while_all_parsers_are_busy(tmp_path: Path) -> None:
    async def test() -> None:
        async with client_of(app_with(tmp_path)) as client:
            new = {"spec": "kamiken(size=3)", "seats": [{}, {}]}
            release = threading.Event()
            busy = [asyncio.create_task(parsing.run(release.wait)) for _ in range(10)]
            text = {"text": '[Spec "kamiken(size=3)"]\n\n1. B2 *\n'}
            reading = asyncio.create_task(client.post("/analysis/read", json=text))
            game = (await client.post("/api/games", json=new)).json()["game"]["id"]
            assert (await client.get("/api/games")).status_code == 200
            assert (await client.get(f"/g/{game}/board.svg")).status_code == 200
            assert not reading.done(), "reading has no threads of its own"
            release.set()
            assert (await reading).json()["type"] == "read"
            await asyncio.gather(*busy)

    asyncio.run(test())


def test_positions_to_analyse_are_parsed_apart_from_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def noted(text: str) -> kletka.Position:
        threads.append(threading.current_thread().name)
        return read_position(text)

    monkeypatch.setattr("kletka.web.study.analysis_socket.read_position", noted)
    over = "kamiken(size=1,komi=0.5) w - -"
    [refused] = asyncio.run(
        analysis_answers(tmp_path, {"do": "analyse", "position": over, "key": 3})
    )
    assert refused["type"] == "refused"
    assert len(threads) == 1
    assert threads[0].startswith("kletka-parsing")


async def analysis_answers(folder: Path, message: dict[str, Any]) -> list[dict[str, Any]]:
    """The first answer to a message on the WebSocket of analyses, without a network."""
    app = app_with(folder)
    answers: list[dict[str, Any]] = []
    received, answered = asyncio.Queue[dict[str, Any]](), asyncio.Event()
    host = ADDRESS.partition("//")[2].encode()
    scope = {
        "type": "websocket",
        "path": "/analysis/live",
        "query_string": b"",
        "headers": [(b"host", host), (b"origin", ADDRESS.encode())],
        "client": ("127.0.0.1", 1),
        "scheme": "ws",
        "app": app,
    }

    async def send(event: Any) -> None:
        if event["type"] == "websocket.send":
            answers.append(json.loads(event["text"]))
            answered.set()

    async with client_of(app):
        received.put_nowait({"type": "websocket.connect"})
        received.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        serving = asyncio.create_task(app(scope, received.get, send))
        await answered.wait()
        received.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await serving
    return answers
