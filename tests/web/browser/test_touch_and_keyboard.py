"""Lessons and study tools without a mouse: by touch on a phone, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from kletka import start
from kletka.library.puzzles import puzzles_of
from tests.web.browser.visitor import PAINTED, READY, Visitor

Visit = Callable[..., Visitor]
PHONE = 390


@pytest.fixture
def phone(visit: Visit) -> Visitor:
    """A visitor with a phone and the engine switched off."""
    anna = visit(width=PHONE, height=844, has_touch=True, is_mobile=True)
    anna.page.add_init_script("localStorage.setItem('kletka-study-analyse', 'off')")
    return anna


def tap(anna: Visitor, *names: str) -> None:
    """Tap on an element once it has been painted."""
    for name in names:
        anna.page.evaluate(PAINTED)
        anna.cell(name).tap(force=True)


def number_is(page: Page, number: int) -> None:
    expect(page.locator("#board")).to_have_attribute("data-number", str(number))


def say_yes(anna: Visitor) -> None:
    anna.page.locator("#choices button.primary").tap()


# By touch.


def test_variations_are_tapped_into_the_analysis(phone: Visitor) -> None:
    page = phone.page
    phone.open("/analysis/kamiken(size=5)")
    page.locator(READY).wait_for()
    for number, cell in enumerate(("C3", "B2"), 1):
        tap(phone, cell)  # in a tree turns need no confirmation
        number_is(page, number)
    page.locator("#back").tap()
    number_is(page, 1)
    tap(phone, "D4")
    number_is(page, 2)
    expect(page.locator("#tree .variation")).to_contain_text("D4")
    page.locator("#promote").tap()
    expect(page.locator("#tree .variation")).to_contain_text("B2")
    page.locator("#tree .variation button").tap()
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "B2")
    page.locator("#remove").tap()
    expect(page.locator("#tree .variation")).to_have_count(0)
    tap(phone, "C2")
    expect(phone.message).to_contain_text("Rule 1")
    page.locator("#inventor").tap()
    expect(page.locator("#board .heat-text").first).to_be_visible()


def test_a_vine_is_drawn_in_the_analysis(phone: Visitor) -> None:
    phone.open("/analysis/vyun(board=4x4)?moves=B2+D4")
    phone.page.locator(READY).wait_for()
    number_is(phone.page, 2)
    phone.draw_with_a_finger("B2", "C2")
    number_is(phone.page, 3)
    expect(phone.page.locator("#tree [aria-current]")).to_have_attribute("title", "B2>C2")


def test_a_position_in_the_middle_of_a_turn_goes_on_at_a_tap(phone: Visitor) -> None:
    begun = start("manu(size=7)")
    for turn in "A1 C1 E3 E5 G4 E7".split():
        begun = begun.play(turn)
    begun = begun.play("A1>E1")
    phone.open(f"/analysis/{begun.spec}?position={quote(str(begun))}")
    phone.page.locator(READY).wait_for()
    tap(phone, "E5")
    expect(phone.page.locator("#choices")).to_contain_text("^E3. Continue or end it.")


def test_a_series_is_tapped_in_a_lesson(phone: Visitor) -> None:
    phone.open("/learn/manu/6")
    phone.page.locator(READY).wait_for()
    choices = phone.page.locator("#choices")
    tap(phone, "A1")
    expect(phone.message).to_contain_text("From A1")
    tap(phone, "E1")
    expect(choices).to_contain_text("A1>E1. It must continue.")
    tap(phone, "E5")
    expect(choices).to_contain_text("A1>E1^E3. Continue or end it.")
    tap(phone, "E7")
    expect(choices).to_contain_text("Play A1>E1^E3^E5?")
    say_yes(phone)
    phone.page.locator('#board[data-ready="solved"]').wait_for()
    phone.page.locator("#next").tap()
    phone.page.wait_for_url("**/learn/manu/7")


def test_a_puzzle_is_tapped_and_an_illegal_move_costs_nothing(phone: Visitor) -> None:
    number, puzzle = next(
        (number, puzzle)
        for number, puzzle in enumerate(puzzles_of("ydyumby"), 1)
        if len(puzzle.line) == 1
    )
    phone.open(f"/puzzles/ydyumby/{number}")
    phone.page.locator(READY).wait_for()
    slip = next(str(move) for move in puzzle.start.moves if str(move) != puzzle.line[0])
    tap(phone, slip)
    expect(phone.page.locator("#choices")).to_contain_text(f"Play {slip}?")
    phone.page.get_by_role("button", name="No").tap()
    phone.page.locator(READY).wait_for()
    tap(phone, puzzle.line[0])
    say_yes(phone)
    expect(phone.message).to_have_text("Solved!")
    expect(phone.page.locator("#streak")).to_contain_text("In a row: 1")


def test_the_end_of_a_turn_in_a_puzzle_is_one_tap(phone: Visitor) -> None:
    number, puzzle = next(
        (number, puzzle)
        for number, puzzle in enumerate(puzzles_of("manu"), 1)
        if "stop" in puzzle.line
    )
    phone.open(f"/puzzles/manu/{number}")
    page, seat, position = phone.page, puzzle.start.to_move, puzzle.start
    for place, move in enumerate(puzzle.line):
        if position.to_move == seat:
            number_is(page, place)
            page.locator(READY).wait_for()
            if move == "stop":
                page.locator("#end-turn").tap()
                expect(page.locator("#choices")).to_be_hidden()
            elif ">" in move:
                tap(phone, *move.split(">"))
                say_yes(phone)
            elif move[0] in "^@":
                page.locator(f'#board .kletka-target[data-move="{move}"]').tap(force=True)
                say_yes(phone)
            else:
                tap(phone, move)
                say_yes(phone)
        position = position.play(move)
    expect(phone.message).to_have_text("Solved!")


def test_a_paper_game_is_tapped_in_and_no_keyboard_jumps_up(phone: Visitor) -> None:
    page = phone.page
    phone.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    number_is(page, 0)
    expect(page.locator("#typed")).not_to_be_focused()
    tap(phone, "A1")
    number_is(page, 1)
    tap(phone, "C3")
    number_is(page, 2)
    page.locator("#undo").tap()
    number_is(page, 1)
    expect(page.locator("#typed")).not_to_be_focused()
    page.locator("#pass").tap()
    say_yes(phone)
    number_is(page, 2)
    page.locator("#store").tap()
    page.wait_for_url("**/g/*")


def test_nothing_is_wider_than_a_phone(phone: Visitor) -> None:
    pages = (
        "/ /new/ydyumby /games /replay /rules/manu /learn /learn/manu/6 /puzzles /puzzles/vyun/1"
    )
    for path in [*pages.split(), "/analysis", "/paper/vyun", "/paper/manu/enter", "/nowhere"]:
        phone.open(path)
        wide = phone.page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll(".a4")]
              .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.tagName)"""
        )
        assert not wide, path


