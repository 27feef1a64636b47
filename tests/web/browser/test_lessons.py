"""Lessons in a browser: mouse, keyboard, touch, both languages, progress."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kletka.library.lessons import lessons_of
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def begin(anna: Visitor, game: str, number: int) -> None:
    anna.open(f"/learn/{game}/{number}")
    ready(anna, "mine")


def ready(anna: Visitor, state: str) -> None:
    """Wait until the board is `mine` (to play), `solved` or `missed`."""
    anna.page.locator(f"#board[data-ready={state}] svg").wait_for()


def test_a_solved_lesson_leads_on_and_is_remembered(visit: Visit) -> None:
    anna = visit()
    begin(anna, "kamiken", 1)
    expect(anna.page.locator("#onward")).to_be_hidden()
    anna.click("B2")
    ready(anna, "solved")
    expect(anna.message).to_have_text(lessons_of("kamiken")[0].done.en)
    expect(anna.page.locator("#progress")).to_have_text("Done: 1 of 10")
    anna.page.keyboard.press("Enter")  # the link to the next lesson has the focus
    anna.page.wait_for_url("**/learn/kamiken/2")
    expect(anna.page.locator(".dots li[data-number='1']")).to_have_class("done")
    anna.open("/learn")
    card = anna.page.locator("[data-lessons=kamiken]")
    expect(card.locator("li.done")).to_have_count(1)
    expect(card.locator("a.start")).to_have_attribute("href", "/learn/kamiken/2")


@pytest.mark.parametrize(
    ("language", "refusal", "rule", "again"),
    [
        ("en", "B1 is attacked by White's B2. Rule 1", "Rule 1", "Try again"),
        ("ru", "B1 под боем белых (B2). Правило 1", "Правило 1", "Попробовать ещё раз"),
    ],
)
def test_wrong_answers_are_explained(
    visit: Visit, language: str, refusal: str, rule: str, again: str
) -> None:
    anna = visit(language=language)
    begin(anna, "kamiken", 2)
    anna.click("B1")
    expect(anna.message).to_contain_text(refusal)
    expect(anna.message.get_by_role("link", name=rule)).to_have_attribute(
        "href", "/rules/kamiken#rule-1"
    )
    anna.click("A1")
    ready(anna, "missed")
    expect(anna.message).to_have_text(lessons_of("kamiken")[1].hints[0].text.say(language))
    expect(anna.page.locator("#onward")).to_be_hidden()
    anna.page.get_by_role("button", name=again).click()
    ready(anna, "mine")
    expect(anna.message).to_be_hidden()
    anna.click("C3")
    ready(anna, "solved")


def test_a_series_is_clicked_step_by_step(visit: Visit) -> None:
    anna = visit()
    begin(anna, "manu", 6)
    anna.click("A1")
    anna.click("E1")
    expect(anna.page.locator("#choices")).to_contain_text("A1>E1. It must continue.")
    anna.click("E5")
    expect(anna.page.locator("#choices")).to_contain_text("A1>E1^E3. Continue or end it.")
    anna.page.get_by_role("button", name="End the turn").click()
    ready(anna, "missed")
    expect(anna.message).to_contain_text("you stopped too soon")
    anna.page.keyboard.press("Escape")
    ready(anna, "mine")
    for crossing in ("A1", "E1", "E5", "E7"):
        anna.page.wait_for_timeout(50)
        anna.click(crossing)
        anna.page.wait_for_load_state("networkidle")
    ready(anna, "solved")
    expect(anna.message).to_have_text(lessons_of("manu")[5].done.en)


def test_a_lesson_by_keys_alone(visit: Visit) -> None:
    anna = visit()
    begin(anna, "vyun", 2)
    keys = anna.page.keyboard
    anna.cell("B2").focus()  # the cell that Tab goes to
    keys.press("ArrowLeft")
    keys.press("Space")
    expect(anna.message).to_contain_text("From A2")
    keys.press("ArrowRight")
    keys.press("Enter")
    ready(anna, "solved")


def test_a_lesson_by_finger(visit: Visit) -> None:
    anna = visit(width=390, height=844, has_touch=True, is_mobile=True)
    begin(anna, "vyun", 2)
    anna.draw_with_a_finger("A2", "B2")
    play = anna.page.get_by_role("button", name="Play", exact=True)
    play.click()  # on a touch screen turns are confirmed, as in a game
    ready(anna, "solved")
    width = anna.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out of a narrow page"


def test_a_pass_may_be_the_answer(visit: Visit) -> None:
    anna = visit()
    begin(anna, "kamiken", 7)
    anna.page.click("#pass")
    anna.page.click("#choices button.primary")
    ready(anna, "solved")


def test_the_solution_is_shown_but_does_not_count(visit: Visit) -> None:
    anna = visit(language="ru")
    begin(anna, "manu", 11)
    anna.page.get_by_role("button", name="Показать решение").click()
    expect(anna.message).to_have_text(lessons_of("manu")[10].done.ru)
    expect(anna.page.locator("#progress")).to_have_text("Пройдено: 0 из 13")
    anna.page.get_by_role("button", name="Попробовать ещё раз").click()
    ready(anna, "mine")
    expect(anna.page.locator("#onward")).to_be_hidden()


def test_after_the_last_lesson_a_bot_waits(visit: Visit) -> None:
    anna = visit()
    begin(anna, "kamiken", 10)
    anna.page.click("#pass")
    anna.page.click("#choices button.primary")
    ready(anna, "solved")
    expect(anna.page.locator("#onward")).to_contain_text("you know all the rules")
    anna.page.click("#next")
    anna.page.wait_for_url(re.compile("/g/"))
    anna.wait_turn()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_is_to_be_found_is_not_given_away(visit: Visit, language: str) -> None:
    anna = visit(language=language)
    begin(anna, "manu", 1)
    expect(anna.page.locator("#board .kletka-dots")).to_be_hidden()
    answer = anna.cell("B3")
    expect(answer).to_have_attribute("aria-label", "B3")  # nothing is said of it to screen readers
    answer.hover(force=True)
    expect(answer).to_have_css("cursor", "default")
    expect(answer).to_have_css("fill", "rgba(0, 0, 0, 0)")
    answer.click(force=True)
    ready(anna, "solved")
    begin(anna, "manu", 2)  # here nothing is to be found
    expect(anna.page.locator("#board .kletka-dots")).to_be_visible()
