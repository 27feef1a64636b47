"""The metrics of a real server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.web.browser.serving import Server
from tests.web.clients import NewGame, Visitor

TOKEN = "of-the-monitor"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environment = {**os.environ, "KLETKA_METRICS_TOKEN": TOKEN}
    server = Server(tmp_path_factory.mktemp("metrics"), environment=environment)
    server.start()
    yield server
    server.stop()


def samples(server: Server) -> Samples:
    answer = httpx.get(f"{server.address}/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(of: Samples, name: str, **labels: str) -> float:
    return of.get((name, frozenset(labels.items())), 0)


def test_a_played_game_is_counted(server: Server) -> None:
    before = samples(server)
    game = NewGame(server, "kamiken(size=5)", "here level1")
    api = game.api(0)
    with game.live() as live:
        live.until("game")
        assert api.post(f"{game.path}/turns", number=0, turn="C3").status_code == 200
        while live.until("turn")["number"] < 2:
            pass
        during = samples(server)
    assert httpx.get(f"{server.address}/nowhere/{game.id}").status_code == 404

    def more(name: str, **labels: str) -> float:
        return value(during, name, **labels) - value(before, name, **labels)

    assert more("kletka_events_total", kind="turn") == 2
    assert more("kletka_bot_seconds_count") == 1
    assert more("kletka_turn_seconds_count") == 2
    assert more("kletka_commit_seconds_count") >= 2
    route = {"method": "POST", "route": "/api/games/{game}/turns", "status": "200"}
    assert more("kletka_request_seconds_count", **route) == 1
    assert more("kletka_connections", route="/g/{game}/live") == 1
    assert more("kletka_games", state="open") == 1
    assert value(during, "kletka_games", state="live") >= 1
    assert value(during, "kletka_worker_processes", pool="bots") == 2
    assert ("kletka_worker_jobs", frozenset({("pool", "studies")})) in during
    assert ("kletka_waiting_jobs", frozenset({("pool", "database")})) in during
    while value(samples(server), "kletka_connections", route="/g/{game}/live"):
        pass  # until the server has noticed that the connection is closed


def test_labels_have_no_ids_and_no_secrets(server: Server) -> None:
    visitor = Visitor(server)
    game = visitor.new_game(seat1="link")
    with visitor.live(game) as live:
        link: str = live.until("game")["links"]["1"]
    assert Visitor(server).take(link).status_code == 303
    text = httpx.get(f"{server.address}/metrics").text
    assert game not in text
    assert link.rpartition("/")[2] not in text
    assert 'route="/g/{game}/{secret}"' in text


def test_only_this_machine_and_the_token_may_read_them(server: Server) -> None:
    def status(**headers: str) -> int:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return httpx.get(f"{server.address}/metrics", headers=named).status_code

    assert status() == 200
    assert status(x_forwarded_for="203.0.113.7") == 404
    assert status(x_forwarded_for="127.0.0.1") == 404
    token = f"Bearer {TOKEN}"
    assert status(x_forwarded_for="203.0.113.7", authorization=token) == 200
    assert status(x_forwarded_for="203.0.113.7", authorization=f"{token}s") == 404
    assert status(x_forwarded_for="203.0.113.7", authorization="Bearer") == 404


def test_other_addresses_may_be_named_and_this_machine_left_out(tmp_path: Path) -> None:
    environment = {**os.environ, "KLETKA_METRICS_FROM": "203.0.113.0/24"}
    server = Server(tmp_path, environment=environment)
    server.start()
    try:
        assert httpx.get(f"{server.address}/metrics").status_code == 404
    finally:
        server.stop()
