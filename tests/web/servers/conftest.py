"""Two servers on one PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.web.browser.serving import Server
from tests.web.killable_server import KillableServer
from tests.web.postgres import new_database
from tests.web.servers.nginx import nginx_before


@dataclass
class Two:
    """Two servers, and nginx before both."""

    first: KillableServer
    second: KillableServer
    both: Server
    database: str


@pytest.fixture(scope="package")
def two(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    """Two servers that tests share if they leave both running."""
    database = new_database(postgres, f"kletka_{uuid.uuid4().hex}")
    servers = [server_on(database, tmp_path_factory.mktemp(name)) for name in ("first", "second")]
    for server in servers:
        server.begin()  # both at once, on an empty database
    for server in servers:
        server.wait_until_ready()
    with nginx_before(servers) as proxy:
        yield Two(servers[0], servers[1], proxy, database)
    for server in servers:
        server.kill()


def server_on(database: str, folder: Path) -> KillableServer:
    return KillableServer(folder, database_url=database)
