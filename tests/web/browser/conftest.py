"""A real browser, Debian's Chromium, and a real server."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 30_000  # milliseconds to wait; nothing here should take a second
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")  # while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail(
            "Chromium is missing: install Debian's package chromium (scripts/test_tools.sh)"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, site: Server) -> Iterator[Callable[..., Visitor]]:
    """Open the site in a new browser context, as another visitor."""
    contexts = []
    complaints: list[str] = []

    def complain(message: str) -> None:
        if "Content Security Policy" in message:
            complaints.append(message)

    def open_page(
        language: str = "en", width: int = 1200, height: int = 800, address: str = "", **more: Any
    ) -> Visitor:
        context = browser.new_context(
            locale={"en": "en-GB", "ru": "ru-RU"}[language],
            viewport={"width": width, "height": height},
            base_url=address or site.address,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complain(message.text))
        return Visitor(page)

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, "the page's script failed, or broke the Content-Security-Policy"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
