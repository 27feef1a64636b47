"""Limits on addresses: what counts as one visitor, and what is counted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kletka.errors import KletkaError
from kletka.web.addresses import TrustedProxies, network_of
from kletka.web.configuration import Configuration, Limits
from kletka.web.refusal_log import SECONDS_BETWEEN_LINES, RefusalLog
from tests.web.clients import NewGame
from tests.web.in_process import ADDRESS, app_with, client_of
from tests.web.killable_server import KillableServer


@contextmanager
def running(folder: Path, limits: Limits, **settings: str) -> Iterator[KillableServer]:
    server = KillableServer(folder, limits, **settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()


# Addresses.


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("nonsense", "nonsense", True),
    ],
)
def test_an_ipv6_network_is_one_visitor(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) == same


def test_a_visitor_cannot_escape_a_limit_within_their_network(tmp_path: Path) -> None:
    app = app_with(tmp_path, Limits(requests=(5, 0.001)))

    async def status(host: str) -> int:
        transport = httpx.ASGITransport(app, client=(host, 1))
        async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
            return (await client.get("/nowhere")).status_code

    async def go() -> None:
        answers = [await status(f"2001:db8::{number}") for number in range(1, 7)]
        assert answers[5] == 429 not in answers[:5]
        assert await status("2001:db8:0:1::1") != 429

    asyncio.run(go())


def test_the_bytes_that_a_visitor_sends_are_limited(tmp_path: Path) -> None:
    app = app_with(tmp_path, Limits(sent_bytes=(1000, 100)))

    async def post(host: str, path: str, size: int) -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(host, 1))
        async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            return await client.post(path, content=b"x" * size, headers=kind)

    async def go() -> None:
        async with client_of(app):
            assert (await post("10.0.0.1", "/new", 900)).status_code == 404  # no such game
            refused = await post("10.0.0.1", "/new", 900)
            assert refused.status_code == 429
            assert 7 <= int(refused.headers["Retry-After"]) <= 8
            assert (await post("10.0.0.1", "/api/games", 900)).status_code == 429
            assert (await post("10.0.0.2", "/new", 900)).status_code == 404

    asyncio.run(go())


def test_proxies_are_addresses_and_networks() -> None:
    some = TrustedProxies(" 10.0.0.7, 192.168.0.0/16,fd00::/8 ")
    assert [host in some for host in ("10.0.0.7", "10.0.0.8", "192.168.3.4", "fd00::5")] == [
        True,
        False,
        True,
        True,
    ]
    assert "1.2.3.4" in TrustedProxies("*")
    assert "127.0.0.1" not in TrustedProxies("none")
    with pytest.raises(KletkaError, match=r"not 'proxy\.example'"):
        TrustedProxies("10.0.0.1, proxy.example")
    environment = {"KLETKA_TRUSTED_PROXIES": "10.0.0.7"}
    assert Configuration.from_environment(environment).trusted_proxies == "10.0.0.7"


@pytest.mark.parametrize(("trusted", "expected"), [("127.0.0.0/8", 200), ("10.0.0.1", 429)])
def test_the_visitors_of_a_trusted_proxy_are_told_apart(
    tmp_path: Path, trusted: str, expected: int
) -> None:
    with running(tmp_path, Limits(requests=(100, 0.001)), trusted_proxies=trusted) as server:

        def ask(visitor: str) -> int:
            headers = {"X-Forwarded-For": visitor}
            return httpx.get(f"{server.address}/api/games", headers=headers).status_code

        assert [ask("203.0.113.1") for _ in range(101)][-1] == 429
        assert ask("203.0.113.2") == expected


# Rates.


def test_requests_for_nothing_count_too(tmp_path: Path) -> None:
    with running(tmp_path, Limits(requests=(100, 0.001))) as server:
        for path in ("/nowhere", "/api/nowhere", "/g/x/y/z/nowhere"):
            answers = [httpx.get(server.address + path).status_code for _ in range(101)]
            assert answers[-1] == 429, path
        with pytest.raises(InvalidStatus):
            connect(f"ws://127.0.0.1:{server.port}/nowhere")


def test_opening_websockets_counts_too(tmp_path: Path) -> None:
    with running(tmp_path, Limits(requests=(100, 0.001))) as server:
        game = NewGame(server, "kamiken(size=3)", "here here")

        def open_often(times: int) -> None:
            for _ in range(times):
                with game.live(0) as live:
                    live.until("game")

        open_often(5)
        with pytest.raises(InvalidStatus):
            open_often(100)
        assert httpx.get(server.address).status_code == 429


def test_static_files_have_a_limit_of_their_own(tmp_path: Path) -> None:
    app = app_with(tmp_path, Limits(requests=(1, 0.001), files=(3, 0.001)))

    async def go() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
            answers = [(await client.get("/static/x/y.js")).status_code for _ in range(4)]
        assert answers == [404, 404, 404, 429]

    asyncio.run(go())


# The log.


def test_refusals_leave_a_line_in_the_log_and_not_thousands(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 100.0
    refusals = RefusalLog(lambda: now)
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            refusals.note("too many requests", "10.0.0.1")
        refusals.note("too many connections", "10.0.0.2")
        now += SECONDS_BETWEEN_LINES
        refusals.note("too many requests", "10.0.0.3")
    assert caplog.messages == [
        "refused 10.0.0.1: too many requests",
        "refused 10.0.0.2: too many connections",
        "refused 10.0.0.3: too many requests (999 more before)",
    ]
