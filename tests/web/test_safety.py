"""Security: secrets, headers, cookies, forms, size and rate limits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from kletka.web.configuration import Limits
from kletka.web.rate_limits import LeakyBuckets
from kletka.web.security import Secrets, is_among, secret_in_token, token_of
from tests.web.browser.serving import Server
from tests.web.clients import Api, NewGame, Visitor
from tests.web.in_process import app_with, client_of
from tests.web.killable_server import KillableServer

GAME = {"spec": "kamiken(size=3)", "seats": [{}, {}]}


# Secrets.


def test_the_secret_of_a_seat_opens_that_seat_only() -> None:
    ours, theirs = Secrets(b"a" * 32), Secrets(b"b" * 32)
    made = {ours.of_seat(game, salt, seat) for game in "AB" for salt in "st" for seat in (0, 1)}
    made |= {ours.of_holder(game, salt, seat) for game in "AB" for salt in "st" for seat in (0, 1)}
    assert len(made) == 16
    assert all(re.fullmatch(r"[\w-]{24}", secret) for secret in made)
    assert theirs.of_seat("A", "s", 1) not in made
    assert theirs.of_holder("A", "s", 1) not in made


def test_a_token_is_good_for_its_game_only() -> None:
    header = f"Bearer {token_of('A', 'secret')}"
    assert secret_in_token(header, "A") == "secret"
    for wrong in ("", "Bearer", "Bearer A", "Bearer A.", f"Basic {token_of('A', 'secret')}"):
        assert secret_in_token(wrong, "A") is None
    assert secret_in_token(header, "B") is None
    assert is_among("x", ["y", "x"])
    assert not is_among("x", [])


def test_neither_cookies_nor_secrets_lie_in_the_database(site: Server) -> None:
    visitor = Visitor(site)
    game = visitor.new_game(seat1="link")
    with visitor.live(game) as live:
        view = live.until("game")
    secrets = [*view["links"].values(), *view["own_links"].values(), visitor.cookies]
    stored = b"".join(file.read_bytes() for file in site.folder.glob("kletka.sqlite3*"))
    assert game.encode() in stored
    for secret in secrets:
        assert re.split(r"[/=]", secret)[-1].encode() not in stored


# Headers and cookies.


def test_every_answer_has_the_headers_of_safety(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    for path in ("/", f"/g/{game.id}", "/nowhere", "/api/games", "/api/nowhere", "/games"):
        headers = httpx.get(site.address + path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'"), path
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    embedded = httpx.get(f"{site.address}/embed/{game.id}").headers
    assert "frame-ancestors *" in embedded["content-security-policy"]
    picture = httpx.get(f"{site.address}/g/{game.id}/board.svg").headers
    assert picture["content-security-policy"].startswith("default-src 'none'")


def test_pages_have_no_script_but_their_own_files(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    for path in ("/", "/new/manu", f"/g/{game.id}", "/replay", "/rules/vyun"):
        page = httpx.get(site.address + path).text
        for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
            assert not body.strip() or "application/json" in attributes, path
        assert not re.search(r"\son\w+=|javascript:", page), path


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(site: Server) -> None:
    cookie = httpx.get(site.address).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()


def test_a_seats_link_sends_no_referrer(site: Server) -> None:
    visitor, guest = Visitor(site), Visitor(site)
    with visitor.live(visitor.new_game(seat1="link")) as live:
        link = live.until("game")["links"]["1"]
    for answer, status in ((guest.get(link), 200), (guest.take(link), 303)):
        assert (answer.status_code, answer.headers["referrer-policy"]) == (status, "no-referrer")
        assert answer.headers["cache-control"] == "no-store"
    assert link.rpartition("/")[2] not in answer.headers["location"]


def test_answers_with_tokens_are_kept_by_nobody(site: Server) -> None:
    visitor = Visitor(site)
    game = visitor.new_game(seat1="link")
    asked = Api(site).post("/games", **GAME)
    path, token = f"/games/{asked.json()['game']['id']}", asked.json()["tokens"]["0"]
    made = visitor.post("/new", csrf=visitor.form_token(), game="kamiken", seat0="me")
    answers = (asked, Api(site, token).get(path), visitor.get(f"/g/{game}"), made)
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * 4


def test_browsers_stay_with_https_where_there_is_https(site: Server) -> None:
    secure = httpx.get(site.address, headers={"X-Forwarded-Proto": "https"}).headers
    assert secure["strict-transport-security"] == "max-age=31536000"
    assert "secure" in secure["set-cookie"].lower()
    assert "strict-transport-security" not in httpx.get(site.address).headers


# Forms.


@pytest.mark.parametrize("path", ["/new", "/play/kamiken", "/replay"])
def test_forms_of_other_sites_do_nothing(site: Server, path: str) -> None:
    anna, boris = Visitor(site), Visitor(site)
    fields = {"game": "kamiken", "record": "[Spec ...", "seat0": "me", "seat1": "level1"}
    for token in ("", "x", boris.form_token()):
        anna.form_token()
        assert anna.post(path, csrf=token, **fields).status_code in (403, 422)
    games = Api(site).get("/games").json()["games"]
    before = [game["id"] for game in games]
    anna.post(path, csrf="", **fields)
    assert [game["id"] for game in Api(site).get("/games").json()["games"]] == before


def test_what_players_write_is_never_html(site: Server) -> None:
    visitor = Visitor(site)
    game = visitor.new_game(seat1="here", name0="<script>alert(1)</script>", name1='"><img src=x>')
    for path in (f"/g/{game}", f"/embed/{game}", "/games"):
        page = visitor.get(path).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    page = visitor.post("/replay", csrf=visitor.form_token(), record="</textarea><script>x").text
    assert "</textarea><script>" not in page


# Sizes and rates.


def test_bodies_that_are_too_large_are_refused_unread(site: Server) -> None:
    answer = httpx.post(f"{site.address}/api/records", content=b"x" * (2 * 1024 * 1024))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_bodies_that_do_not_say_how_large_they_are_are_read_up_to_the_limit(site: Server) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(300):
            yield b"a" * 10_000

    form = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
    answer = httpx.post(f"{site.address}/new", content=endless(), headers=form)
    assert answer.status_code == 413
    json = {"Content-Type": "application/json"}
    answer = httpx.post(f"{site.address}/api/records", content=endless(), headers=json)
    assert answer.status_code in (400, 413)


def test_head_requests_have_no_body(site: Server) -> None:
    whole, head = httpx.get(site.address), httpx.head(site.address)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_a_message_that_is_too_long_is_refused(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    with game.live(0) as live:
        live.send("turn", number=0, turn="A" * 20_000)
        assert live.until("refused")["code"] == "too_long"
        assert live.play(0, "B2")["number"] == 1


def test_too_many_requests_are_told_when_to_try_again(tmp_path: Path) -> None:
    limits = Limits(new_games=(2, 0.01), requests=(12, 0.01))

    async def go() -> None:
        async with client_of(app_with(tmp_path, limits)) as client:
            made = [await client.post("/api/games", json=GAME) for _ in range(3)]
            assert [answer.status_code for answer in made] == [201, 201, 429]
            assert 90 <= int(made[2].headers["retry-after"]) <= 100
            assert made[2].json()["error"]["code"] == "too_many"
            answers = [await client.get("/api/games") for _ in range(12)]
            assert answers[-1].status_code == 429
            russian = {"Accept-Language": "ru", "Accept": "text/html"}
            page = await client.get("/", headers=russian)
            assert page.status_code == 429
            assert page.headers["content-type"].startswith("text/html")
            assert int(page.headers["retry-after"]) > 0

    asyncio.run(go())


def test_a_rematch_counts_as_a_new_game(tmp_path: Path) -> None:
    limits = Limits(new_games=(2, 0.001))
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "level1"}]

    async def go() -> None:
        async with client_of(app_with(tmp_path, limits)) as client:

            async def resign_and_ask(game: str, token: str) -> httpx.Response:
                head = {"Authorization": f"Bearer {token}"}
                await client.post(f"/api/games/{game}/resign", headers=head)
                return await client.post(f"/api/games/{game}/rematch", headers=head)

            made = await client.post("/api/games", json={"spec": "kamiken(size=4)", "seats": seats})
            first = made.json()["game"]["id"], made.json()["tokens"]["0"]
            begun = (await resign_and_ask(*first)).json()
            assert begun["game"] is not None
            refused = await resign_and_ask(begun["game"], begun["token"])
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many")
            again = await resign_and_ask(*first)
            assert again.json()["game"] == begun["game"], "asking for a known one costs nothing"

    asyncio.run(go())


def test_a_rematch_over_the_connection_counts_as_a_new_game(tmp_path: Path) -> None:
    server = KillableServer(tmp_path, Limits(new_games=(1, 0.001)))
    server.start()
    try:
        game = NewGame(server, "kamiken(size=4)", "here level1")
        with game.live(0) as live:
            live.send("resign")
            live.until("over")
            live.send("rematch")
            assert live.until("refused", "rematch")["code"] == "too_many"
    finally:
        server.kill()


def test_the_server_keeps_only_so_many_open_games(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_of(app_with(tmp_path, Limits(open_games=1))) as client:
            first = (await client.post("/api/games", json=GAME)).json()
            full = await client.post("/api/games", json=GAME)
            assert (full.status_code, full.json()["error"]["code"]) == (503, "full")
            token = {"Authorization": f"Bearer {first['tokens']['0']}"}
            await client.post(f"/api/games/{first['game']['id']}/resign", headers=token)
            assert (await client.post("/api/games", json=GAME)).status_code == 201

    asyncio.run(go())


def test_buckets_leak() -> None:
    now = 0.0
    buckets = LeakyBuckets((3, 0.5), lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, pytest.approx(2)]
    assert buckets.take("b") == 0
    now = 2.0
    assert [buckets.take("a") for _ in range(2)] == [0, pytest.approx(2)]
    now = 1000.0
    for number in range(5000):
        buckets.take(str(number))
    assert len(buckets._buckets) <= 5000, "empty ones are forgotten"


def test_what_breaks_inside_stays_inside(tmp_path: Path) -> None:
    app = app_with(tmp_path)

    async def go() -> None:
        async with client_of(app) as client:
            registry = app.state.registry
            app.state.registry = None  # an internal error
            for path in ("/api/games/8vYdS2kQpW", "/g/8vYdS2kQpW", "/g/8vYdS2kQpW/board.svg"):
                answer = await client.get(path, headers={"Accept": "text/html"})
                assert answer.status_code == 500
                assert not re.search("Traceback|NoneType|room", answer.text)
            app.state.registry = registry

    asyncio.run(go())


def test_the_limits_of_live_connections(tmp_path: Path) -> None:
    server = KillableServer(tmp_path, Limits(messages=(3, 0.01), sockets_of_one_address=1))
    server.start()
    try:
        game = NewGame(server, "kamiken(size=3)", "here here")
        with game.live(0) as live:
            for number in range(4):
                live.send("ping", re=number)
            assert [live.until("pong")["re"] for _ in range(3)] == [0, 1, 2]
            assert live.until("pong", "refused")["code"] == "too_many"
            with pytest.raises(InvalidStatus), game.live(1):
                pass
        with game.live(1) as later:
            assert later.until("game")["mine"] == [1]
    finally:
        server.kill()
