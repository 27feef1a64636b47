"""The list of turns keeps its end in sight, and the place of a reader who looks back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]
CELLS = [f"{column}{row}" for row in (1, 3, 5, 7, 9) for column in "ACEGI"][:23]

# Whether the whole of the last entry can be seen in the list.
LAST_IN_SIGHT = """() => {
  const list = document.getElementById("turns");
  const box = list.getBoundingClientRect();
  const last = list.lastElementChild.getBoundingClientRect();
  return list.scrollHeight > list.clientHeight + 20
    && last.top >= box.top - 1 && last.bottom <= box.bottom + 1;
}"""


def long_game(anna: Visitor) -> None:
    """A game of Manu with more turns than the list has room for."""
    anna.page.add_init_script("localStorage.setItem('kletka-confirm', 'off')")
    anna.start("manu", "me here", size="9")
    anna.place_all(" ".join(CELLS[:-1]))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1440, 700)])
def test_the_last_rows_are_shown(visit: Visit, language: str, width: int, height: int) -> None:
    anna = visit(language, width=width, height=height)
    long_game(anna)
    page = anna.page
    page.wait_for_function(LAST_IN_SIGHT)
    page.click("#words-switch")
    expect(page.locator("#turns")).to_have_class("turns in-words")
    page.wait_for_function(LAST_IN_SIGHT)
    page.reload()
    anna.wait_drawn()
    page.wait_for_function(LAST_IN_SIGHT)
    anna.place(CELLS[-1])
    page.wait_for_function(LAST_IN_SIGHT)
    page.click("#first")
    page.wait_for_function("() => document.getElementById('turns').scrollTop < 20")
    page.keyboard.press("End")
    page.wait_for_function(LAST_IN_SIGHT)


def test_a_reader_who_scrolls_back_keeps_the_place(visit: Visit) -> None:
    anna = visit(width=1440, height=700)
    long_game(anna)
    page = anna.page
    page.locator("#turns").hover()
    page.mouse.wheel(0, -2000)
    page.wait_for_function("() => document.getElementById('turns').scrollTop === 0")
    anna.place(CELLS[-1])
    assert anna.turns[-1] == CELLS[-1]
    assert page.evaluate("document.getElementById('turns').scrollTop") == 0
