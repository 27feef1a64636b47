"""How soon a game can be played when a round trip takes 120 ms, in a real browser.

The same game page is loaded in two ways: each script, each style sheet and the picture of the board
by a request of its own, as it was once; and as pages are sent now, with one script, one style sheet
and the picture in the page. Then stones are placed, as `benchmarks.clicks` says.
Run as `python -m benchmarks.page`, or `make bench-page`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext, StorageState, sync_playwright

from benchmarks.clicks import AT_ONCE, report_clicks
from benchmarks.delaying_proxy import far_away
from benchmarks.web import running

SOON = 1.0  # seconds to a board that can be played, at the usual round trip
LIGHT = 150_000  # bytes that may be sent
WAYS = {"single files": "on", "as sent now": "off"}
PLAYABLE = "#board[data-ready=mine] svg"
_NOTE_WHEN_PLAYABLE = f"""new MutationObserver((_, observer) => {{
  if (!document.querySelector({PLAYABLE!r})) return;
  window.playableAt = performance.now();
  observer.disconnect();
}}).observe(document, {{subtree: true, childList: true, attributes: true}});"""


@dataclass(frozen=True)
class Load:
    """One load of a page: requests and bytes until the board could be played, and seconds."""

    requests: int
    sent: int
    seconds: float


def load(context: BrowserContext, address: str) -> Load:
    page = context.new_page()
    page.add_init_script(_NOTE_WHEN_PLAYABLE)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    finished: list[dict[str, Any]] = []
    sockets: list[dict[str, Any]] = []
    network.on("Network.loadingFinished", lambda event: finished.append(event))
    network.on("Network.webSocketCreated", lambda event: sockets.append(event))
    page.goto(address)
    page.locator(PLAYABLE).wait_for()
    seconds = page.evaluate("window.playableAt") / 1000
    page.wait_for_load_state("networkidle")
    page.close()
    sent = sum(int(request["encodedDataLength"]) for request in finished)
    fetched = [request for request in finished if request["encodedDataLength"]]
    return Load(len(fetched) + len(sockets), sent, seconds)


def start_game(browser: Browser, address: str, game: str) -> tuple[str, StorageState]:
    """A game at one screen: its path, and the cookies of its player."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto(f"/new/{game}")
    page.select_option("#seat1", "here")
    page.click("#new-game button.primary")
    page.locator(PLAYABLE).wait_for()
    state = context.storage_state()
    path = page.url.removeprefix(address)
    context.close()
    return path, state


def measure(
    browser: Browser, port: int, game: str, times: int, round_trip: float
) -> tuple[list[Load], list[Load]]:
    """Loads by a browser that knows nothing of the site, and of the same page again."""
    path, state = start_game(browser, f"http://127.0.0.1:{port}", game)
    first, again = [], []
    with far_away(port, round_trip) as far_port:
        for _ in range(times):
            context = browser.new_context(storage_state=state)
            address = f"http://127.0.0.1:{far_port}{path}"
            first.append(load(context, address))
            again.append(load(context, address))
            context.close()
    return first, again


def middle(loads: list[Load], of: Callable[[Load], float]) -> float:
    return statistics.median(of(one) for one in loads)


def line(way: str, when: str, loads: list[Load]) -> str:
    seconds = sorted(one.seconds for one in loads)
    return (
        f"{way:>13} {when:<11} {middle(loads, lambda one: one.requests):3.0f} requests, "
        f"{middle(loads, lambda one: one.sent) / 1000:6.1f} KB, playable after "
        f"{middle(loads, lambda one: one.seconds):.2f} s "
        f"({seconds[0]:.2f} to {seconds[-1]:.2f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="kamiken?size=9", help="as in the address of its form")
    parser.add_argument("--round-trip", type=int, default=120, help="milliseconds")
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--port", type=int, default=8192)
    options = parser.parse_args()
    print(f"{options.game}, round trip {options.round_trip} ms, {options.times} loads each")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        first: list[Load] = []
        stone = 0.0
        for number, (way, single) in enumerate(WAYS.items()):
            port = options.port + number
            with tempfile.TemporaryDirectory() as folder:
                environment = {
                    "KLETKA_DATA_DIR": folder,
                    "KLETKA_LIMITS": "off",
                    "KLETKA_BOT_WORKERS": "1",
                    "KLETKA_SINGLE_FILES": single,
                }
                serving = ("-m", "kletka", "serve", "--no-browser", "--port", str(port))
                with running(*serving, environment=environment, port=port):
                    first, again = measure(
                        browser, port, options.game, options.times, options.round_trip / 1000
                    )
                    print(line(way, "first load", first))
                    print(line(way, "again", again))
                    if single == "off":
                        start = partial(start_game, browser, f"http://127.0.0.1:{port}")
                        stone = report_clicks(browser, port, start, (0, options.round_trip))
        browser.close()
    seconds, sent = middle(first, lambda one: one.seconds), middle(first, lambda one: one.sent)
    if seconds >= SOON or sent > LIGHT:
        sys.exit(f"wanted: under {SOON:g} s and at most {LIGHT // 1000} KB")
    if stone >= AT_ONCE:
        sys.exit(f"wanted: a stone within {AT_ONCE} ms of the click")


if __name__ == "__main__":
    main()
