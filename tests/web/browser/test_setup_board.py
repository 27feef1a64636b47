"""Positions set up by hand in a browser: mouse, touch, keyboard, both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from kletka import Position, start
from tests.web.browser.test_pages import HEAVIEST
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]
CHANGES = "**/analysis/arrange*"
READY = '#board[data-ready="mine"]'
POSSIBLE = {"en": "This is a valid position.", "ru": "Такая позиция в игре возможна."}


def begin(visitor: Visitor, path: str) -> Page:
    """Open an analysis without the engine and start to set up a position."""
    page = visitor.page
    page.add_init_script("localStorage.setItem('kletka-study-analyse', 'off')")
    visitor.open(path)
    page.locator(READY).wait_for()
    page.locator("#arrange").click()
    expect(page.locator("#arrange-faults p")).to_be_visible()
    return page


def take(page: Page, tool: str) -> None:
    page.locator(f'.tool:has(input[name="tool"][value="{tool}"])').click()


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Wait until the server has answered what is done in this context."""
    with page.expect_response(CHANGES):
        yield
    page.locator('#arranging[aria-busy="false"]').wait_for()


@contextmanager
def answered_late(visitor: Visitor, thing: str) -> Iterator[None]:
    """Put a piece; the server answers only after this context."""
    page = visitor.page
    held: list[Route] = []
    page.route(CHANGES, lambda route: held.append(route), times=1)
    tool, cell = thing.split()
    take(page, tool)
    with page.expect_request(CHANGES):
        visitor.click(cell)
    yield
    with page.expect_response(CHANGES):
        held.pop().continue_()
    page.locator('#arranging[aria-busy="false"]').wait_for()


def put(visitor: Visitor, *things: str) -> None:
    """Choose each tool, such as `w` or `r-vine`, and click on its place."""
    page = visitor.page
    for thing in things:
        tool, place = thing.split()
        take(page, tool)
        with answered(page):
            if ">" in place:
                page.locator(f'#board .kletka-target[data-move="{place}"]').click(force=True)
            else:
                visitor.click(place)


def moves_next(page: Page, letter: str) -> None:
    page.locator(f'.tool:has(input[name="mover"][value="{letter}"])').click()


def finish(page: Page) -> Position:
    """Finish, and return the position that the page then analyses."""
    expect(page.locator("#arrange-faults li")).to_have_count(0)
    expect(page.locator("#arrange-faults p")).to_have_text(
        POSSIBLE[page.evaluate("document.documentElement.lang")]
    )
    with page.expect_navigation():
        page.locator("#arrange-done").click()
    page.locator(READY).wait_for()
    expect(page.locator("#arranging")).to_be_hidden()
    return Position.parse(parse_qs(urlsplit(page.url).query)["position"][0])


def after(spec: str, moves: str) -> Position:
    position = start(spec)
    for move in moves.split():
        position = position.play(move)
    return position


# By mouse, in each game.


def test_kamiken_is_set_up_and_then_analysed(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/kamiken(size=5)?moves=A1")
    page.locator("#arrange-clear").click()
    expect(page.locator("#board [data-of]")).to_have_attribute("data-of", "." * 25)
    put(anna, "w C3", "b A1", "w E1", "b A5", "w B3", "eraser B3")
    assert finish(page) == after("kamiken(size=5)", "C3 A1 E1 A5")
    anna.click("B3")
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "B3")
    page.keyboard.press("l")
    expect(page.locator("#best li")).not_to_have_count(0, timeout=90_000)
    anna.page.reload()
    page.locator(READY).wait_for()
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "B3")


def test_in_kamiken_a_tick_says_which_player_has_passed(visit: Visit) -> None:
    anna = visit("ru")
    page = begin(anna, "/analysis/kamiken(size=3)")
    put(anna, "w A1", "b C3")
    page.get_by_label("Белые: пас").check()
    expect(page.locator("#arrange-faults li")).to_have_text(
        "Очередь хода: должен быть ход чёрных, а не белых"
    )
    moves_next(page, "b")
    assert finish(page) == after("kamiken(size=3)", "A1 C3 pass")


