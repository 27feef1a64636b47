"""A game with nothing but rules, a face and a drawing is played on a page, and has all pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.fifth_game import GAME, add_fifth_game
from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def five_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environment = add_fifth_game(tmp_path_factory.mktemp("copy"))
    server = Server(tmp_path_factory.mktemp("data"), environment=environment)
    server.start()
    yield server
    server.stop()


def test_a_whole_game_against_a_bot(visit: Visit, five_games: Server) -> None:
    anna = visit(address=five_games.address)
    anna.start(GAME, size="3")
    anna.play_to_the_end()
    expect(anna.page.locator("#status")).to_contain_text(re.compile("You won|You lost|A draw"))
    assert "(size=3)" in anna.page.request.get(f"{anna.page.url}/record.txt").text()


def test_it_starts_from_the_home_page(visit: Visit, five_games: Server) -> None:
    anna = visit(address=five_games.address)
    anna.open("/")
    anna.page.get_by_role("button", name="Play Apart against a bot").click()
    anna.wait_turn()
    assert len(anna.moves()) == 25


@pytest.mark.parametrize(
    "path",
    [f"/rules/{GAME}", f"/learn/{GAME}", f"/new/{GAME}", f"/analysis/{GAME}", f"/paper/{GAME}"],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_its_pages_exist(visit: Visit, five_games: Server, path: str, language: str) -> None:
    boris = visit(address=five_games.address, language=language)
    answer = boris.page.goto(path)
    assert answer is not None
    assert answer.status == 200
    title = "Apart" if language == "en" else "Порознь"
    expect(boris.page.locator("main")).to_contain_text(title)
