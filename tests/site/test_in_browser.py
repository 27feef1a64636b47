"""The site in a real browser, with the headers of the real server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect
from starlette.applications import Starlette
from starlette.routing import Mount

from kletka.web.middleware import SafetyHeaders
from kletka.web.pages.documentation import DocumentationFiles
from tests.web.browser.conftest import browser

__all__ = ["browser"]  # a fixture of the web app's tests


@pytest.fixture(scope="module")
def address(site_folder: Path) -> Iterator[str]:
    app = Starlette(routes=[Mount("/docs", DocumentationFiles(site_folder))])
    app.add_middleware(SafetyHeaders)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    serving = threading.Thread(target=server.run)
    serving.start()
    while not server.started:
        assert serving.is_alive()
    [listening] = server.servers[0].sockets
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/docs"
    server.should_exit = True
    serving.join()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of a narrow window that may complain of nothing and ask nobody else."""
    opened = browser.new_page(base_url=address, viewport={"width": 390, "height": 800})
    wrong: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            wrong.append(said.text)

    def watch(asked: Request) -> None:
        if not asked.url.startswith(address):
            wrong.append(asked.url)

    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", hear)
    opened.on("request", watch)
    yield opened
    opened.close()
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "word", "found"),
    [("en", "komi", "Kamiken"), ("ru", "правилом", "Урок для изобретателя")],
)
def test_the_search_finds(page: Page, address: str, language: str, word: str, found: str) -> None:
    page.goto(f"{address}/{language}/search.html?q={word}")
    expect(page.locator("#search-results li a", has_text=found).first).to_be_visible()


def test_the_theme_is_kept_and_shared_with_the_app(page: Page, address: str) -> None:
    page.goto(f"{address}/en/index.html")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.evaluate("localStorage.setItem('kletka-theme', 'dark')")
    page.reload()
    assert page.evaluate("document.body.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != paper
    page.locator(".theme-toggle-header button").click()
    shown = page.evaluate("document.body.dataset.theme")
    assert shown != "dark"
    kept = page.evaluate("localStorage.getItem('kletka-theme')")
    assert kept == (None if shown == "auto" else shown)


def test_narrow_windows_do_not_scroll_sideways(page: Page, address: str) -> None:
    for path in ("en/index", "ru/rules/manu", "en/reference/kletka", "en/lab", "ru/commands"):
        page.goto(f"{address}/{path}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
