"""What a browser must fetch before a game can be played."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kletka.games.catalogue import GAMES
from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor


def fetched(visitor: Visitor, path: str, ready: str) -> list[str]:
    """The paths of all requests until the board is there."""
    paths: list[str] = []
    visitor.page.on("request", lambda request: paths.append(urlsplit(request.url).path))
    visitor.open(path)
    visitor.page.locator(ready).wait_for()
    return [re.sub(r"/static/\w+/", "", path) for path in paths]


@pytest.mark.parametrize("game", GAMES)
def test_a_board_needs_one_script_one_style_sheet_and_no_picture(
    visit: Callable[..., Visitor], game: str
) -> None:
    visitor = visit()
    visitor.start(game, "me here")
    path = urlsplit(visitor.page.url).path
    visitor.open("/rules/manu")
    paths = fetched(visitor, path, "#board[data-ready=mine] svg")
    later = {"icon.svg", "bundles/hot-seat.js"}  # the board does not need these
    assert set(paths) - later == {
        path,
        "js/theme.js",
        "sheets/board+kletka+game+study.css",
        "bundles/game.js",
    }
    assert visitor.moves()
    visitor.play_something(3)


def test_an_embedded_board_comes_with_its_picture(visit: Callable[..., Visitor]) -> None:
    visitor = visit(language="ru")
    visitor.start("kamiken", "me here", size="5")
    visitor.place_all("C3 B2")
    path = urlsplit(visitor.page.url).path.replace("/g/", "/embed/")
    paths = fetched(visitor, path, "#board svg")
    assert not [path for path in paths if path.endswith("board.svg")]
    visitor.page.click("#back")
    visitor.page.locator("#forward:not([disabled])").wait_for()


def test_a_visitor_without_territory_gets_a_picture_without_it(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    visitor.start("kamiken", "me here", size="5")
    visitor.place_all("C3 B2")
    visitor.page.locator("#board .kletka-hatch").first.wait_for()
    visitor.page.click("#territory")
    paths = fetched(visitor, visitor.page.url, "#board[data-ready=mine] svg")
    assert [path for path in paths if path.endswith("board.svg")]
    assert not visitor.page.locator("#board .kletka-hatch").count()


def test_single_files_play_the_same(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    server = Server(tmp_path, environment={**os.environ, "KLETKA_SINGLE_FILES": "on"})
    server.start()
    try:
        visitor = visit(address=server.address)
        visitor.start("kamiken", "me here", size="5")
        visitor.place_all("C3 B2")
        paths = fetched(visitor, visitor.page.url, "#board[data-ready=mine] svg")
        assert {"js/game.js", "js/board.js", "board.css", "game.css"} <= set(paths)
        assert [path for path in paths if path.endswith("board.svg")]
    finally:
        server.stop()


LATE_SOCKET = """
  window.WebSocket = class extends WebSocket {
    #begun = performance.now();
    get readyState() {
      const late = super.readyState === 1 && performance.now() - this.#begun < 1500;
      return late ? WebSocket.CONNECTING : super.readyState;
    }
    set onopen(act) { this.addEventListener("open", () => setTimeout(act, 1600)); }
    send(text) {
      if (this.readyState !== 1) throw new DOMException("not open", "InvalidStateError");
      super.send(text);
    }
  };
"""


def test_a_move_before_the_connection_is_there_is_sent_later(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.add_init_script(LATE_SOCKET)
    visitor.start("kamiken", "me here", size="5")
    visitor.place("C3")
    assert visitor.turns == ["C3"]