def test_ydyumby_is_set_up_with_its_supplies(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/ydyumby(board=5x5,supply=8)")
    put(anna, "r A1", "b E5")
    expect(page.locator("#count-supply-0")).to_have_value("7")
    for seat in (0, 1):
        page.locator(f"#count-supply-{seat}").fill("9")
        page.locator(f"#count-supply-{seat}").press("Enter")
        expect(anna.message).to_contain_text("it must be a number from 0 to 8")
        expect(page.locator(f"#count-supply-{seat}")).to_have_value("7")
        page.locator(f"#count-supply-{seat}").fill("6")
        page.locator(f"#count-supply-{seat}").press("Enter")
        expect(page.locator(f"#count-supply-{seat}")).to_have_value("6")
    assert str(finish(page)).split()[1:] == ["r4/5/5/5/4b", "r", "6,6"]


def test_vyun_is_set_up_with_vines_and_growth_points(visit: Visit) -> None:
    anna = visit("ru")
    page = begin(anna, "/analysis/vyun(board=4x4)")
    put(anna, "r B2", "b D4", "r-vine B2>C2", "r-vine C2>C3", "b-growth D4")
    faults = page.locator("#arrange-faults li")
    expect(faults).to_have_text("Ростков синих: 1, а точек роста 0 вместо 2")
    put(anna, "b-growth D4", "b-growth D4", "r-vine C3>D3", "eraser C3>D3")
    moves_next(page, "b")
    assert finish(page) == after("vyun(board=4x4)", "B2 D4 B2>C2 pass C2>C3")


def test_manu_is_set_up_with_stones_taken(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/manu(size=5,reserve=12,target=5)")
    put(anna, "w A1", "b A3")
    page.locator("#count-taken-0").fill("2")
    page.locator("#count-taken-0").press("Tab")
    expect(page.locator("#count-reserve-1")).to_have_text("9")
    moves_next(page, "b")
    assert str(finish(page)).split()[1:] == ["w4/5/b4/5/5", "b", "11,9", "2,0", "-"]


# Impossible positions.


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "B2 and B3 are neighbours of different colours"),
        ("ru", "B2 и B3: соседние камни разного цвета"),
    ],
)
def test_an_impossible_position_is_shown_and_refused(
    visit: Visit, language: str, sentence: str
) -> None:
    anna = visit(language)
    page = begin(anna, "/analysis/kamiken(size=5)")
    put(anna, "w B2", "b B3")
    expect(page.locator("#board [data-of]")).to_have_attribute("data-of", "......0....1" + "." * 13)
    faults = page.locator("#arrange-faults")
    expect(faults.locator("li")).to_have_text(sentence)
    page.locator("#arrange-done").click()
    expect(faults).to_be_focused()
    expect(faults).to_have_class("arrange-faults wrong insist")
    expect(page.locator("#arranging")).to_be_visible()
    put(anna, "b B3", "b D4")
    expect(faults.locator("li")).to_have_count(0)


def test_cancelling_leaves_the_analysis_as_it_was(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/kamiken(size=5)?moves=C3+B2")
    address = page.url
    put(anna, "w E5")
    page.locator("#arrange-cancel").click()
    page.locator('#board [data-of="......1.....0............"]').wait_for()
    assert page.url == address
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "B2")
    anna.click("D4")
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "D4")


