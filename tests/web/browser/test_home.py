"""The home page: its menu, its demonstration boards, the puzzle of the day; recent games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Request, expect

from kletka.web.study.puzzle_pages import today
from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor
from tests.web.clients import Api

Visit = Callable[..., Visitor]
LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])

_MENU = """() => [...document.querySelectorAll(".menu a")].map((link) => {
  const { top, height, width, left, right } = link.getBoundingClientRect();
  return { top, height, width, left, right };
})"""
_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@LANGUAGES
@pytest.mark.parametrize("width", [360, 390, 600, 820, 1440])
def test_the_menu_is_one_line_of_large_targets(visit: Visit, language: str, width: int) -> None:
    anna = visit(language, width=width)
    for path in ("/", "/rules/manu", "/games"):
        anna.open(path)
        links = anna.page.evaluate(_MENU)
        assert len(links) == 6
        assert len({link["top"] for link in links}) == 1
        assert all(link["height"] >= 40 and link["width"] >= 40 for link in links)
        for before, after in pairwise(links):
            assert before["right"] <= after["left"]
        assert links[-1]["right"] <= width
        for corner in anna.page.locator(".corner > *").all():
            box = corner.bounding_box()
            assert box is not None
            assert box["height"] >= 40
            assert box["width"] >= 40
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1440])
def test_demonstration_boards_are_shown_whole(visit: Visit, width: int) -> None:
    anna = visit(width=width)
    anna.open("/")
    for demo in anna.page.locator(".games .demo").all():
        frame = demo.bounding_box()
        board = demo.locator(".kletka-board").bounding_box()
        assert frame is not None
        assert board is not None
        assert frame["x"] <= board["x"]
        assert frame["y"] <= board["y"]
        assert board["x"] + board["width"] <= frame["x"] + frame["width"]
        assert board["y"] + board["height"] <= frame["y"] + frame["height"]


@LANGUAGES
def test_a_demonstration_board_is_clicked_into_a_game(visit: Visit, language: str) -> None:
    anna = visit(language)
    anna.open("/")
    name = {"en": "Bots are playing Kamiken.", "ru": "Боты играют: Камикен."}[language]
    board = anna.page.locator("[data-demo=kamiken]").bounding_box()
    assert board is not None
    anna.page.get_by_role("button", name=name).hover()
    anna.page.mouse.click(board["x"] + board["width"] / 3, board["y"] + board["height"] / 3)
    anna.wait_turn()
    assert "/g/" in anna.page.url
    assert len(anna.moves()) == 25
    expect(anna.page.locator("#seats .seat")).to_have_count(2)


def test_a_demonstration_board_is_entered_with_keys(visit: Visit) -> None:
    anna = visit()
    anna.open("/")
    board = anna.page.get_by_role("button", name="Bots are playing Vyun. Play it yourself.")
    board.focus()
    anna.page.keyboard.press("Enter")
    anna.wait_turn()


def asked_for(page: Page) -> list[str]:
    """The boards that the page asks for from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/demo/" in request.url:
            asked.append(request.url.split("/demo/")[1].split("/")[0])

    page.on("request", note)
    return asked


def test_a_hidden_page_asks_for_nothing(visit: Visit) -> None:
    page = visit().page
    page.clock.install()
    page.goto("/")
    with page.expect_response("**/demo/kamiken/board.svg*"):
        pass
    page.wait_for_load_state("networkidle")
    page.evaluate(_HIDE, True)
    asked = asked_for(page)
    page.clock.run_for(60_000)
    assert not asked
    with page.expect_response("**/demo/kamiken/board.svg*"):
        page.evaluate(_HIDE, False)
    assert "kamiken" in asked


def test_boards_out_of_sight_are_not_asked_for(visit: Visit) -> None:
    page = visit(width=390, height=600).page
    asked = asked_for(page)
    page.goto("/")
    with page.expect_response("**/demo/kamiken/board.svg*"):
        pass
    assert set(asked) == {"kamiken"}
    with page.expect_response("**/demo/manu/board.svg*"):
        page.locator("[data-demo=manu]").scroll_into_view_if_needed()


@LANGUAGES
def test_the_puzzle_of_the_day_is_on_the_home_page(visit: Visit, language: str) -> None:
    anna = visit(language)
    game, number = today()
    anna.open("/")
    day = anna.page.locator(".day")
    expect(day.locator("h2")).to_have_text(
        {"en": "Puzzle of the day", "ru": "Задача дня"}[language]
    )
    expect(day.locator("svg")).to_be_visible()
    mark = anna.page.locator("#day-solved")
    expect(mark).to_be_hidden()
    day.locator(".start").click()
    expect(anna.page).to_have_url(f"{anna.page.url.split('/puzzles')[0]}/puzzles/{game}/{number}")
    anna.page.evaluate(
        "([game, number]) => localStorage.setItem(`kletka-solved-${game}`, `[${number}]`)",
        [game, number],
    )
    for path in ("/", "/puzzles"):
        anna.open(path)
        expect(mark).to_contain_text({"en": "Solved", "ru": "Решена"}[language])


@LANGUAGES
def test_recent_games_show_names_board_result_and_the_last_position(
    visit: Visit, site: Server, language: str
) -> None:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Boris"}]
    made = Api(site).post("/games", spec="kamiken(size=3,komi=0)", seats=seats).json()
    game = made["game"]["id"]
    for number, turn in enumerate(("B2", "A1", "C3", "pass", "pass")):
        seat = Api(site, made["tokens"][str(number % 2)])
        assert seat.post(f"/games/{game}/turns", turn=turn, number=number).status_code == 200
    anna = visit(language, width=390)
    anna.open("/games")
    row = anna.page.locator(f"a[href='/g/{game}']")
    said = {
        "en": "Anna beat Boris on 3x3, by 2 points",
        "ru": "Победа: Anna против игрока Boris, доска 3x3, перевес 2 очка",
    }
    expect(row.locator(".row-sentence")).to_have_text(said[language])
    picture = row.locator("img")
    expect(picture).to_be_visible()
    source = picture.get_attribute("src")
    assert source is not None
    drawn = anna.page.request.get(source).text()
    assert drawn.count("kletka-white") > 1  # the style, and the stones
    assert anna.page.evaluate("document.documentElement.scrollWidth") == 390
