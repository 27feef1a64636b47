"""Other pages in a browser: forms, records, languages, errors, size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]

GOLDEN = """[Spec "kamiken(size=5,komi=0.5)"]

1. C3 2. B2 3. B4 4. A3 5. A1 6. D2 7. C5 8. E2 9. C1 10. D4 11. A5 12. pass 13. E5 14. pass 0-1
"""
HEAVIEST = 150_000


def test_the_language_follows_the_browser_and_can_be_switched(visit: Visit) -> None:
    anna, boris = visit(language="en"), visit(language="ru")
    anna.open("/")
    boris.open("/")
    expect(anna.page.locator("h1")).to_have_text("Games from squared paper")
    expect(boris.page.locator("h1")).to_have_text("Игры на клетчатой бумаге")
    anna.page.get_by_role("link", name="Русский").click()
    expect(anna.page.locator("h1")).to_have_text("Игры на клетчатой бумаге")
    anna.open("/rules/manu")
    expect(anna.page.locator("h1")).to_have_text("Ману")


def test_errors_stand_beside_their_fields_and_nothing_is_lost(visit: Visit) -> None:
    anna = visit(language="ru")
    anna.open("/new/ydyumby")
    anna.page.fill("#board", "2x2")
    anna.page.fill("#players", "3")
    anna.page.select_option("#seat2", "inventor")
    anna.page.fill("#my-name", "Анна")
    anna.page.check("input[value='days']")
    anna.page.fill("#days", "99")
    anna.page.click("#new-game button.primary")
    expect(anna.page.locator("#problem-board")).to_contain_text("Нужно ШxВ со сторонами от 3 до 26")
    expect(anna.page.locator("#problem-days")).to_contain_text("от 1 до 30")
    expect(anna.page.locator("#board")).to_have_value("2x2")
    expect(anna.page.locator("#seat2")).to_have_value("inventor")
    expect(anna.page.locator("#my-name")).to_have_value("Анна")
    anna.page.fill("#board", "3x3")
    anna.page.fill("#days", "3")
    anna.page.click("#new-game button.primary")
    expect(anna.page.locator("#problem-board")).to_contain_text("хотя бы из 12 клеток")
    anna.page.fill("#board", "hex3")
    anna.page.click("#new-game button.primary")
    anna.wait_turn()
    expect(anna.page.locator(".seat[data-seat='0'] .name")).to_have_text("Анна")
    expect(anna.page.locator(".seat[data-seat='2'] .name")).to_have_text("Бот изобретателя")


def test_presets_fill_in_the_form(visit: Visit) -> None:
    anna = visit()
    anna.open("/new/vyun")
    expect(anna.page.locator(".seat-row:visible")).to_have_count(2)
    anna.page.get_by_role("link", name="Four players").click()
    expect(anna.page.locator("#board")).to_have_value("10x10")
    expect(anna.page.locator(".seat-row:visible")).to_have_count(4)


@pytest.mark.parametrize("way", ["paste", "upload"])
def test_a_record_is_replayed(visit: Visit, way: str) -> None:
    anna = visit()
    anna.open("/replay")
    if way == "paste":
        anna.page.fill("#record", GOLDEN)
    else:
        file = {"name": "game.txt", "mimeType": "text/plain", "buffer": GOLDEN.encode()}
        anna.page.set_input_files("#file", file)  # type: ignore[arg-type]
    anna.page.get_by_role("button", name="Replay").click()
    anna.wait_drawn()
    assert len(anna.turns) == 14
    expect(anna.page.locator("#status")).to_contain_text("Black wins")
    anna.page.keyboard.press("Home")
    expect(anna.page.locator("#board")).to_have_attribute("data-number", "0")


def test_comments_variations_and_the_date_of_a_record_are_shown(visit: Visit) -> None:
    visitor = visit("ru")
    visitor.open("/replay")
    visitor.page.fill(
        "#record",
        '[Spec "kamiken(size=5)"]\n[Date "2026-03-05"]\n[Event "Клуб"]\n\n'
        "1. C3 {Centre <b>first</b>} 2. B2 {or (2. D4 3. E2)} 3. B4 *\n",
    )
    visitor.page.click("form button.primary")
    visitor.wait_drawn()
    page = visitor.page
    expect(page.locator(".notes")).to_have_text(re.compile(r"Дата\s*05\.03\.2026\s*Event\s*Клуб"))
    comment = page.locator("#comment")
    expect(comment).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(comment).to_have_text("or (2. D4 3. E2)")
    page.keyboard.press("ArrowLeft")
    expect(comment).to_have_text("Centre <b>first</b>")
    expect(page.locator("#turns .commented")).to_have_count(2)
    page.click("#to-analysis")
    expect(page.locator("#tree .variation")).to_contain_text("E2")
    expect(page.locator("#tree .comment").first).to_contain_text("Centre <b>first</b>")


def test_a_record_that_cannot_be_read_says_where(visit: Visit) -> None:
    anna = visit(language="ru")
    anna.open("/replay")
    anna.page.fill("#record", GOLDEN.replace("2. B2", "2. C2"))
    anna.page.get_by_role("button", name="Показать партию").click()
    expect(anna.page.locator("#problem-record")).to_contain_text("строка 3, ход 2. C2")
    expect(anna.page.locator("#record")).to_have_value(GOLDEN.replace("2. B2", "2. C2"))


def test_unknown_addresses_have_a_friendly_page(visit: Visit) -> None:
    anna = visit()
    for path in ("/nowhere", "/g/1111111111", "/g/nonsense", "/rules/chess", "/new/chess"):
        answer = anna.page.goto(path)
        assert answer is not None
        assert answer.status == 404
        expect(anna.page.locator("h1")).to_have_text("An empty square")
    anna.start("kamiken", size="3")
    anna.open(f"{anna.page.url}/not-the-secret")
    expect(anna.page.locator("h1")).to_have_text("This link does not work")


def test_recent_public_games_are_listed_and_private_ones_are_not(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", size="3")
    public = anna.page.url.rsplit("/", 1)[1]
    anna.place("B2")
    anna.open("/new/kamiken")
    anna.page.get_by_text("Who may watch").click()
    anna.page.check("input[name=watch][value=link]")
    anna.page.click("#new-game button.primary")
    anna.wait_drawn()
    private = anna.page.url.rsplit("/", 1)[1]
    anna.place("B2")
    anna.open("/games")
    expect(anna.page.locator(f"a[href='/g/{public}']")).to_contain_text("level 1 on 3x3")
    expect(anna.page.locator(f"a[href='/g/{private}']")).to_have_count(0)


def test_an_embedded_board_walks_by_itself(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", "me here", size="3")
    anna.place("A1")
    anna.open(anna.page.url.replace("/g/", "/embed/"))
    expect(anna.page.locator("#board svg")).to_contain_text("White placed a stone on A1")
    anna.page.click("#back")
    expect(anna.page.locator("#board svg desc")).not_to_contain_text("placed a stone")
    expect(anna.page.locator("#back")).to_be_disabled()


def test_light_and_dark_can_be_switched(visit: Visit) -> None:
    anna = visit()
    anna.open("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = anna.page.evaluate(paper)
    anna.page.click("#theme")
    assert anna.page.evaluate(paper) != light
    dark = anna.page.evaluate(paper)
    anna.open("/games")
    assert anna.page.evaluate(paper) == dark, "the choice is kept"


def test_the_boards_of_the_list_have_the_colours_of_the_page(visit: Visit) -> None:
    anna = visit()  # with a light system theme
    anna.start("kamiken", "me here", size="3")
    anna.open("/games")
    board = anna.page.locator(".row img").first
    expect(board).not_to_have_attribute("src", re.compile("theme="))
    anna.page.click("#theme")
    expect(board).to_have_attribute("src", re.compile("&theme=dark$"))
    drawn = anna.page.request.get(str(board.get_attribute("src"))).text()
    assert '<svg data-theme="dark" ' in drawn
    anna.page.reload()
    expect(board).to_have_attribute("src", re.compile("&theme=dark$"))


@pytest.mark.parametrize(("game", "options"), [("kamiken", {}), ("manu", {"size": "19"})])
def test_the_game_page_is_light(visit: Visit, game: str, options: dict[str, str]) -> None:
    anna = visit()
    anna.start(game, "me here", **options)
    session = anna.page.context.new_cdp_session(anna.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weights: list[int] = []
    session.on("Network.loadingFinished", lambda done: weights.append(done["encodedDataLength"]))
    anna.page.reload()
    anna.wait_turn()
    anna.page.wait_for_load_state("networkidle")
    assert len(weights) >= 5
    assert sum(weights) <= HEAVIEST
