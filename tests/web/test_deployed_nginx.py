"""The nginx configuration of deploy/, before two real servers on one PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import subprocess
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.browser.serving import Server
from tests.web.clients import NewGame
from tests.web.nginx import free_port, nginx_with
from tests.web.postgres import new_database
from tests.web.test_draining import drains

FILE = Path(__file__).parent.parent.parent / "deploy" / "nginx" / "kletka.conf"


@dataclass(frozen=True)
class Site:
    servers: list[Server]
    port: int
    plain_port: int
    certificate: Path

    def client(self) -> httpx.Client:
        address = f"https://127.0.0.1:{self.port}"
        return httpx.Client(base_url=address, verify=self.tls(), timeout=60)

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))


@pytest.fixture
def deployed(tmp_path: Path, postgres: str) -> Iterator[Site]:
    settings = {
        "KLETKA_DATABASE_URL": new_database(postgres, f"kletka_{uuid.uuid4().hex}"),
        "KLETKA_DRAIN_SECONDS": "3600",
    }
    servers = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        servers.append(Server(tmp_path / name, environment={**os.environ, **settings}))
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
    names = [
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-out",
        str(certificate),
        "-keyout",
        str(key),
    ]
    subprocess.run([*made.split(), *names], check=True, capture_output=True)
    port, plain_port = free_port(), free_port()
    text = FILE.read_text()
    for pattern, here in {
        r"listen \[::\]:\d+[^;]*;": "",
        r"listen 80;": f"listen 127.0.0.1:{plain_port};",
        r"listen 443 ": f"listen 127.0.0.1:{port} ",
        r"server 127\.0\.0\.1:8110": f"server 127.0.0.1:{servers[0].port}",
        r"server 127\.0\.0\.1:8111": f"server 127.0.0.1:{servers[1].port}",
        r"(ssl_certificate +)/[^;]+": rf"\g<1>{certificate}",
        r"(ssl_certificate_key +)/[^;]+": rf"\g<1>{key}",
    }.items():
        text, count = re.subn(pattern, here, text)
        assert count, pattern
    for server in servers:
        server.start()
    try:
        with nginx_with(text, port):
            yield Site(servers, port, plain_port, certificate)
    finally:
        for server in servers:
            server.kill()


def test_pages_moves_and_websockets_go_through_nginx(deployed: Site) -> None:
    plain = httpx.get(f"http://127.0.0.1:{deployed.plain_port}/rules/kamiken")
    assert plain.status_code == 301
    assert plain.headers["location"] == "https://127.0.0.1/rules/kamiken"
    with deployed.client() as client:
        page = client.get("/rules/kamiken")
        assert page.status_code == 200
        assert "strict-transport-security" in page.headers
        assert len(page.headers["x-request-id"]) == 32
        assert client.get("/metrics").status_code == 404
        made = client.post("/api/games", json={"spec": "kamiken(size=4)", "seats": [{}, {}]}).json()
        game, token = made["game"]["id"], made["tokens"]["0"]
        with connect(
            f"wss://127.0.0.1:{deployed.port}/g/{game}/live",
            ssl=deployed.tls(),
            additional_headers={"Authorization": f"Bearer {token}"},
            origin=Origin(f"https://127.0.0.1:{deployed.port}"),
        ) as live:
            assert json.loads(live.recv())["type"] == "game"
            live.send(json.dumps({"do": "turn", "number": 0, "turn": "B2", "re": 1}))
            while (told := json.loads(live.recv())).get("re") != 1:
                pass
            assert told["type"] == "turn"


def test_nobody_notices_a_server_that_drains(deployed: Site) -> None:
    first = deployed.servers[0]
    games = [NewGame(first, "kamiken(size=4)", "here here") for _ in range(2)]
    # Two connections keep it draining: the second one is not closed before half of the time.
    with games[0].live() as one, games[1].live() as two, deployed.client() as client:
        one.until("game")
        two.until("game")
        first.signal(signal.SIGTERM)
        drains(first)
        for _ in range(10):
            new = {"spec": "kamiken(size=4)", "seats": [{}, {}]}
            made = client.post("/api/games", json=new)
            assert made.status_code == 201
            game = made.json()["game"]["id"]
            with connect(
                f"wss://127.0.0.1:{deployed.port}/g/{game}/live", ssl=deployed.tls()
            ) as live:
                assert json.loads(live.recv())["type"] == "game"
            assert client.get("/readyz").status_code == 200
