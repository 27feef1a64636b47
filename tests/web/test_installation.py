"""The manifest, the icons and the service worker, as a browser asks for them."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from kletka.web.configuration import NO_LIMITS
from kletka.web.pages.rendering import VERSION
from tests.web.in_process import app_with, client_of


def ask(folder: Path, *paths: str) -> list[httpx.Response]:
    async def go() -> list[httpx.Response]:
        async with client_of(app_with(folder, NO_LIMITS)) as client:
            return [await client.get(path) for path in paths]

    return asyncio.run(go())


@pytest.mark.parametrize(("language", "name"), [("en", "Kletka"), ("ru", "Клетка")])
def test_the_manifest_describes_the_app(tmp_path: Path, language: str, name: str) -> None:
    [answer] = ask(tmp_path, f"/manifest.webmanifest?lang={language}")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest: dict[str, Any] = answer.json()
    assert (manifest["short_name"], manifest["lang"]) == (name, language)
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    wanted = {"any", *(icon["src"] for icon in manifest["icons"])}
    icons = ask(tmp_path, *(src for src in wanted if src.endswith(".png")))
    sizes = {Image.open(io.BytesIO(icon.content)).size for icon in icons}
    assert sizes == {(192, 192), (512, 512)}
    purposes = {(icon["sizes"], icon.get("purpose")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes


def test_pages_link_to_the_manifest_in_their_language(tmp_path: Path) -> None:
    english, russian = ask(tmp_path, "/learn?lang=en", "/learn?lang=ru")
    assert 'rel="manifest" href="/manifest.webmanifest?lang=en"' in english.text
    assert 'rel="manifest" href="/manifest.webmanifest?lang=ru"' in russian.text


def test_the_service_worker_is_asked_for_again_and_knows_the_version(tmp_path: Path) -> None:
    worker, other_icon = ask(tmp_path, "/service-worker.js", f"/static/{VERSION}/icons/100.png")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    assert f'"version": "{VERSION}"' in worker.text
    assert other_icon.status_code == 404