def test_a_finished_game_can_be_set_up_again(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/kamiken(size=2)?moves=A1+B2")
    expect(page.locator('input[value="-"]')).to_be_checked()
    put(anna, "eraser B2")
    moves_next(page, "b")
    assert finish(page) == after("kamiken(size=2)", "A1")


def test_a_late_answer_leaves_the_beginning_of_a_vine(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/vyun(board=4x4)")
    with answered_late(anna, "r B2"):
        take(page, "r-vine")
        anna.click("B2")
        expect(anna.message).to_have_text("From B2: now click a neighbouring cell.")
    expect(page.locator("#board [data-of]")).to_have_attribute("data-of", ".....0..........")
    expect(anna.message).to_have_text("From B2: now click a neighbouring cell.")
    with answered(page):
        anna.click("C2")
    put(anna, "b D4")
    moves_next(page, "b")
    assert finish(page) == after("vyun(board=4x4)", "B2 D4 B2>C2")


def test_a_late_answer_leaves_what_is_being_typed(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/ydyumby(board=5x5,supply=8)")
    supply = page.locator("#count-supply-1")
    with answered_late(anna, "r A1"):
        supply.fill("5")
    expect(page.locator("#count-supply-0")).to_have_value("7")
    expect(supply).to_have_value("5")
    with answered(page):
        supply.press("Enter")
    expect(supply).to_have_value("5")
    supply.fill("9")
    with answered(page):
        supply.press("Enter")
    expect(anna.message).to_contain_text("it must be a number from 0 to 8")
    expect(supply).to_have_value("5")


# Without a mouse.


def test_a_position_is_set_up_by_keys_alone(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    page.add_init_script("localStorage.setItem('kletka-study-analyse', 'off')")
    anna.open("/analysis/vyun(board=3x3)")
    page.locator(READY).wait_for()
    page.keyboard.press("s")
    expect(page.locator('input[name="tool"][value="r"]')).to_be_focused()
    expect(page.locator("#arrange-faults p")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(anna.cell("B2")).to_be_focused()

    def press(key: str) -> None:
        with answered(page):
            page.keyboard.press(key)

    press("Enter")  # a red sprout in the middle
    page.keyboard.press("2")  # a red vine
    page.keyboard.press("Enter")
    expect(anna.message).to_have_text("From B2: now click a neighbouring cell.")
    page.keyboard.press("ArrowRight")
    press("Enter")
    page.keyboard.press("4")  # a blue sprout
    page.keyboard.press("ArrowDown")
    press("Enter")
    page.keyboard.press("ArrowLeft")
    press("Enter")
    press("Delete")
    expect(page.locator("#board [data-of]")).to_have_attribute("data-of", "....0...1")
    page.keyboard.press("Tab")
    expect(page.locator('input[name="tool"][value="b"]')).to_be_focused()
    page.keyboard.press("Tab")
    with answered(page):
        page.keyboard.press("ArrowRight")
    expect(page.locator('input[name="mover"][value="b"]')).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#arrange-done")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator(READY).wait_for()
    reached = Position.parse(parse_qs(urlsplit(page.url).query)["position"][0])
    assert reached == after("vyun(board=3x3)", "B2 C3 B2>C2")


def test_a_position_is_set_up_by_finger_on_a_phone(visit: Visit) -> None:
    anna = visit("ru", width=390, height=844, has_touch=True, is_mobile=True)
    page = anna.page
    page.add_init_script("localStorage.setItem('kletka-study-analyse', 'off')")
    anna.open("/analysis/vyun(board=4x4)")
    page.locator(READY).wait_for()
    page.locator("#arrange").tap()
    expect(page.locator("#arrange-faults p")).to_be_visible()

    def tap_tool(tool: str) -> None:
        page.locator(f'.tool:has(input[name="tool"][value="{tool}"])').tap()

    for tool, cell in (("r", "B2"), ("b", "D4")):
        tap_tool(tool)
        with answered(page):
            anna.cell(cell).tap(force=True)
    tap_tool("r-vine")
    with answered(page):
        anna.draw_with_a_finger("B2", "B3")
    anna.cell("B3").tap(force=True)
    with answered(page):
        anna.cell("C3").tap(force=True)
    page.locator('.tool:has(input[name="mover"][value="b"])').tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert finish(page) == after("vyun(board=4x4)", "B2 D4 B2>B3 pass B3>C3")


def test_the_board_is_turned_while_it_is_set_up(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/kamiken(size=3)")
    put(anna, "w A1")
    left = anna.cell("A1").bounding_box()
    with answered(page):
        page.keyboard.press("f")
    page.wait_for_function(
        "left => document.querySelector('[data-cell=A1]').getBoundingClientRect().x > left + 20",
        arg=left["x"] if left else 0,
    )
    expect(page.locator("#board [data-of]")).to_have_attribute("data-of", "0........")


def test_the_analysis_page_is_light(visit: Visit) -> None:
    anna = visit()
    page = begin(anna, "/analysis/vyun(board=8x8,players=8)")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weights: list[int] = []
    session.on("Network.loadingFinished", lambda done: weights.append(done["encodedDataLength"]))
    page.reload()
    page.locator(READY).wait_for()
    page.locator("#arrange").click()
    expect(page.locator("#arrange-faults p")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(weights) >= 5
    assert sum(weights) <= HEAVIEST
