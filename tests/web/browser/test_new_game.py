"""The page of a new game: friends, names, lots, presets, the live board, options in place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from tests.web.browser.axe import barriers
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.mark.parametrize(
    ("language", "friends", "seat"),
    [("en", "With friends: Vyun", "A player invited by link"), ("ru", "С друзьями: Вьюн", "Игрок")],
)
def test_with_friends_means_friends(visit: Visit, language: str, friends: str, seat: str) -> None:
    anna = visit(language)
    anna.open("/")
    anna.page.get_by_role("link", name=friends).click()
    expect(anna.page.locator("#seat0")).to_have_value("me")
    expect(anna.page.locator("#seat1")).to_have_value("link")
    expect(anna.page.locator("#seat1 option:checked")).to_contain_text(seat)
    anna.page.fill("#players", "3")
    expect(anna.page.locator("#seat2")).to_be_visible()
    expect(anna.page.locator("#seat2")).to_have_value("link")


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_a_preset_fills_in_the_form_and_the_board_follows(visit: Visit, way: str) -> None:
    anna = visit(has_touch=way == "touch")
    page = anna.page
    anna.open("/new/kamiken")
    chip = page.get_by_role("link", name=re.compile("Medium"))
    expect(chip).to_contain_text("7×7, about 20 moves")
    before = page.locator("#preview").inner_html()
    if way == "touch":
        chip.tap()
    elif way == "keys":
        chip.focus()
        page.keyboard.press("Enter")
    else:
        chip.click()
    expect(page.locator("#size")).to_have_value("7")
    expect(chip).to_have_attribute("aria-current", "true")
    expect(page.locator("#preview")).not_to_have_class(re.compile("stale"))
    assert page.locator("#preview").inner_html() != before
    page.fill("#size", "9")
    expect(page.get_by_role("link", name=re.compile("Full size"))).to_have_attribute(
        "aria-current", "true"
    )
    expect(chip).not_to_have_attribute("aria-current", "true")


def test_typing_asks_the_server_once_and_shows_what_is_wrong_in_place(visit: Visit) -> None:
    anna = visit(language="ru")
    page = anna.page
    anna.open("/new/ydyumby")
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "/new/" in request.url else None
    )
    page.locator("#board").press_sequentially("12x7", delay=20)
    expect(page.locator("#preview")).not_to_have_class(re.compile("stale"))
    expect(page.locator("#supply")).to_have_attribute("placeholder", "42")
    assert len(asked) == 1, asked
    page.fill("#board", "2x2")
    problem = page.locator("#problem-board")
    expect(problem).to_contain_text("Нужно ШxВ со сторонами от 3 до 26")
    expect(page.locator("#board")).to_have_attribute("aria-describedby", "problem-board")
    expect(page.locator("#board")).to_have_value("2x2")
    expect(page.locator("#board")).to_be_focused()
    assert not barriers(page)
    page.fill("#board", "hex3")
    expect(problem).to_have_count(0)
    expect(page.locator("#hint-board")).to_contain_text("Прямоугольник, например 8x8")


def test_more_rules_are_folded_until_one_of_them_matters(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    anna.open("/new/manu?size=9")
    expect(page.locator("#squares")).to_be_hidden()
    page.get_by_text("More rules").click()
    page.select_option("#squares", "sweep")
    expect(page.locator("#squares option:checked")).to_have_text("Over empty crossings too")
    page.click("#new-game button.primary")
    anna.wait_drawn()
    expect(page.locator(".about")).to_contain_text("squares=sweep")
    anna.open("/new/manu?size=9&squares=sweep")
    expect(page.locator("#squares")).to_be_visible()
    anna.open("/new/kamiken?komi=0.3")
    expect(page.locator("#problem-komi")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_phones_begin_with_a_small_board(visit: Visit, game: str) -> None:
    anna = visit(width=390)
    anna.open(f"/new/{game}?opponents=link")
    smallest = face_of(game).profile.presets[0]
    for name, value in smallest.options.items():
        expect(anna.page.locator(f"#{name}")).to_have_value(value)
    expect(anna.page.locator("#presets .chip").first).to_have_attribute("aria-current", "true")
    assert not barriers(anna.page)
    anna.open(f"/new/{game}?players=2" if game in ("vyun", "ydyumby") else f"/new/{game}?size=8")
    for name in smallest.options:
        expect(anna.page.locator(f"#{name}")).not_to_have_value(smallest.options[name])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_are_kept_and_seen_by_both(visit: Visit, language: str) -> None:
    anna, boris = visit(language), visit(language)
    anna.open("/new/kamiken?size=4&opponents=link")
    anna.page.fill("#my-name", "Анна")
    anna.page.click("#new-game button.primary")
    anna.wait_drawn()
    boris.open(anna.page.input_value("#link-1"))
    expect(boris.page.locator("#page")).to_contain_text("Анна")
    boris.page.fill("#my-name", "Boris")
    boris.page.click("#take-seat")
    boris.wait_drawn()
    for visitor in (anna, boris):
        expect(visitor.page.locator(".seat[data-seat='0'] .name")).to_have_text("Анна")
        expect(visitor.page.locator(".seat[data-seat='1'] .name")).to_have_text("Boris")
        visitor.open("/new/vyun")
    expect(anna.page.locator("#my-name")).to_have_value("Анна")
    expect(boris.page.locator("#my-name")).to_have_value("Boris")


def test_everything_works_without_a_script(visit: Visit) -> None:
    anna = visit(java_script_enabled=False)
    page = anna.page
    anna.open("/new/kamiken?opponents=link")
    page.get_by_role("link", name=re.compile("Small")).click()
    expect(page.locator("#size")).to_have_value("5")
    expect(page.locator("#seat1")).to_have_value("link")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_role("link", name="On one screen").click()
    expect(page.locator("#size")).to_have_value("5")
    expect(page.locator("#seat1")).to_have_value("here")
    page.fill("#my-name", "Anna")
    page.get_by_text("More rules").click()
    page.fill("#komi", "0.3")
    page.click("#new-game button.primary")
    expect(page.locator("#problem-komi")).to_contain_text("a multiple of 0.5")
    expect(page.locator("#my-name")).to_have_value("Anna")
    page.fill("#komi", "2.5")
    page.check("[name=lot]")
    page.click("#new-game button.primary")
    page.wait_for_url(re.compile("/g/"))
