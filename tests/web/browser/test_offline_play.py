"""Boards answer without the server: lessons, puzzles and games at one screen, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kletka.library.lessons import lessons_of
from kletka.library.puzzles import puzzles_of
from kletka.web.configuration import Configuration
from kletka.web.words import translate
from tests.web.browser.serving import Server
from tests.web.browser.test_offline import LANGUAGES, arrive, away, wait_kept
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(autouse=True)
def _pyodide() -> None:
    if not (Configuration.pyodide_folder / "version.txt").is_file():
        pytest.fail("Pyodide is missing: scripts/test_tools.sh fetches it")


def prepare(anna: Visitor, language: str = "en") -> None:
    """Press the button that makes the site available offline."""
    anna.open("/device")
    anna.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    anna.page.click("#prepare")
    expect(anna.page.locator("#prepared")).to_have_text(translate(language, "device_ready"))


@LANGUAGES
def test_a_lesson_is_answered_by_the_device(
    visit: Visit, own_server: Server, language: str
) -> None:
    anna = visit(language=language, address=own_server.address)
    prepare(anna, language)
    own_server.kill()
    anna.open("/learn/kamiken/2")
    away(anna, language)
    anna.page.locator("#board[data-ready=mine] svg").wait_for()
    anna.click("B1")
    attacked = {"en": "B1 is attacked by White's B2", "ru": "B1 под боем белых (B2)"}
    expect(anna.message).to_contain_text(attacked[language])
    anna.open("/learn/kamiken/1")  # never opened before
    anna.page.locator("#board[data-ready=mine] svg").wait_for()
    anna.click("B2")
    expect(anna.message).to_have_text(lessons_of("kamiken")[0].done.say(language))


def test_a_puzzle_that_was_seen_can_be_solved(visit: Visit, own_server: Server) -> None:
    anna = visit(address=own_server.address)
    prepare(anna)
    arrive(anna, "/puzzles/kamiken/1")
    own_server.kill()
    anna.open("/puzzles/kamiken/1")
    for number, move in enumerate(puzzles_of("kamiken")[0].line):
        if number % 2 == 0:
            anna.page.locator(f'#board[data-number="{number}"] svg').wait_for()
            anna.click(move)
    expect(anna.message).to_have_text(translate("en", "puzzle_solved"))


@LANGUAGES
def test_a_game_goes_on_without_its_server_and_is_stored_later(
    visit: Visit, own_server: Server, language: str
) -> None:
    anna = visit(language=language, address=own_server.address)
    prepare(anna, language)
    anna.start("kamiken", "me here", size="6")
    wait_kept(anna.page, "/paper/kamiken/enter?spec=kamiken%28size%3D6%2Ckomi%3D0.5%29")
    anna.place_all("B2 E5")
    own_server.kill()
    anna.click("B5")
    waits = translate(language, "turn_waits", turn="B5")
    expect(anna.message).to_have_text(waits)
    anna.page.get_by_role("button", name=translate(language, "go_on_here")).click()
    board = anna.page.locator("#board")
    expect(board).to_have_attribute("data-number", "3")
    anna.click("E2")
    expect(board).to_have_attribute("data-number", "4")
    anna.page.reload()
    expect(board).to_have_attribute("data-number", "4")
    anna.open("/device")
    anna.page.click("#device-games-list a")
    expect(board).to_have_attribute("data-number", "4")
    anna.page.fill("#name0", "Anna")
    anna.page.click("#store")
    expect(anna.page.locator("#not-sent")).to_be_visible()
    anna.page.click("#go-back")
    expect(board).to_have_attribute("data-number", "4")
    expect(anna.page.locator("#name0")).to_have_value("Anna")
    own_server.start()
    anna.page.click("#store")
    anna.page.wait_for_url("**/g/*")
    anna.wait_number(4)
    assert anna.turns == ["B2", "E5", "B5", "E2"]
    anna.open("/device")
    expect(anna.page.locator("#device-games")).to_be_hidden()


@pytest.mark.parametrize("game", ["kamiken", "ydyumby", "vyun", "manu"])
def test_every_game_can_be_begun_offline(visit: Visit, own_server: Server, game: str) -> None:
    anna = visit(address=own_server.address)
    prepare(anna)
    own_server.kill()
    anna.open("/device")
    anna.page.locator(f'[data-game="{game}"] a').first.click()
    anna.page.locator('#board[data-number="0"] svg').wait_for()
    anna.click(anna.moves()[0]["move"])
    expect(anna.page.locator("#board")).to_have_attribute("data-number", "1")


def test_a_turn_made_without_a_connection_is_sent_later(visit: Visit, own_server: Server) -> None:
    anna = visit(address=own_server.address)
    anna.start("kamiken", "me here", size="6")
    anna.place_all("B2")
    own_server.kill()
    anna.click("E5")
    expect(anna.message).to_have_text(translate("en", "turn_waits", turn="E5"))
    own_server.start()
    anna.wait_number(2)
    assert anna.turns == ["B2", "E5"]
