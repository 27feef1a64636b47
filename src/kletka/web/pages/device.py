"""Playing without the server: the page about it, and what browsers fetch for it.

Pyodide, CPython for browsers, is fetched by `make pyodide`. A server without it has no boards that
work offline; all else is the same.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.library.lessons import lessons_of
from kletka.library.puzzles import puzzles_of
from kletka.web.device.packing import archive, archive_version
from kletka.web.languages import language_of
from kletka.web.pages.print_sheets import presets_of
from kletka.web.pages.rendering import for_scripts, render
from kletka.web.security import YEAR
from kletka.web.thread_pools import drawing
from kletka.web.words.offline import DEVICE_WORDS

router = APIRouter(include_in_schema=False)
PYODIDE_FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}
_FOR_EVER = {"Cache-Control": f"public, max-age={YEAR}, immutable"}


@router.get("/device")
async def device_page(request: Request) -> Response:
    """What can be done without the server, and how to prepare for it."""
    return await drawing.run(_device_page, request)


def _device_page(request: Request) -> Response:
    language = language_of(request)
    return render(
        request,
        "device.html",
        boards=[(face_of(game), presets_of(game)) for game in GAMES],
        pages_json=for_scripts(pages_to_keep()),
        words_json=for_scripts({key: text.say(language) for key, text in DEVICE_WORDS.items()}),
    )


def pages_to_keep() -> list[str]:
    """The pages that a visitor who prepares for being offline gets."""
    pages = ["/", "/device", "/learn", "/puzzles"]
    for game in GAMES:
        pages += [f"/rules/{game}", f"/paper/{game}", f"/paper/{game}/enter"]
        for _, spec in presets_of(game):
            query = urlencode({"spec": spec}, quote_via=quote)
            pages += [f"/paper/{game}/enter?{query}", f"/paper/{game}?{query}"]
        pages += [f"/learn/{game}/{lesson.number}" for lesson in lessons_of(game)]
        pages += [f"/puzzles/{game}/{number + 1}" for number in range(len(puzzles_of(game)))]
    return pages


@router.get("/device/engine.json")
async def engine(request: Request) -> Response:
    """What a browser needs to play by itself; 404 if this server does not have it."""
    described = await drawing.run(_engine, _folder(request))
    if described is None:
        raise HTTPException(404)
    return JSONResponse(described, headers={"Cache-Control": "no-cache"})


@cache
def _engine(folder: Path) -> dict[str, Any] | None:
    if not (folder / "version.txt").is_file():
        return None
    version = (folder / "version.txt").read_text("ascii").strip()
    pyodide, code = f"/device/pyodide/{version}/", f"/device/code/{archive_version()}.zip"
    sizes = [_sent(folder / name).stat().st_size for name in PYODIDE_FILES]
    return {
        "pyodide": pyodide,
        "code": code,
        "files": [*(pyodide + name for name in PYODIDE_FILES), code],
        "bytes": sum(sizes) + len(archive()),
    }


@router.get("/device/pyodide/{version}/{name}")
async def pyodide_file(request: Request, version: str, name: str) -> Response:
    described = await drawing.run(_engine, _folder(request))
    if described is None or f"/device/pyodide/{version}/{name}" not in described["files"]:
        raise HTTPException(404)
    file = _sent(_folder(request) / name)
    headers = {**_FOR_EVER, **({"Content-Encoding": "gzip"} if file.suffix == ".gz" else {})}
    return FileResponse(file, media_type=PYODIDE_FILES[name], headers=headers)


@router.get("/device/code/{version}.zip")
async def code(version: str) -> Response:
    """Our own Python, for the browser's interpreter."""
    packed = await drawing.run(archive)
    if version != archive_version():
        raise HTTPException(404)
    return Response(packed, media_type="application/zip", headers=_FOR_EVER)


def _folder(request: Request) -> Path:
    folder: Path = request.app.state.configuration.pyodide_folder
    return folder


def _sent(file: Path) -> Path:
    """The file, or its compressed copy: every browser that runs Pyodide unpacks it."""
    zipped = file.with_name(f"{file.name}.gz")
    return zipped if zipped.is_file() else file
