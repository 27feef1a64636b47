"""A server that gets SIGTERM sends everybody elsewhere, loses nothing, and ends."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kletka.web.websockets import COME_AGAIN
from tests.web.browser.serving import Server
from tests.web.clients import Api, Live, NewGame, Visitor
from tests.web.test_crash import Players, go_on_for

RESTARTS = 3
GAMES = 6
PAUSE = 0.1  # seconds before a move, so that no game ends


def server_in(folder: Path, drain: float) -> Server:
    return Server(folder, environment={**os.environ, "KLETKA_DRAIN_SECONDS": str(drain)})


@pytest.fixture
def stopping(tmp_path: Path) -> Iterator[Server]:
    """A server that closes its connections over so long that tests can look at it."""
    server = server_in(tmp_path, 3600)
    server.start()
    yield server
    server.kill()


def close_code(live: Live) -> int:
    """The code with which the server closes a connection."""
    try:
        while True:
            live.receive()
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else 0


def drains(server: Server) -> httpx.Response:
    """The answer of a server that has noticed the signal."""
    while (ready := httpx.get(f"{server.address}/readyz")).status_code != 503:
        pass
    return ready


def test_nothing_is_lost_when_a_server_is_restarted_during_games(tmp_path: Path) -> None:
    server = server_in(tmp_path, 0.5)
    server.start()
    players = [Players(server, number % 3 == 0, PAUSE) for number in range(GAMES)]
    try:
        for _ in range(RESTARTS):
            go_on_for(players, 2)
            assert server.stop() == 0
            server.start()
        go_on_for(players, 2)
    finally:
        for player in players:
            player.end()
    records = [player.game.view()["turns"] for player in players]
    server.stop()
    for player, turns in zip(players, records, strict=True):
        assert player.wrong is None
        assert turns[: len(player.acknowledged)] == player.acknowledged
    log = (tmp_path / "server.log").read_text("utf-8")
    assert all(line.startswith("Kletka is running at ") for line in log.splitlines()), log


def test_a_draining_server_says_so_and_takes_nothing_new(stopping: Server) -> None:
    game = NewGame(stopping, "kamiken(size=5)", "here here")
    visitor = Visitor(stopping)
    form = visitor.form_token()
    with game.live(0) as first, game.live(1) as second:
        first.until("game")
        second.until("game")
        stopping.signal(signal.SIGTERM)
        ready = drains(stopping)
        assert ready.json() == {"ready": False, "missing": ["running"]}
        assert httpx.get(f"{stopping.address}/healthz").status_code == 200

        refused = Api(stopping).post("/games", spec="kamiken", seats=[{}, {}])
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "2"
        assert "this server is being restarted" in refused.text
        page = visitor.post("/new", csrf=form, game="kamiken", size="4", seat0="me")
        assert page.status_code == 503
        assert "server is being restarted" in page.text
        with pytest.raises(InvalidStatus) as socket, game.live():
            pass
        assert socket.value.response.status_code == 503

        # The first connection is closed at once and the second much later: it still plays.
        assert close_code(first) == COME_AGAIN
        assert game.api(0).post(f"{game.path}/turns", number=0, turn="C3").status_code == 200
        assert second.until("turn")["turn"] == "C3"


def test_connections_are_closed_one_after_another(tmp_path: Path) -> None:
    server = server_in(tmp_path, 1)
    server.start()
    game = NewGame(server, "kamiken(size=5)", "here here")
    closed: list[float] = []
    codes: list[int] = []

    def wait() -> None:
        with game.live() as live:
            live.until("game")
            opened.release()
            codes.append(close_code(live))
            closed.append(time.monotonic())

    opened = threading.Semaphore(0)
    threads = [threading.Thread(target=wait) for _ in range(5)]
    for thread in threads:
        thread.start()
    for _ in threads:
        opened.acquire()
    assert server.stop() == 0
    for thread in threads:
        thread.join()
    assert codes == [COME_AGAIN] * 5
    assert max(closed) - min(closed) > 0.6  # four fifths of the second


def test_streams_end_and_a_server_ends_with_them(tmp_path: Path) -> None:
    server = server_in(tmp_path, 0.2)
    server.start()
    game = NewGame(server, "kamiken(size=5)", "here here")
    with (
        httpx.Client(timeout=None) as client,
        client.stream("GET", f"{server.address}/api{game.path}/stream") as stream,
    ):
        lines = stream.iter_lines()
        assert '"type":"game"' in next(lines)
        server.signal(signal.SIGTERM)
        for line in lines:  # it ends in the way of HTTP, or this raises
            assert line == "" or '"presence"' in line
    assert server.wait() == 0


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_stops_at_once(stopping: Server, second: int) -> None:
    game = NewGame(stopping, "kamiken(size=5)", "here here")
    with ExitStack() as connections:
        for seat in (0, 1):
            connections.enter_context(game.live(seat)).until("game")
        stopping.signal(signal.SIGTERM)
        drains(stopping)
        stopping.signal(second)
        assert stopping.wait() == 128 + second
