"""How soon a stone is seen after a click, in a real browser.

A click is measured from the event to the frame that shows it. Beside it stands the way of once:
when the turn had been answered, and the page had asked for the picture of the new position.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, StorageState

from benchmarks.delaying_proxy import far_away

GAMES = ("kamiken?size=9", "ydyumby", "vyun", "manu")
AT_ONCE = 50  # milliseconds
CLICKS = 7  # in each game
_READY = "#board[data-ready=mine] svg"
# Notes the times from a click to the first frame with a new piece, and to the server's picture.
_WATCH = """
localStorage.setItem("kletka-confirm", "off");
window.clicks = [];
addEventListener("pointerup", () => {
  const click = { at: performance.now() };
  window.clicks.push(click);
  const board = document.getElementById("board");
  const before = board.dataset.number;
  const look = () => {
    const now = performance.now();
    if (board.querySelector(".expected")) click.seen ??= now;
    if (board.dataset.number === before) return requestAnimationFrame(look);
    click.seen ??= now;
    click.drawn = now;
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
}, { capture: true });
"""
# As once: the page says nothing of its look, shows nothing, and asks for pictures.
_AS_ONCE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (JSON.parse(text).do !== "look") send.call(this, text);
};
"""


class Clicks(NamedTuple):
    """Milliseconds from each click to a stone that is seen, and to the server's picture."""

    seen: list[float]
    drawn: list[float]


Start = Callable[[str], tuple[str, StorageState]]


def measure_clicks(
    browser: Browser, port: int, game: tuple[str, StorageState], touch: bool, once: bool
) -> Clicks:
    """Place stones in a game, by mouse or touch; `once` is the way of once."""
    path, state = game
    context = browser.new_context(storage_state=state, has_touch=touch)
    page = context.new_page()
    page.add_init_script(_WATCH + (_AS_ONCE if once else ""))
    page.goto(f"http://127.0.0.1:{port}{path}")
    for number in range(CLICKS):
        cell = _free_cell(page, number)
        (cell.tap if touch else cell.click)(force=True)
        page.wait_for_function("() => window.clicks.at(-1)?.drawn")
    clicks = page.evaluate("window.clicks")
    context.close()
    return Clicks(
        [click["seen"] - click["at"] for click in clicks],
        [click["drawn"] - click["at"] for click in clicks],
    )


def _free_cell(page: Page, number: int) -> Locator:
    page.locator(_READY).wait_for()
    cells = page.locator("#board [data-cell][data-move]")
    return cells.nth(7 * number % cells.count())


def report_clicks(browser: Browser, port: int, start: Start, round_trips: Iterable[int]) -> float:
    """Print a line for each game and round trip; the slowest median of the new way."""
    slowest = 0.0
    for trip in round_trips:
        with far_away(port, trip / 1000) as far_port:
            for game in GAMES:
                for touch in (False, True):
                    once = measure_clicks(browser, far_port, start(game), touch, once=True)
                    now = measure_clicks(browser, far_port, start(game), touch, once=False)
                    middle = statistics.median(now.seen)
                    slowest = max(slowest, middle)
                    print(
                        f"click to stone, {game.partition('?')[0]:>8} by "
                        f"{'touch' if touch else 'mouse'}, round trip {trip:3} ms: "
                        f"{middle:4.0f} ms (at most {max(now.seen):.0f}); "
                        f"once {statistics.median(once.drawn):4.0f} ms; "
                        f"the server's picture {statistics.median(now.drawn):4.0f} ms"
                    )
    return slowest
