"""Forwarded headers, with a real nginx before the server."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.web.browser.serving import Server
from tests.web.clients import NewGame
from tests.web.nginx import free_port, nginx_with

SITE = """
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://127.0.0.1:{behind};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection "upgrade";
        proxy_set_header X-Forwarded-For {visitor};
        proxy_set_header X-Forwarded-Proto https;
        proxy_set_header X-Request-ID $request_id;
    }}
}}
"""
VISITOR = "203.0.113.7"


@contextmanager
def behind_nginx(folder: Path, trusted: str) -> Iterator[tuple[Server, str]]:
    """A server with an access log, and the address of an nginx before it."""
    environment = {**os.environ, "KLETKA_TRUSTED_PROXIES": trusted, "KLETKA_ACCESS_LOG": "on"}
    server, port = Server(folder, environment=environment), free_port()
    server.start()
    try:
        site = SITE.format(port=port, behind=server.port, visitor=VISITOR)
        with nginx_with(site, port):
            yield server, f"http://127.0.0.1:{port}"
    finally:
        server.stop()


def lines_of(server: Server, path: str, count: int) -> list[str]:
    """The lines about a path, once there are so many: they are written after the answers."""
    lines: list[str] = []
    while len(lines) < count:
        log = (server.folder / "server.log").read_text("utf-8")
        lines = [line for line in log.splitlines() if f" {path} " in line]
    return lines


def test_a_named_proxy_is_believed(tmp_path: Path) -> None:
    with behind_nginx(tmp_path, "127.0.0.1") as (server, proxy):
        answer = httpx.get(f"{proxy}/healthz", headers={"X-Forwarded-Host": "evil.example"})
        assert "strict-transport-security" in answer.headers
        assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])  # nginx has made it
        [line] = lines_of(server, "/healthz", 1)
        assert f" {answer.headers['x-request-id']} {VISITOR} GET" in line
        assert httpx.get(f"{proxy}/metrics").status_code == 404

        server.address = proxy  # a WebSocket through nginx
        game = NewGame(server, "kamiken(size=3)", "here here")
        with game.live(0, origin=proxy) as live:
            live.until("game")
            assert live.play(0, "B2")["type"] == "turn"


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    with behind_nginx(tmp_path, "10.0.0.1") as (server, proxy):
        claimed = {
            "X-Forwarded-For": VISITOR,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "evil.example",
            "X-Request-ID": "mine",
        }
        for answer in (
            httpx.get(f"{proxy}/healthz"),
            httpx.get(f"{server.address}/healthz", headers=claimed),
        ):
            assert "strict-transport-security" not in answer.headers
            assert re.fullmatch("[0-9a-f]{8}", answer.headers["x-request-id"])
        lines = lines_of(server, "/healthz", 2)
        assert all(" 127.0.0.1 GET" in line for line in lines)
        # A proxy on this machine that is not believed opens the metrics to nobody.
        assert httpx.get(f"{proxy}/metrics").status_code == 404
        page = httpx.get(f"{server.address}/rules/kamiken", headers=claimed)
        assert "evil.example" not in page.text
