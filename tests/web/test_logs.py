"""The log: times, ids of requests, and no secrets."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kletka.web.configuration import Configuration
from kletka.web.logs import LineFormatter, without_secrets
from tests.web.browser.serving import Server
from tests.web.clients import NewGame, Visitor

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 [A-Z]+ ([0-9a-f]{8}|-) .")
SECRET = "aB3_-" * 4 + "wxyz"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"GET /g/8vYdS2kQpW/{SECRET} 200", "GET /g/8vYdS2kQpW/… 200"),
        (f"/lang/ru?back=/g/8vYdS2kQpW/{SECRET}&x", "/lang/ru?back=/g/8vYdS2kQpW/…&x"),
        (f"Authorization: Bearer 8vYdS2kQpW.{SECRET}", "Authorization: Bearer …"),
        (f"cookie kletka_visitor={SECRET}; lang=ru", "cookie kletka_visitor=…; lang=ru"),
        ("GET /g/8vYdS2kQpW/board.svg 200", "GET /g/8vYdS2kQpW/board.svg 200"),
        ("/static/0123456789ab/js/status-panel-long-name.js",) * 2,
    ],
)
def test_what_looks_like_a_secret_is_left_out(said: str, left: str) -> None:
    assert without_secrets(said) == left
    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "%s", (said,), None)
    assert LineFormatter().format(record).endswith(f" ERROR - {left}")


def test_the_access_log_is_off_unless_it_is_switched_on() -> None:
    def wanted(**environment: str) -> bool:
        return Configuration.from_environment(environment).access_log

    assert not wanted()
    assert not wanted(KLETKA_ACCESS_LOG="off")
    assert wanted(KLETKA_ACCESS_LOG="on")


@pytest.mark.parametrize("access", ["on", "off"])
def test_the_log_of_a_server(tmp_path: Path, access: str) -> None:
    server = Server(tmp_path, environment={**os.environ, "KLETKA_ACCESS_LOG": access})
    server.start()
    try:
        anna, boris = Visitor(server), Visitor(server)
        game = anna.new_game(seat1="link")
        with anna.live(game) as live:
            view = live.until("game")
        link = view["links"]["1"]
        assert boris.take(link).status_code == 303
        boris.get(f"/lang/ru?back={link}")
        by_program = NewGame(server, "kamiken(size=3)", "here link")
        by_program.api(0).get(by_program.path)
        answer = httpx.get(f"{server.address}/nowhere%C2%A0%0A")
    finally:
        server.stop()
    log = (tmp_path / "server.log").read_text("utf-8")
    lines = [line for line in log.splitlines() if not line.startswith("Kletka")]
    assert all(LINE.match(line) for line in lines), log
    assert bool(lines) == (access == "on")
    if access == "on":
        named = [line for line in lines if f" {answer.headers['x-request-id']} " in line]
        assert len(named) == 1
        assert re.search(r" GET /nowhere\?\? 404 [\d.]+ ms$", named[0]), named
        assert any(f"WEBSOCKET /g/{game}/live" in line for line in lines)
        assert any(f"POST /g/{game}/… 303" in line for line in lines)
    shown = [link, view["own_links"]["0"], anna.cookies, by_program.made["secrets"]["1"]]
    for secret in (*shown, by_program.made["tokens"]["0"]):
        assert re.split(r"[/=.]", secret)[-1] not in log


def test_a_whole_session_as_json_has_ids_and_no_secrets(tmp_path: Path) -> None:
    environment = {**os.environ, "KLETKA_ACCESS_LOG": "on", "KLETKA_LOG_FORMAT": "json"}
    server = Server(tmp_path, environment=environment)
    server.start()
    try:
        secrets = play_a_session(server)
        damage(server)
        broken = httpx.get(f"{server.address}/api/games/{'1' * 10}")
        named = httpx.get(f"{server.address}/healthz", headers={"X-Request-ID": "from-my-proxy.7"})
        odd = httpx.get(f"{server.address}/healthz", headers={"X-Request-ID": 'a" b'})
    finally:
        server.stop()
    log = (tmp_path / "server.log").read_text("utf-8")
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines[0]["message"] == f"Kletka is at {server.address}/"
    for line in lines:
        assert {"time", "level", "logger", "request", "message"} <= line.keys()
    by_request: dict[str, list[dict[str, object]]] = {}
    for line in lines:
        by_request.setdefault(line["request"], []).append(line)
    [asked] = by_request["from-my-proxy.7"]
    assert named.headers["x-request-id"] == "from-my-proxy.7"
    assert (asked["method"], asked["path"], asked["status"]) == ("GET", "/healthz", "200")
    assert re.fullmatch("[0-9a-f]{8}", odd.headers["x-request-id"])
    assert broken.status_code == 500
    complaint, request = by_request[broken.headers["x-request-id"]]
    assert (complaint["level"], request["status"]) == ("error", "500")
    assert any(line.get("path", "").endswith("/…") for line in lines)
    for secret in secrets:
        assert len(secret) > 15
        assert secret not in log


def test_a_log_format_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    server = Server(tmp_path, environment={**os.environ, "KLETKA_LOG_FORMAT": "xml"})
    with pytest.raises(RuntimeError, match="kletka: KLETKA_LOG_FORMAT is text or json, not 'xml'"):
        server.start()


def play_a_session(server: Server) -> list[str]:
    """Two browsers and a program play games to their ends; returns all secrets they have seen."""
    anna, boris = Visitor(server), Visitor(server)
    game = anna.new_game(seat1="link")
    with anna.live(game) as first:
        view = first.until("game")
        link = view["links"]["1"]
        assert boris.take(link).status_code == 303
        boris.get(f"/lang/ru?back={link}")
        with boris.live(game) as second:
            own_links = [view["own_links"]["0"], second.until("game")["own_links"]["1"]]
            assert first.play(0, "B2")["type"] == "turn"
            second.send("resign")
            first.until("over")
    assert Visitor(server).take(own_links[0]).status_code == 303
    by_program = NewGame(server, "kamiken(size=3)", "here link")
    by_program.api(0).post(f"{by_program.path}/turns", number=0, turn="B2")
    joined = by_program.api().post(
        f"{by_program.path}/seats/1/join", secret=by_program.made["secrets"]["1"]
    )
    by_program.api(0).post_nothing(f"{by_program.path}/resign")
    secrets = [link, *own_links, by_program.made["secrets"]["1"]]
    tokens = [joined.json()["token"], by_program.made["tokens"]["0"]]
    cookies = re.findall("kletka_visitor=([^;]+)", anna.cookies + "; " + boris.cookies)
    assert len(cookies) == 2
    return [re.split(r"[/.]", secret)[-1] for secret in (*secrets, *tokens, *cookies)]


def damage(server: Server) -> None:
    """Store a game that cannot be read."""
    with closing(sqlite3.connect(server.folder / "kletka.sqlite3")) as database, database:
        columns = "id, created, game, setup, salt, public, watched_by_server, over, rules"
        values = ("1" * 10, 0, "kamiken", "{", "", False, False, False, 1)
        database.execute(
            f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values
        )


def test_what_clients_send_wrong_leaves_one_line_and_no_trace(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", server.port)) as plain:
                plain.sendall(b"this is not HTTP\r\n\r\n")
                assert plain.recv(100).startswith(b"HTTP/1.1 400")
            address = f"{server.address.replace('http', 'ws')}/analysis/live"
            with connect(address) as live:
                live.send(b"\xed\xa0\x80", text=True)
                with pytest.raises(ConnectionClosed) as closed:
                    live.recv()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1007
    finally:
        server.stop()
    log = (tmp_path / "server.log").read_text("utf-8")
    said = [line.partition(" WARNING - ")[2] for line in log.splitlines() if "WARNING" in line]
    assert said == [
        "refused a client: a request that is not HTTP",
        "refused a client: a message that is not UTF-8",
    ]
    assert "Traceback" not in log
