"""Whole games in the browser, against bots and between people."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kletka import Record
from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("kamiken", {"size": "5"}),
        ("ydyumby", {"board": "5x5"}),
        ("vyun", {"board": "3x3"}),
        ("manu", {"size": "5", "target": "2"}),
    ],
)
def test_a_whole_game_against_a_bot(visit: Visit, game: str, options: dict[str, str]) -> None:
    anna = visit()
    anna.start(game, **options)
    anna.play_to_the_end()
    expect(anna.page.locator("#status")).to_contain_text(re.compile("You won|You lost|A draw"))
    expect(anna.page.locator("#status")).to_contain_text(re.compile("[0-9] : [0-9]"))
    text = anna.page.request.get(f"{anna.page.url}/record.txt").text()
    record = Record.parse(text)
    assert record.end.over
    assert list(record.turns) == anna.turns


def test_two_clicks_and_a_beginner_plays(visit: Visit) -> None:
    anna = visit()
    anna.open("/")
    expect(anna.page.locator("[data-demo] svg")).to_have_count(4)
    anna.page.get_by_role("button", name="Play Kamiken against a bot").click()
    anna.wait_turn()
    assert len(anna.moves()) == 25
    anna.place("C3")
    anna.wait_turn(1)
    assert anna.turns[0] == "C3"
    assert len(anna.turns) == 2


def test_a_game_by_link_in_two_browsers(visit: Visit) -> None:
    anna, boris = visit(), visit(language="ru")
    anna.start("kamiken", "me link", size="4")
    expect(anna.page.locator("#status")).to_contain_text("Waiting for Black")
    code = anna.page.request.get(anna.page.url + "/qr/1.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    link = anna.page.input_value("#link-1")
    boris.open(link)
    expect(boris.page.locator("h1")).to_have_text("Вас зовут сыграть: Камикен")
    expect(anna.page.locator("#status")).to_contain_text("Waiting for Black")
    boris.page.get_by_role("button", name="Занять это место").click()
    boris.wait_drawn()
    assert "/" not in boris.page.url.split("/g/")[1], "the secret must not stay in the address"
    expect(anna.page.locator("#invite")).to_be_hidden()
    expect(anna.page.locator(".seat[data-seat='1'] .presence")).to_have_class("presence on")
    expect(boris.page.locator("#status")).to_have_text("Ход белых")
    boris.click("B2")
    expect(boris.message).to_have_text("Сейчас не ваш ход.")
    for mover, other, turn in [(anna, boris, "A1"), (boris, anna, "D4"), (anna, boris, "D1")]:
        mover.wait_turn()
        mover.place(turn)
        other.wait_number(mover.number)
    assert anna.turns == boris.turns == ["A1", "D4", "D1"]
    anna.page.click("#takeback")
    boris.page.get_by_role("button", name="Согласиться").click()
    anna.wait_number(2)
    boris.wait_number(2)
    anna.page.click("#resign")
    anna.page.get_by_role("button", name="Yes, resign").click()
    expect(boris.page.locator("#status")).to_contain_text("Вы победили!")
    expect(anna.page.locator("#status")).to_contain_text("White resigned")
    before = anna.page.url
    anna.page.click("#rematch")
    boris.page.get_by_role("button", name="Согласиться").click()
    anna.page.wait_for_url(lambda url: url != before)
    boris.page.wait_for_url(anna.page.url)
    boris.wait_turn()  # the seats are rotated
    boris.place("A1")
    anna.wait_number(1)


def test_a_watcher_sees_everything_and_may_do_nothing(visit: Visit) -> None:
    anna, vera = visit(), visit()
    anna.start("kamiken", "me here", size="3")
    vera.open(anna.page.url)
    vera.wait_drawn()
    anna.place("A1")
    vera.wait_number(1)
    vera.click("C3")
    expect(vera.message).to_have_text("You are watching this game.")
    for button in ("#pass", "#resign", "#takeback"):
        expect(vera.page.locator(button)).to_be_hidden()
    expect(anna.page.locator("#watchers")).to_have_text("watching: 1")
    assert anna.page.request.get(anna.page.url + "/qr/0.svg").status == 404


def test_three_play_and_two_play_on(visit: Visit) -> None:
    anna, boris, vera = visit(), visit(), visit()
    anna.start("vyun", "me link link", board="4x4", players="3")
    boris.take_seat(anna.page.input_value("#link-1"))
    vera.take_seat(anna.page.input_value("#link-2"))
    for player, turn in [(anna, "A1"), (boris, "B2"), (vera, "C3")]:
        player.wait_turn()
        player.place(turn)
    boris.page.click("#resign")
    boris.page.get_by_role("button", name="Yes, resign").click()
    expect(anna.page.locator(".seat[data-seat='1']")).to_have_class("seat gone")
    anna.wait_turn()
    anna.place("D4")
    vera.wait_turn(4)  # the server has passed for the retired player
    assert vera.turns[-1] == "pass"
    vera.pass_turn()
    anna.wait_turn(5)
    anna.pass_turn()
    for player in (anna, boris, vera):
        player.wait_turn(6)
        assert player.over
    expect(anna.page.locator("#status")).to_contain_text("share the win")


def test_reload_and_reconnect_in_the_middle_of_a_game(visit: Visit, own_server: Server) -> None:
    anna, boris = visit(address=own_server.address), visit(address=own_server.address)
    anna.start("ydyumby", "me link", board="5x5")
    boris.take_seat(anna.page.input_value("#link-1"))
    anna.wait_turn()
    anna.place("A1")
    boris.wait_turn(0)
    boris.page.reload()
    boris.wait_turn(0)
    boris.place("E5")
    anna.wait_turn(1)
    own_server.kill()
    expect(anna.page.locator("#connection")).to_have_text("Reconnecting …")
    anna.click("B3")
    expect(anna.message).to_contain_text("B3 will be sent when the server is back")
    own_server.start()
    expect(anna.page.locator("#connection")).to_have_text("Connected")
    expect(boris.page.locator("#connection")).to_have_text("Connected")
    boris.wait_number(3)
    assert boris.turns == ["A1", "E5", "B3"]
