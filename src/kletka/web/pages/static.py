"""Static files under an address that contains their hash, so that browsers may keep them.

A page loads one script and one style sheet: each is put together here from its parts when it is
first asked for, and kept compressed. `KLETKA_SINGLE_FILES=on` sends the parts instead.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache, lru_cache

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from kletka.web.bundling import bundle
from kletka.web.pages.rendering import BOARD_CSS, STATIC, VERSION
from kletka.web.security import YEAR

router = APIRouter(include_in_schema=False)
_FOR_EVER = f"public, max-age={YEAR}, immutable"
_SCRIPTS = {file.name for file in (STATIC / "js").glob("*.js")}
_SHEETS = {"board", *(file.stem for file in STATIC.glob("*.css"))}


class CachedStaticFiles(StaticFiles):
    """Static files that browsers need not ask for twice."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = _FOR_EVER
        return response


@dataclass(frozen=True)
class _Packed:
    """A text as bytes, and compressed as well as possible."""

    plain: bytes
    zipped: bytes

    @classmethod
    def of(cls, text: str) -> _Packed:
        return cls(text.encode(), gzip.compress(text.encode(), 9, mtime=0))

    def response(self, request: Request, media_type: str) -> Response:
        headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=media_type, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(self.zipped, media_type=media_type, headers=headers)


@router.get(f"/static/{VERSION}/board.css")
async def board_css() -> Response:
    """The style of the pictures, as one sheet for all boards of a page."""
    return Response(BOARD_CSS, media_type="text/css", headers={"Cache-Control": _FOR_EVER})


@router.get(f"/static/{VERSION}/bundles/{{name}}")
async def bundled_script(request: Request, name: str) -> Response:
    """A script with all that it imports."""
    if name not in _SCRIPTS:
        raise HTTPException(404)
    return _script(name).response(request, "text/javascript")


@router.get(f"/static/{VERSION}/sheets/{{names}}.css")
async def joined_sheets(request: Request, names: str) -> Response:
    """The style sheets whose names are joined by plus signs, in this order."""
    wanted = tuple(names.split("+"))
    if not set(wanted) <= _SHEETS or len(set(wanted)) < len(wanted):
        raise HTTPException(404)
    return _sheets(wanted).response(request, "text/css")


@cache
def _script(name: str) -> _Packed:
    return _Packed.of(bundle(name, lambda module: _read(f"js/{module}")))


@lru_cache(maxsize=64)
def _sheets(names: tuple[str, ...]) -> _Packed:
    return _Packed.of("\n".join(_sheet(name) for name in names))


def _sheet(name: str) -> str:
    return BOARD_CSS if name == "board" else _read(f"{name}.css")


def _read(path: str) -> str:
    return (STATIC / path).read_text("utf-8")
