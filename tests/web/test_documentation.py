"""The documentation under /docs: built, not built, and with the same safety as other pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kletka.web.app import create_app
from kletka.web.configuration import Configuration
from tests.web.in_process import client_of

PAGE = "<!doctype html><title>Kletka</title>"
Ask = Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small site, as `make docs` lays it out."""
    site = tmp_path / "docs_site"
    for language in ("en", "ru"):
        (site / language / "_static").mkdir(parents=True)
        (site / language / "index.html").write_text(PAGE + language, encoding="utf-8")
        (site / language / "_static" / "furo.css").write_text("body{}", encoding="utf-8")
    (site / "index.html").write_text(PAGE, encoding="utf-8")
    return site


def visit(tmp_path: Path, docs_folder: Path, ask: Ask, started: bool = True) -> None:
    async def go() -> None:
        configuration = replace(Configuration(tmp_path), docs_folder=docs_folder)
        async with client_of(create_app(configuration), started) as client:
            await ask(client)

    asyncio.run(go())


def test_it_opens_in_the_language_of_the_visitor(tmp_path: Path, folder: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        for language in ("en", "ru"):
            for address in ("/docs", "/docs/"):
                answer = await client.get(address, headers={"Accept-Language": language})
                assert answer.status_code == 303
                assert answer.headers["location"] == f"/docs/{language}/"
            page = await client.get(f"/docs/{language}/")
            assert page.text == PAGE + language
            assert page.headers["content-type"].startswith("text/html")

    visit(tmp_path, folder, ask)


def test_it_does_not_wait_for_the_compiler(tmp_path: Path, folder: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        assert (await client.get("/docs")).status_code == 303
        assert (await client.get("/docs/en/")).text == f"{PAGE}en"
        assert (await client.get("/learn")).status_code == 503

    visit(tmp_path, folder, ask, started=False)


def test_it_is_as_strict_as_every_page(tmp_path: Path, folder: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        page, file = await client.get("/docs/en/"), await client.get("/docs/en/_static/furo.css")
        usual = await client.get("/learn")
        for answer in (page, file):
            assert answer.status_code == 200
            for header in ("content-security-policy", "x-content-type-options"):
                assert answer.headers[header] == usual.headers[header]
            assert "unsafe" not in answer.headers["content-security-policy"]
        again = await client.get("/docs/en/", headers={"If-None-Match": page.headers["etag"]})
        assert again.status_code == 304

    visit(tmp_path, folder, ask)


def test_nothing_outside_the_site_is_served(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret", encoding="utf-8")

    async def ask(client: httpx.AsyncClient) -> None:
        for path in ("nosuch.html", "..%2Foutside.txt", "en/..%2F..%2Foutside.txt", "%00"):
            answer = await client.get(f"/docs/{path}", headers={"Accept": "text/html"})
            assert answer.status_code == 404, path
            assert "secret" not in answer.text

    visit(tmp_path, folder, ask)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "This server has no documentation yet"), ("ru", "документации пока нет")],
)
def test_without_it_a_page_says_how_to_build_it(
    tmp_path: Path, language: str, sentence: str
) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        for address in ("/docs", "/docs/", "/docs/en/rules/kamiken.html"):
            answer = await client.get(address, headers={"Accept-Language": language})
            assert answer.status_code == 404
            assert sentence in answer.text
            assert "make docs" in answer.text

    visit(tmp_path, tmp_path / "missing", ask)


def test_every_page_links_to_it(tmp_path: Path, folder: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        assert '<a href="/docs">' in (await client.get("/learn")).text

    visit(tmp_path, folder, ask)
