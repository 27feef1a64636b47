"""Pages that were seen stay usable while the server is away, and newer versions replace them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from scripts.write_switchboards import ROOT

from kletka.web.pages.rendering import VERSION
from kletka.web.words import translate
from kletka.web.words.offline import AWAY_WORDS
from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor

Visit = Callable[..., Visitor]
LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])
_KEPT = """async (wanted) => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url === new URL(wanted, location.href).href) return true;
  return false;
}"""
_REPLACED = """async (version) => {
  const names = await caches.keys();
  return names.length > 2 && !names.some((name) => name.endsWith(version));
}"""


def wait_until(page: Page, condition: str, value: str) -> None:
    """Wait until an asynchronous function of a page returns true."""
    waiting = "await new Promise((resolve) => setTimeout(resolve, 50))"
    page.evaluate(f"async (value) => {{ while (!(await ({condition})(value))) {waiting}; }}", value)


def wait_kept(page: Page, path: str) -> None:
    """Wait until the service worker has kept a page."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, _KEPT, path)


def arrive(anna: Visitor, *paths: str) -> None:
    """Open pages, and wait until each is kept."""
    for path in paths:
        anna.open(path)
        wait_kept(anna.page, path)


def away(anna: Visitor, language: str) -> None:
    expect(anna.page.locator("#away")).to_have_text(AWAY_WORDS["away"].say(language))


@LANGUAGES
def test_pages_that_were_seen_open_without_the_server(
    visit: Visit, own_server: Server, language: str
) -> None:
    anna = visit(language=language, address=own_server.address)
    arrive(anna, "/", "/learn/kamiken/1", "/puzzles/vyun/2", "/rules/manu", "/paper/ydyumby")
    own_server.kill()
    for path in ("/", "/learn/kamiken/1", "/puzzles/vyun/2", "/rules/manu", "/paper/ydyumby"):
        anna.open(path)
        away(anna, language)
        expect(anna.page.locator("header.top")).to_have_css("display", "flex")  # it has its style
    anna.open("/paper")  # the server would send the browser on
    anna.page.wait_for_url("**/paper/ydyumby")


@LANGUAGES
def test_other_pages_say_what_can_be_opened(
    visit: Visit, own_server: Server, language: str
) -> None:
    anna = visit(language=language, address=own_server.address)
    arrive(anna, "/", "/learn/kamiken/2")
    own_server.kill()
    anna.open("/games")
    expect(anna.page.locator("h1")).to_have_text(translate(language, "offline_title"))
    links = anna.page.locator("#kept-pages a")
    expect(links).to_have_count(2)
    expect(links.last).to_have_attribute("href", "/learn/kamiken/2")
    links.last.click()
    away(anna, language)
    own_server.start()
    expect(anna.page.locator("#away a")).to_have_text(AWAY_WORDS["back"].say(language))
    anna.page.click("#away a")
    expect(anna.page.locator("#away")).to_have_count(0)
    anna.open("/games")
    expect(anna.page.locator("h1")).not_to_have_text(translate(language, "offline_title"))


@LANGUAGES
def test_a_form_that_could_not_be_sent_is_sent_later(
    visit: Visit, own_server: Server, language: str
) -> None:
    anna = visit(language=language, address=own_server.address)
    arrive(anna, "/")
    anna.open("/new/kamiken")
    anna.page.fill("#size", "6")
    for seat, player in enumerate(("me", "here")):
        anna.page.select_option(f"#seat{seat}", player)
    own_server.kill()
    anna.page.click("#new-game button.primary")
    note = anna.page.locator("#not-sent")
    expect(note).to_have_text(translate(language, "offline_unsent"))
    anna.page.click("#try-again")  # it is still away
    expect(note).to_be_visible()
    own_server.start()
    anna.page.click("#try-again")
    anna.wait_drawn()
    assert len(anna.moves()) == 36


def test_a_language_can_be_chosen_offline(visit: Visit, own_server: Server) -> None:
    anna = visit(address=own_server.address)
    arrive(anna, "/learn")
    anna.page.click(".corner a")
    anna.page.wait_for_function("() => document.documentElement.lang === 'ru'")
    arrive(anna, "/learn")
    own_server.kill()
    anna.open("/learn")
    away(anna, "ru")
    anna.page.click(".corner a")
    away(anna, "en")


def test_no_game_and_no_error_is_kept(visit: Visit, own_server: Server) -> None:
    anna = visit(address=own_server.address)
    arrive(anna, "/")
    anna.start("kamiken", "me here", size="5")
    game = anna.page.url.removeprefix(own_server.address)
    anna.place("B2")
    anna.open("/rules/chess")
    anna.open("/new/kamiken")
    arrive(anna, "/learn/manu/1")
    kept = anna.page.evaluate(
        """async () => {
          const urls = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys())
              urls.push(new URL(url).pathname);
          return urls.filter((path) => !path.startsWith("/static/")).sort();
        }"""
    )
    assert kept == ["/", "/learn/manu/1", "/new/kamiken", "/offline", "/offline"]
    own_server.kill()
    anna.open(game)
    expect(anna.page.locator("h1")).to_have_text(translate("en", "offline_title"))


def newer_version(folder: Path, port: int) -> Server:
    """A server of a version with another style sheet, at the same address."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "src/kletka/web/static/kletka.css").open("a", encoding="utf-8") as sheet:
        sheet.write(".brand { letter-spacing: 3px; }")
    path = os.pathsep.join([str(folder / "src"), str(ROOT)])
    server = Server(folder, environment={**os.environ, "PYTHONPATH": path})
    server.port, server.address = port, f"http://127.0.0.1:{port}"
    return server


def test_a_newer_version_replaces_what_was_kept(
    visit: Visit, own_server: Server, tmp_path: Path
) -> None:
    anna = visit(address=own_server.address)
    arrive(anna, "/", "/learn/kamiken/1", "/learn/kamiken/2")
    own_server.kill()
    newer = newer_version(tmp_path / "newer", own_server.port)
    newer.start()
    brand = anna.page.locator(".brand")
    anna.open("/learn/kamiken/1")
    expect(brand).to_have_css("letter-spacing", "3px")  # online, no page is an old one
    wait_until(anna.page, _REPLACED, VERSION)
    newer.kill()
    for path in ("/", "/learn/kamiken/1", "/learn/kamiken/2"):
        anna.open(path)
        away(anna, "en")
        expect(brand).to_have_css("letter-spacing", "3px")
