"""Connections: half-sent requests and idle connections do not shut others out."""

from __future__ import annotations

import resource
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from kletka.web.configuration import Limits
from tests.web.browser.serving import Server
from tests.web.clients import NewGame
from tests.web.test_limits import running

HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"
BODY = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"


def opened(server: Server, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(sent)
    return connection


def everything_from(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    received = b""
    while part := connection.recv(4096):
        received += part
    return received


@pytest.mark.parametrize("sent", [b"", HALF, BODY])
def test_a_request_that_does_not_arrive_is_given_up(tmp_path: Path, sent: bytes) -> None:
    with running(tmp_path, Limits(header_seconds=0.3, body_seconds=0.3)) as server:
        with opened(server, sent) as slow:
            assert everything_from(slow).startswith(b"HTTP/1.1 408 ")
        assert httpx.get(server.address).status_code == 200


def test_a_request_that_drips_is_given_up(tmp_path: Path) -> None:
    with running(tmp_path, Limits(header_seconds=0.5)) as server, opened(server, HALF) as slow:
        slow.settimeout(0.05)
        answer = b""
        while not answer:
            slow.sendall(b"X-Header: 1\r\n")
            with suppress(TimeoutError):
                answer = slow.recv(4096)
        assert answer.startswith(b"HTTP/1.1 408 ")


def test_connections_that_are_used_again_are_not_given_up(tmp_path: Path) -> None:
    with running(tmp_path, Limits(header_seconds=0.3, body_seconds=0.3)) as server:
        with httpx.Client(base_url=server.address) as client:
            for _ in range(5):
                assert client.get("/api/games").status_code == 200
                time.sleep(0.2)
        with NewGame(server, "kamiken(size=3)", "here here").live(0) as live:
            time.sleep(0.7)
            assert live.play(0, "B2")["number"] == 1


def test_headers_have_a_longest_length(tmp_path: Path) -> None:
    with running(tmp_path, Limits(header_bytes=10_000)) as server:
        with opened(server, HALF + b"X: " + b"x" * 20_000) as long:
            assert everything_from(long).startswith(b"HTTP/1.1 431 ")
        assert httpx.get(server.address, headers={"X": "x" * 5000}).status_code == 200


WEBSOCKET = "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("x" * 9000, KEY),
        ("\xff", KEY),
        ("analysis/live", KEY + "X: " + "y" * 9000 + "\r\n"),
        ("analysis/live", KEY + "X: y\r\n" * 200),
        ("analysis/live", ""),
        ("analysis/live", "Sec-WebSocket-Key: short\r\n"),
    ],
)
def test_a_websocket_that_cannot_be_opened_is_refused(
    site: Server, path: str, headers: str
) -> None:
    asked = f"GET /{path} HTTP/1.1\r\n{WEBSOCKET}{headers}\r\n"
    with opened(site, asked.encode("latin-1")) as connection:
        connection.settimeout(30)  # it would stay open for ever
        assert everything_from(connection).startswith(b"HTTP/1.1 4")


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    limits = Limits(connections_of_one_address=4)
    with running(tmp_path, limits) as server, ExitStack() as stack:
        mine = [stack.enter_context(opened(server, HALF + b"\r\n")) for _ in range(4)]
        for connection in mine:
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
        with opened(server) as refused:
            assert everything_from(refused).startswith(b"HTTP/1.1 429 ")
        mine[0].sendall(HALF + b"Connection: close\r\n\r\n")
        everything_from(mine[0])
        while httpx.get(server.address).status_code != 200:  # there will be room again
            time.sleep(0.01)


def test_half_sent_requests_of_an_address_give_way(tmp_path: Path) -> None:
    limits = Limits(connections_of_one_address=4)
    with running(tmp_path, limits) as server, ExitStack() as stack:
        mine = [stack.enter_context(opened(server, HALF)) for _ in range(4)]
        assert httpx.get(server.address).status_code == 200
        assert everything_from(mine[0]).startswith(b"HTTP/1.1 408 ")


def test_the_connections_of_a_proxy_are_not_one_visitors(tmp_path: Path) -> None:
    limits = Limits(connections_of_one_address=4)
    request = b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.%d\r\n\r\n"
    with running(tmp_path, limits) as server, ExitStack() as stack:
        for number in range(12):
            proxied = stack.enter_context(opened(server, request % number))
            assert proxied.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_half_sent_requests_do_not_shut_players_out(tmp_path: Path) -> None:
    _, hard = before = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Server(tmp_path, limits=True)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))  # the server inherits it
    try:
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    try:
        with ExitStack() as stack:
            for _ in range(400):
                stack.enter_context(opened(server, HALF))
            game = NewGame(server, "kamiken(size=3)", "here here")
            with game.live(0) as live:
                assert live.play(0, "B2")["number"] == 1
        assert "too many" in (tmp_path / "server.log").read_text("utf-8")
    finally:
        server.stop()
