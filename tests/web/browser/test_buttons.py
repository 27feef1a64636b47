"""Every button that can be pressed does something, on every page with a board, in every state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Locator, Page, TimeoutError, expect

from tests.web.browser.visitor import READY, Visitor

Visit = Callable[..., Visitor]
Reach = Callable[[Visitor, Visit], None]

# What a visitor could notice: the page, its fields, its address, dialogs, the focus, downloads.
SEEN = """() => JSON.stringify([
  location.href,
  document.documentElement.outerHTML,
  [...document.querySelectorAll("input, select, textarea")].map((f) => [f.value, f.checked]),
  [...document.querySelectorAll("dialog")].map((dialog) => dialog.open),
  [...document.querySelectorAll("*")].indexOf(document.activeElement),
  window.printed ?? 0,
])"""
CHANGED = f"(before) => ({SEEN})() !== before"
# Buttons that can be pressed now; one that marks where the visitor is leads there.
BUTTONS = "button:visible:enabled:not([aria-current]), summary:visible"
NAME = """(button) => button.id || button.dataset.copy
  || `${button.tagName} ${button.closest("[id]")?.id} ${button.textContent.trim()}`"""
ELSEWHERE = "/healthz"
PATIENCE = 4000  # milliseconds in which a living button answers


def dead_buttons(anna: Visitor, reach: Callable[[], None]) -> list[str]:
    """The names of the buttons that do nothing; `reach` brings the page into its state."""
    page = anna.page
    reach()
    names = dict.fromkeys(page.locator(BUTTONS).evaluate_all(f"all => all.map({NAME})"))
    assert names
    dead = []
    for name in names:
        leave(page)
        reach()
        button = named(page, name)
        if button is not None and not answers(page, button):
            dead.append(name)
    return dead


def leave(page: Page) -> None:
    """Open another page; a button may have led elsewhere meanwhile."""
    while not page.url.endswith(ELSEWHERE):
        with suppress(Error):
            page.goto(ELSEWHERE)


def named(page: Page, name: str) -> Locator | None:
    buttons = page.locator(BUTTONS)
    found = buttons.evaluate_all(f"all => all.map({NAME})")
    return buttons.nth(found.index(name)) if name in found else None


def answers(page: Page, button: Locator) -> bool:
    button.scroll_into_view_if_needed()
    button.focus()
    downloads: list[object] = []
    page.once("download", lambda download: downloads.append(download))
    before = page.evaluate(SEEN)
    button.click()
    try:
        page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
    except TimeoutError:
        return bool(downloads)
    except Error:  # another page was opened meanwhile
        return True
    return True


def opening(path: str, ready: str = READY) -> Reach:
    def reach(anna: Visitor, _: Visit) -> None:
        anna.open(path)
        anna.page.locator(ready).wait_for()

    return reach


def at_one_screen(anna: Visitor, _: Visit) -> None:
    anna.start("kamiken", "me here", size="3")
    anna.place_all("A1 C3")


def waiting_for_another(anna: Visitor, _: Visit) -> None:
    anna.start("kamiken", "me link", size="3")
    anna.place("A1")


def watching(anna: Visitor, visit: Visit) -> None:
    boris = visit()
    at_one_screen(boris, visit)
    anna.open(boris.page.url)
    anna.wait_drawn()


def over(anna: Visitor, _: Visit) -> None:
    anna.start("kamiken", "me here", size="3")
    anna.place("B2")
    for number in (2, 3):
        anna.wait_turn(number - 2)
        anna.pass_turn()
        anna.wait_number(number)
    expect(anna.page.locator("#page")).to_have_attribute("data-over", "true")


def imported(anna: Visitor, _: Visit) -> None:
    anna.open("/replay")
    anna.page.fill("textarea", '[Spec "kamiken(size=3,komi=0.5)"]\n\n1. A1 2. C3 *')
    anna.page.click("main button.primary")
    anna.wait_drawn()


def looking_back(anna: Visitor, visit: Visit) -> None:
    at_one_screen(anna, visit)
    anna.page.click("#back")
    expect(anna.page.locator("#board")).to_have_attribute("data-number", "1")


def reviewing(anna: Visitor, visit: Visit) -> None:
    over(anna, visit)
    anna.page.click("#to-review")
    anna.page.locator('#page[data-reviewed="true"]').wait_for()


def solved_lesson(anna: Visitor, visit: Visit) -> None:
    opening("/learn/kamiken/1")(anna, visit)
    anna.click("B2")
    anna.page.locator('#board[data-ready="solved"]').wait_for()


def missed_lesson(anna: Visitor, visit: Visit) -> None:
    opening("/learn/kamiken/1")(anna, visit)
    anna.click("A1")
    anna.page.locator('#board[data-ready="missed"]').wait_for()


def solved_puzzle(anna: Visitor, visit: Visit) -> None:
    opening("/puzzles/kamiken/1")(anna, visit)
    anna.click("C3")
    anna.page.locator('#board[data-ready="solved"]').wait_for()


def setting_up(anna: Visitor, visit: Visit) -> None:
    opening("/analysis/vyun(board=3x3)?moves=B2+A1")(anna, visit)
    anna.page.click("#arrange")
    anna.page.locator("#arrange-done").wait_for()


def typing_in(anna: Visitor, _: Visit) -> None:
    anna.open("/paper/kamiken/enter?spec=kamiken(size=3)")
    board = anna.page.locator("#board")
    anna.page.locator("#board[data-number]").wait_for()
    if board.get_attribute("data-number") != "0":  # what was typed in before is kept
        anna.page.click("#clear")
        anna.page.click("#choices button.primary")
    expect(board).to_have_attribute("data-number", "0")
    for number, cell in enumerate(("A1", "C3"), 1):
        anna.click(cell)
        expect(board).to_have_attribute("data-number", str(number))


STATES: dict[str, Reach] = {
    "at one screen": at_one_screen,
    "waiting for another": waiting_for_another,
    "watching": watching,
    "over": over,
    "imported": imported,
    "looking back": looking_back,
    "review": reviewing,
    "analysis": opening("/analysis/kamiken(size=3)?moves=A1+C3"),
    "analysis of the start": opening("/analysis/vyun(board=3x3)"),
    "setting up": setting_up,
    "lesson": opening("/learn/ydyumby/2"),
    "solved lesson": solved_lesson,
    "missed lesson": missed_lesson,
    "puzzle": opening("/puzzles/vyun/1"),
    "solved puzzle": solved_puzzle,
    "replay": opening("/replay", "textarea"),
    "printing": opening("/paper/manu", "#print"),
    "typing in a game": typing_in,
}


@pytest.mark.parametrize("state", STATES)
def test_no_button_is_dead(visit: Visit, state: str) -> None:
    anna = visit(accept_downloads=True)
    anna.page.add_init_script(
        """localStorage.setItem("kletka-study-analyse", "off");
        localStorage.setItem("kletka-confirm", "off");  // a switch pressed before is kept
        localStorage.setItem("kletka-sound", "off");
        window.print = () => (window.printed = (window.printed ?? 0) + 1);"""
    )
    assert dead_buttons(anna, lambda: STATES[state](anna, visit)) == []