def test_a_tablet_on_its_side_reads_from_the_top(visit: Visit) -> None:
    anna = visit("ru", width=820, height=500, has_touch=True, is_mobile=True)
    anna.open("/puzzles/manu/1")
    anna.page.locator(READY).wait_for()
    tops = anna.page.evaluate(
        """() => [".brand", ".corner", "#status", ".puzzle-task", "#give-up"]
          .map((name) => document.querySelector(name).getBoundingClientRect().top)"""
    )
    assert abs(tops[0] - tops[1]) < 20, "the menu has one line"
    assert tops[1:] == sorted(tops[1:])


# By keyboard.


def focus_board(anna: Visitor) -> None:
    """Press Tab until the board has the focus."""
    for _ in range(40):
        anna.page.keyboard.press("Tab")
        if anna.page.evaluate("document.activeElement.dataset.cell ?? ''"):
            return
    raise AssertionError("Tab never reaches the board")


def walk(anna: Visitor, keys: str) -> None:
    arrows = {"l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}
    for key in keys.split():
        anna.page.keyboard.press(arrows.get(key, key))


def test_the_analysis_by_keys_alone(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    page.add_init_script("localStorage.setItem('kletka-study-analyse', 'off')")
    anna.open("/analysis/vyun(board=3x3)")
    page.locator(READY).wait_for()
    focus_board(anna)
    expect(anna.cell("B2")).to_be_focused()
    walk(anna, "Enter")
    number_is(page, 1)
    walk(anna, "u Enter")
    number_is(page, 2)
    walk(anna, "d Space r Enter")
    number_is(page, 3)
    assert page.locator("#tree [aria-current]").get_attribute("title") == "B2>C2"
    walk(anna, "Delete")
    number_is(page, 2)


def test_a_series_of_a_lesson_by_keys_alone(visit: Visit) -> None:
    anna = visit("ru")
    anna.open("/learn/manu/6")
    anna.page.locator(READY).wait_for()
    anna.cell("A1").focus()
    walk(anna, "Space r r r r Enter")
    choices = anna.page.locator("#choices")
    expect(choices).to_contain_text("A1>E1. Его нужно продолжить.")
    anna.cell("E5").focus()
    walk(anna, "Enter")
    expect(choices).to_contain_text("A1>E1^E3. Продолжайте или закончите.")
    anna.cell("E7").focus()
    walk(anna, "Enter")
    anna.page.locator('#board[data-ready="solved"]').wait_for()
    expect(anna.page.locator("#next")).to_be_focused()


def test_a_paper_game_by_keys_alone(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    anna.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    number_is(page, 0)
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type("A1 ")
    number_is(page, 1)
    anna.cell("B2").focus()
    walk(anna, "r d Enter")
    number_is(page, 2)
    assert anna.turns == ["A1", "C3"]
    page.locator("#pass").focus()
    walk(anna, "Enter")
    walk(anna, "Enter")  # the choice has the focus
    number_is(page, 3)
    page.locator("#store").focus()
    walk(anna, "Enter")
    page.wait_for_url("**/g/*")
