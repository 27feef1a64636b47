"""Absent opponents in two browsers: words, reminders, claims; the server's time is moved on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from kletka.web.live.absence import CLAIM_AFTER, MINUTE
from tests.web.browser.axe import barriers
from tests.web.browser.server_with_a_clock import ServerWithAClock
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]
WORDS = {
    "en": {
        "away": "Boris is away.",
        "long": "Boris has been away for 9 min.",
        "soon": "you can claim the win",
        "now": "You can claim the win now",
        "won": "You won!",
        "reminded": "Anna reminds you: it is your turn.",
        "sent": "Reminder sent",
    },
    "ru": {
        "away": "Boris: сейчас не здесь.",
        "long": "Boris: нет на месте уже 9 мин.",
        "soon": "вы сможете засчитать себе победу",
        "now": "Теперь можно засчитать себе победу",
        "won": "Вы победили!",
        "reminded": "Anna напоминает: ваш ход.",
        "sent": "Напоминание отправлено",
    },
}


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerWithAClock]:
    server = ServerWithAClock(tmp_path_factory.mktemp("clock"))
    server.start()
    yield server
    server.stop()


def begun(anna: Visitor, boris: Visitor, touch: bool = False) -> None:
    """Anna has moved in a game with Boris, who came by link."""
    anna.open("/new/kamiken?size=4&seat1=link")
    anna.page.fill("#my-name", "Anna")
    anna.page.click("#new-game button.primary")
    anna.wait_drawn()
    boris.open(anna.page.input_value("#link-1"))
    boris.page.fill("#my-name", "Boris")
    boris.page.click("#take-seat")
    boris.wait_drawn()
    expect(anna.page.locator(".seat[data-seat='1'] .name")).to_have_text("Boris")
    expect(boris.page.locator(".seat[data-seat='0'] .name")).to_have_text("Anna")
    anna.wait_turn()
    anna.click("B2")
    if touch:  # moves by touch are confirmed
        anna.page.locator("#choices button.primary").tap()
    boris.wait_turn(0)


def pass_time(anna: Visitor, clock: ServerWithAClock, milliseconds: int) -> None:
    """Let time pass on the server, and the page hear of it."""
    clock.ahead += milliseconds
    anna.page.reload()
    anna.wait_drawn()


@pytest.mark.parametrize(("language", "way"), [("en", "mouse"), ("ru", "touch"), ("en", "keys")])
def test_who_stays_away_is_told_of_and_loses_by_a_claim(
    visit: Visit, clock: ServerWithAClock, language: str, way: str
) -> None:
    words = WORDS[language]
    touch = way == "touch"
    anna = visit(language, address=clock.address, width=390 if touch else 1200, has_touch=touch)
    boris = visit(address=clock.address)
    begun(anna, boris, touch)
    text, claim = anna.page.locator("#absence-text"), anna.page.locator("#claim")
    boris.page.close()
    expect(text).to_contain_text(words["away"])
    expect(text).to_contain_text(words["soon"])
    assert not barriers(anna.page)
    pass_time(anna, clock, CLAIM_AFTER - 45_000)
    expect(text).to_contain_text(words["long"])
    expect(text).to_contain_text(re.compile(r"\b1 (min|мин)"))
    expect(claim).to_be_hidden()
    pass_time(anna, clock, MINUTE)
    expect(text).to_contain_text(words["now"])
    assert not barriers(anna.page)
    if way == "touch":
        claim.tap()
    elif way == "keys":
        claim.focus()
        anna.page.keyboard.press("Enter")
    else:
        claim.click()
    expect(anna.page.locator("#status")).to_contain_text(words["won"])
    expect(anna.page.locator("#absence")).to_be_hidden()


def test_whoever_comes_back_in_time_plays_on(visit: Visit, clock: ServerWithAClock) -> None:
    anna, boris = visit(address=clock.address), visit(address=clock.address)
    begun(anna, boris)
    game = boris.page.url
    boris.open("/rules/kamiken")
    pass_time(anna, clock, CLAIM_AFTER + MINUTE)
    expect(anna.page.locator("#claim")).to_be_visible()
    boris.open(game)
    expect(anna.page.locator("#absence")).to_be_hidden()
    boris.wait_turn()
    boris.place("D4")
    anna.wait_turn(1)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_reminder_is_seen_on_return(visit: Visit, clock: ServerWithAClock, language: str) -> None:
    anna, boris = visit(language, address=clock.address), visit(language, address=clock.address)
    begun(anna, boris)
    game = boris.page.url
    boris.open("/rules/kamiken")
    anna.page.locator("#remind").click()
    expect(anna.message).to_contain_text(WORDS[language]["sent"])
    boris.open(game)
    expect(boris.message).to_have_text(WORDS[language]["reminded"])
    boris.wait_turn()
    boris.place("D4")
    expect(boris.message).to_be_hidden()


def test_a_slow_opponent_hears_a_reminder_at_once(visit: Visit, clock: ServerWithAClock) -> None:
    anna, boris = visit(address=clock.address), visit(address=clock.address)
    anna.page.clock.install()
    begun(anna, boris)
    expect(anna.page.locator("#remind")).to_be_hidden()
    anna.page.clock.fast_forward(90_000)
    expect(anna.page.locator("#absence-text")).to_have_text("Boris is still thinking.")
    anna.page.locator("#remind").click()
    expect(boris.message).to_have_text("Anna reminds you: it is your turn.")
    anna.page.locator("#remind").click()
    expect(anna.message).to_contain_text("You can send one reminder a minute")


def test_the_link_goes_to_a_friend_who_is_elsewhere(visit: Visit, clock: ServerWithAClock) -> None:
    anna, boris = visit(address=clock.address), visit(address=clock.address)
    anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begun(anna, boris)
    game = boris.page.url
    boris.page.close()
    anna.page.locator("#send-link").click()
    expect(anna.message).to_have_text("The link is copied.")
    copied = anna.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"It is your turn in Kamiken: {game}"
