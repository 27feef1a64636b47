"""Static files under an address that contains their hash, so that browsers may keep them."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from kletka.web.pages.rendering import BOARD_CSS, VERSION
from kletka.web.security import YEAR

router = APIRouter(include_in_schema=False)
_FOR_EVER = f"public, max-age={YEAR}, immutable"


class CachedStaticFiles(StaticFiles):
    """Static files that browsers need not ask for twice."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = _FOR_EVER
        return response


@router.get(f"/static/{VERSION}/board.css")
async def board_css() -> Response:
    """The style of the pictures, as one sheet for all boards of a page."""
    return Response(BOARD_CSS, media_type="text/css", headers={"Cache-Control": _FOR_EVER})
