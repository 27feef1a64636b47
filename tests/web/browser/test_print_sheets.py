"""Print sheets that fit A4, and a game that is typed and clicked in."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]
PAGES = re.compile(rb"/Type\s*/Page[^s]")


@pytest.mark.parametrize(
    "sheet",
    [
        "kamiken",
        "ydyumby?spec=ydyumby(board=hex5,players=3)",
        "vyun?spec=vyun(board=10x10,players=8)",
        "manu",
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_sheet_is_one_page_of_a4(visit: Visit, sheet: str, language: str) -> None:
    anna = visit(language=language)
    anna.open(f"/paper/{sheet}")
    printed = anna.page.pdf(prefer_css_page_size=True)
    assert len(PAGES.findall(printed)) == 1
    anna.page.emulate_media(media="print")
    expect(anna.page.locator(".a4 svg.kletka").last).to_be_visible()
    expect(anna.page.locator("#print")).to_be_hidden()
    expect(anna.page.locator("header.top")).to_be_hidden()


def entered(anna: Visitor, count: int) -> None:
    expect(anna.page.locator("#board")).to_have_attribute("data-number", str(count))


def test_a_game_is_typed_turn_by_turn(visit: Visit) -> None:
    anna = visit()
    anna.open("/paper/kamiken/enter?spec=kamiken(size=5)")
    entered(anna, 0)
    field = anna.page.locator("#typed")
    field.press_sequentially("c3 ")
    entered(anna, 1)
    field.press_sequentially("b2")
    field.press("Enter")
    entered(anna, 2)
    assert anna.turns == ["C3", "B2"]
    field.press_sequentially("C2 ")
    expect(anna.message).to_contain_text("C2 is attacked by Black's B2")
    expect(field).to_have_value("C2")
    field.fill("b4 a3 a1 d2 c5 e2 c1 d4 a5 pass")
    field.press("Enter")
    entered(anna, 12)
    expect(anna.message).to_be_hidden()
    anna.page.fill("#name1", "Boris")
    anna.page.click("#store")
    anna.page.wait_for_url("**/g/*")
    anna.wait_drawn()
    assert anna.number == 12
    expect(anna.page.locator("#seats")).to_contain_text("Boris")


def test_turns_are_clicked_undone_and_survive_a_reload(visit: Visit) -> None:
    anna = visit(language="ru")
    anna.open("/paper/manu/enter?spec=manu(size=7)")
    entered(anna, 0)
    anna.page.fill("#typed", "а1 с1 е3 е5 G4 е7")
    anna.page.press("#typed", "Enter")
    entered(anna, 6)
    anna.click("A1")
    anna.click("E1")
    expect(anna.page.locator("#choices")).to_contain_text("A1>E1. Его нужно продолжить.")
    anna.click("E5")
    expect(anna.page.locator("#choices")).to_contain_text("A1>E1^E3. Продолжайте или закончите.")
    anna.page.get_by_role("button", name="Закончить ход").click()
    entered(anna, 7)
    assert anna.turns[-1] == "A1>E1^E3"
    anna.page.reload()
    entered(anna, 7)
    anna.page.click("#undo")
    entered(anna, 6)
    anna.page.click("#clear")
    anna.page.get_by_role("button", name="Начать заново").click()
    entered(anna, 0)
    anna.page.reload()
    entered(anna, 0)


def test_what_was_entered_comes_back_when_it_cannot_be_stored(visit: Visit) -> None:
    anna = visit()
    anna.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    entered(anna, 0)
    anna.page.fill("#typed", "A1 C3")
    anna.page.press("#typed", "Enter")
    entered(anna, 2)
    anna.page.locator("#keep [name=csrf]").evaluate("field => field.value = 'old'")
    anna.page.click("#store")
    expect(anna.page.locator("#lost")).to_contain_text("This form has expired")
    entered(anna, 2)
    anna.page.click("#store")
    anna.page.wait_for_url("**/g/*")


def test_nothing_that_was_entered_is_lost_by_a_slip_or_by_the_network(visit: Visit) -> None:
    anna = visit(service_workers="block")  # with one, tests/web/browser/test_offline_play.py
    page = anna.page
    anna.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    entered(anna, 0)
    page.fill("#typed", "A1 C3 A2")
    page.press("#typed", "Enter")
    entered(anna, 3)
    page.locator("#turns button").first.click()
    expect(page.locator("#choices")).to_contain_text("Take back all turns after turn 1?")
    page.get_by_role("button", name="No").click()
    entered(anna, 3)
    page.route("**/paper/kamiken/enter", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.click("#store", no_wait_after=True)
    page.unroute("**/paper/kamiken/enter")
    anna.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    entered(anna, 3)
    page.locator("#turns button").nth(1).click()
    page.get_by_role("button", name="Take back").click()
    entered(anna, 2)
    page.click("#store")
    page.wait_for_url("**/g/*")
    anna.wait_drawn()
    anna.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    entered(anna, 0)


def test_a_finger_enters_turns_on_a_phone(visit: Visit) -> None:
    anna = visit(width=390, height=844, has_touch=True, is_mobile=True)
    anna.open("/paper/vyun/enter?spec=vyun(board=4x4)")
    entered(anna, 0)
    anna.page.fill("#typed", "B2 D4")
    anna.page.press("#typed", "Enter")
    entered(anna, 2)
    anna.draw_with_a_finger("B2", "C2")
    entered(anna, 3)
    assert anna.turns[-1] == "B2>C2"
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 390
