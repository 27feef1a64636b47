"""/healthz and /readyz."""

from __future__ import annotations

import asyncio
import os
import uuid
from pathlib import Path

import httpx
import psycopg

from tests.web.browser.serving import Server
from tests.web.in_process import ADDRESS, app_with
from tests.web.postgres import new_database


def test_a_running_server_is_healthy_and_ready(site: Server) -> None:
    assert httpx.get(f"{site.address}/healthz").text == "ok\n"
    ready = httpx.get(f"{site.address}/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"ready": True, "missing": []}


def test_a_server_that_starts_says_what_is_missing(tmp_path: Path) -> None:
    app = app_with(tmp_path)

    async def ask() -> tuple[httpx.Response, httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with (
            httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client,
            app.router.lifespan_context(app),
        ):
            return await client.get("/healthz"), await client.get("/readyz")

    healthy, ready = asyncio.run(ask())
    assert healthy.status_code == 200
    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "missing": ["rules", "kernels"]}
    assert ready.headers["retry-after"] == "1"


def test_a_server_without_its_database_is_not_ready(postgres: str, tmp_path: Path) -> None:
    name = f"kletka_{uuid.uuid4().hex}"
    settings = {"KLETKA_DATABASE_URL": new_database(postgres, name)}
    server = Server(tmp_path, environment={**os.environ, **settings})
    server.start()
    try:
        assert httpx.get(f"{server.address}/readyz").json()["ready"]
        with psycopg.connect(
            host=postgres, user="kletka", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
        ready = httpx.get(f"{server.address}/readyz")
        assert httpx.get(f"{server.address}/healthz").status_code == 200
    finally:
        server.stop()
    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "missing": ["database"]}
    assert ready.headers["retry-after"] == "1"
