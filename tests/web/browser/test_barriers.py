"""No page has barriers for screen readers, keys or weak eyes, in either theme and language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from docs.make_screenshots import FINISHED, GAMES, arrange, record_of, replay
from playwright.sync_api import Browser, Page

from kletka.games import catalogue
from tests.web.browser.axe import barriers
from tests.web.browser.conftest import PATIENCE
from tests.web.browser.serving import Server
from tests.web.browser.test_study import ENGINE_STARTS

Theme = Literal["light", "dark"]
# A theme, a language and a width have nothing to do with each other: two looks cover all of them.
LOOKS: list[tuple[Theme, str, int]] = [("light", "en-GB", 1280), ("dark", "ru-RU", 390)]
PAGES = [
    "/",
    "/new",
    "/new/ydyumby?board=hex5&players=3",
    "/games",
    "/replay",
    "/learn",
    "/learn/manu/5",
    "/analysis",
    "/puzzles",
    "/puzzles/manu/20",
    "/paper/vyun",
    "/paper/enter",
    "/paper/kamiken/enter",
    "/device",
    "/offline",
    "/nowhere",
    "/api/docs",
    *(f"/rules/{game}" for game in catalogue.GAMES),
]


@pytest.fixture(params=LOOKS, ids=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, site: Server) -> Any:
    theme, locale, width = request.param
    context = browser.new_context(
        base_url=site.address,
        locale=locale,
        color_scheme=theme,
        viewport={"width": width, "height": 800},
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_barriers(page: Page, path: str) -> None:
    page.goto(path)
    if page.locator("#board.board").count():
        page.locator("#board svg").wait_for()
    assert not barriers(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_embedded_board_have_no_barriers(page: Page, game: str) -> None:
    address = replay(page, record_of(*GAMES[game]))
    for summary in page.locator("summary").all():
        summary.click()
    assert not barriers(page)
    page.goto(address.replace("/g/", "/embed/"))
    page.locator("#board svg").wait_for()
    assert not barriers(page)


def test_a_game_that_is_played_has_no_barriers(page: Page) -> None:
    page.goto("/new/kamiken?size=5")
    page.select_option("#seat1", "link")
    page.check("input[value=real]")
    page.click("#new-game button.primary")
    page.locator("#board[data-ready=mine] svg").wait_for()
    page.locator('#board [data-cell="C3"]').click()
    page.locator("#turns button").wait_for()
    assert not barriers(page)
    page.click("#resign")
    assert not barriers(page)


def test_taking_a_seat_has_no_barriers(page: Page, browser: Browser, site: Server) -> None:
    page.goto("/new/kamiken?size=5")
    page.select_option("#seat1", "link")
    page.click("#new-game button.primary")
    link = page.locator("#link-1").input_value()
    page.context.clear_cookies()
    page.goto(link)
    page.locator("#take-seat").wait_for()
    assert not barriers(page)


@pytest.mark.parametrize(
    "prepare",
    [lambda page: page.goto("/analysis/kamiken(size=7)?moves=D4+C2"), arrange],
    ids=["analysis", "setup"],
)
def test_the_analysis_board_has_no_barriers(page: Page, prepare: Callable[[Page], Any]) -> None:
    prepare(page)
    page.locator("#board svg").wait_for()
    assert not barriers(page)


def test_a_review_has_no_barriers(page: Page) -> None:
    page.goto(f"{replay(page, record_of(*FINISHED))}/review")
    page.locator("#page[data-reviewed=true]").wait_for(timeout=ENGINE_STARTS)
    page.locator(".moment button").first.click()
    page.locator("#board svg").wait_for()
    assert not barriers(page)
