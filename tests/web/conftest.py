"""Databases and servers for the tests of the web app."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser.serving import Server
from tests.web.postgres import new_database, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgres_server() as socket_folder:
        yield socket_folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind; an empty URL means SQLite."""
    if request.param == "sqlite":
        return ""
    return new_database(request.getfixturevalue("postgres"), f"kletka_{uuid.uuid4().hex}")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests share if they do not damage it."""
    server = Server(tmp_path_factory.mktemp("site"))
    server.start()
    yield server
    server.stop()
