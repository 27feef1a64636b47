"""What makes the site an app: its manifest, icons, service worker, and its offline page."""

from __future__ import annotations

import json
from functools import cache

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from kletka.drawing.raster import png
from kletka.language import LANGUAGES
from kletka.web.device.packing import archive_version
from kletka.web.languages import language_of
from kletka.web.pages.rendering import STATIC, VERSION, render
from kletka.web.security import YEAR
from kletka.web.thread_pools import drawing
from kletka.web.words import translate
from kletka.web.words.offline import AWAY_WORDS

router = APIRouter(include_in_schema=False)
ICON_SIZES = (192, 512)
PAPER = "#faf8f1"
SHORTCUTS = {"menu_new_game": "/new", "learn": "/learn", "puzzles": "/puzzles"}


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The description of the app, from which a browser installs it."""
    language = language_of(request)
    described = {
        "id": "/",
        "name": f"{translate(language, 'app_name')}: {translate(language, 'home_title')}",
        "short_name": translate(language, "app_name"),
        "description": translate(language, "home_lead"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            {"src": f"/static/{VERSION}/icon.svg", "type": "image/svg+xml", "sizes": "any"},
            *(_icon(size, "any") for size in ICON_SIZES),
            *(_icon(size, "maskable") for size in ICON_SIZES),
        ],
        "shortcuts": [
            {"name": translate(language, word), "url": path} for word, path in SHORTCUTS.items()
        ],
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return JSONResponse(described, headers=headers, media_type="application/manifest+json")


def _icon(size: int, purpose: str) -> dict[str, str]:
    """The icon's paper fills it and its square lies in the middle, so that it can be cut round."""
    return {
        "src": f"/static/{VERSION}/icons/{size}.png",
        "type": "image/png",
        "sizes": f"{size}x{size}",
        "purpose": purpose,
    }


@router.get(f"/static/{VERSION}/icons/{{size}}.png")
async def icon(size: int) -> Response:
    if size not in ICON_SIZES:
        raise HTTPException(404)
    picture = await drawing.run(_drawn_icon, size)
    headers = {"Cache-Control": f"public, max-age={YEAR}, immutable"}
    return Response(picture, media_type="image/png", headers=headers)


@cache
def _drawn_icon(size: int) -> bytes:
    return png((STATIC / "icon.svg").read_text("utf-8"), size)


@router.get("/service-worker.js")
async def service_worker() -> Response:
    """The script that keeps pages; browsers ask for it again and again, and replace the old one."""
    script = await drawing.run(_service_worker)
    headers = {"Cache-Control": "no-cache"}
    return Response(script, media_type="text/javascript", headers=headers)


@cache
def _service_worker() -> str:
    known = {
        "version": VERSION,
        "rules": archive_version(),  # other rules make another worker, which fetches them
        "words": {
            language: {key: text.say(language) for key, text in AWAY_WORDS.items()}
            for language in LANGUAGES
        },
    }
    script = (STATIC / "js" / "service-worker.js").read_text("utf-8")
    return f"self.kletka = {json.dumps(known, ensure_ascii=False)};\n{script}"


@router.get("/offline")
async def offline(request: Request) -> Response:
    """What the service worker shows in place of a page that it has not kept."""
    return await drawing.run(render, request, "offline.html")
