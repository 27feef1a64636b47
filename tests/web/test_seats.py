"""Seats with a link: taken once and by a POST, and then the player's alone."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from kletka.web.live.game import Event
from kletka.web.live.rooms import MOST_DEVICES, Room
from kletka.web.refusals import Refused
from kletka.web.security import hash_of
from kletka.web.storage.store import StoredGame
from tests.web.browser.serving import Server
from tests.web.clients import Api, Live, NewGame, Visitor
from tests.web.live_games import terms_of
from tests.web.test_rooms import World, in_a_world

KAMIKEN = "kamiken(size=4)"


def invitation(creator: Visitor, game: str) -> str:
    with creator.live(game) as live:
        link: str = live.until("game")["links"]["1"]
    return link


def seats_of(visitor: Visitor, game: str) -> list[int]:
    with visitor.live(game) as live:
        mine: list[int] = live.until("game")["mine"]
    return mine


def rows(site: Server, game: str) -> list[int]:
    """How many events and holders are stored for a game."""
    with sqlite3.connect(site.folder / "kletka.sqlite3") as database:
        return [
            database.execute(f"SELECT count(*) FROM {table} WHERE game = ?", [game]).fetchone()[0]
            for table in ("events", "holders")
        ]


def test_opening_a_link_takes_nothing_and_leaves_no_rows(site: Server) -> None:
    creator = Visitor(site)
    game = creator.new_game(seat1="link")
    link = invitation(creator, game)
    before = rows(site, game)
    for _ in range(300):  # previews of messengers, search engines, people without cookies
        page = httpx.get(site.address + link)
        assert page.status_code == 200
        assert httpx.post(site.address + link).status_code == 422
    assert "Take this seat" in page.text
    assert rows(site, game) == before
    assert not Api(site).get(f"/games/{game}").json()["players"][1]["taken"]


@pytest.mark.parametrize(
    ("language", "button"), [("en", "Take this seat"), ("ru", "Занять это место")]
)
def test_the_page_of_a_link_speaks_both_languages(site: Server, language: str, button: str) -> None:
    creator, guest = Visitor(site), Visitor(site, language)
    link = invitation(creator, creator.new_game(seat1="link"))
    page = guest.get(link).text
    assert len(re.findall(r"<button[^>]*class=\"primary\"[^>]*>([^<]+)", page)) == 1
    assert button in page


def test_a_seat_that_is_taken_is_its_holders_alone(site: Server) -> None:
    creator, guest, stranger = Visitor(site), Visitor(site), Visitor(site)
    game = creator.new_game(seat1="link")
    link = invitation(creator, game)
    token = creator.form_token()
    assert guest.take(link).status_code == 303
    stored = rows(site, game)
    for other in (creator, stranger):
        assert other.get(link).status_code == 409
        assert other.post(link, csrf=other.form_token()).status_code == 409
        assert 1 not in seats_of(other, game)
    assert creator.post(link, csrf=token).status_code == 409, "a page opened before"
    assert guest.get(link).status_code == 303, "the player's own browser goes to the game"
    assert rows(site, game) == stored
    secret = link.rpartition("/")[2]
    joining = Api(site).post(f"/games/{game}/seats/1/join", secret=secret)
    assert (joining.status_code, joining.json()["error"]["code"]) == (409, "taken")
    resigning = Api(site, f"{game}.{secret}").post_nothing(f"/games/{game}/resign")
    assert (resigning.status_code, resigning.json()["error"]["code"]) == (401, "bad_token")
    with Live(site, game, token=f"{game}.{secret}", cookies=creator.cookies) as live:
        live.send("resign", seat=1)
        assert live.until("refused", "retired").get("code") == "not_your_seat"
    assert seats_of(guest, game) == [1]


def test_the_player_of_a_seat_has_a_link_of_their_own(site: Server) -> None:
    creator, guest, phone = Visitor(site), Visitor(site), Visitor(site)
    game = creator.new_game(seat1="link")
    link = invitation(creator, game)
    guest.take(link)
    with guest.live(game) as live:
        own = live.until("game")["own_links"]["1"]
    assert own != link
    assert phone.take(own).status_code == 303
    assert seats_of(phone, game) == [1]
    joined = Api(site).post(f"/games/{game}/seats/1/join", secret=own.rpartition("/")[2])
    assert Api(site, joined.json()["token"]).get(f"/games/{game}").json()["mine"] == [1]


def test_a_seat_is_open_in_so_many_browsers_and_no_more(site: Server) -> None:
    creator = Visitor(site)
    game = creator.new_game(seat1="here")
    with creator.live(game) as live:
        own = live.until("game")["own_links"]["0"]
    answers = [Visitor(site).take(own).status_code for _ in range(MOST_DEVICES + 1)]
    assert answers == [303] * (MOST_DEVICES - 1) + [409] * 2
    assert rows(site, game)[1] == MOST_DEVICES + 1  # the creator holds the other seat too


def test_an_invitation_is_no_token_before_it_is_used(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here link")
    secret = game.made["secrets"]["1"]
    answer = Api(site, f"{game.id}.{secret}").post_nothing(f"{game.path}/resign")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")
    first = Api(site).post(f"{game.path}/seats/1/join", secret=secret)
    again = Api(site).post(f"{game.path}/seats/1/join", secret=secret)
    assert (first.status_code, again.status_code) == (200, 409)
    assert secret not in first.json()["token"]


def test_one_of_several_takes_a_seat(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(terms_of(KAMIKEN, "here link"), "creator")
        takers = ["anna", "boris", None, "vera"]
        tried = [room.take_seat(1, taker) for taker in takers]
        outcomes = await asyncio.gather(*tried, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None)] + [Refused] * 3
        stored = await world.store.load(room.id)
        assert stored is not None
        assert stored.holders[1] == {hash_of("anna")} == room.holders[1]

    in_a_world(tmp_path, story)


def with_old_game(
    folder: Path, holder: str | None, check: Callable[[World, Room], Awaitable[None]]
) -> None:
    """A game whose second seat was taken under an older version."""

    async def story(world: World) -> None:
        holders = {} if holder is None else {1: frozenset([hash_of(holder)])}
        terms, joined = terms_of(KAMIKEN, "here link"), Event("joined", 1, {"seat": 1})
        game = StoredGame("aaaaaaaaaa", 1, terms, "salt", hash_of("creator"), holders, (joined,))
        await world.store.create(game)
        await check(world, await world.registry().room(game.id))

    in_a_world(folder, story)


def test_a_program_that_joined_under_an_older_version_keeps_its_token(tmp_path: Path) -> None:
    async def check(world: World, room: Room) -> None:
        assert room.viewer(secret=room.invitation_to(1)).seats == {1}
        assert room.viewer(secret=room.key_of(1)).seats == {1}

    with_old_game(tmp_path, None, check)


def test_a_browser_that_joined_under_an_older_version_keeps_its_seat(tmp_path: Path) -> None:
    async def check(world: World, room: Room) -> None:
        assert room.viewer("boris").seats == {1}
        assert room.viewer("creator", room.invitation_to(1)).seats == frozenset()

    with_old_game(tmp_path, "boris", check)
