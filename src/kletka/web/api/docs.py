"""The page that explains the API, made from its OpenAPI description."""

from __future__ import annotations

import re
from functools import lru_cache

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

from kletka.web.api.described import Description, Operation
from kletka.web.pages.rendering import render

_TITLES = {"games": "Games and seats", "playing": "Playing", "reading": "Reading and following"}
_PLAIN_TEXT = {"application/x-ndjson": "lines of JSON, as they happen", "text/plain": "text"}


def docs_page(api: FastAPI) -> None:
    """Add /docs, a page without external resources."""

    @lru_cache(maxsize=8)
    def description(base: str) -> Description:
        return Description(api.openapi(), base)

    @api.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        address = f"{request.url.scheme}://{request.url.netloc}"
        described = description(f"{address}/api")
        return render(
            request,
            "api.html",
            address=address,
            groups=_grouped(described.operations),
            models=described.models,
            refusals=described.refusals,
            plain_text=_PLAIN_TEXT,
            coded=_coded,
        )


def _grouped(operations: list[Operation]) -> dict[str, list[Operation]]:
    return {
        title: [operation for operation in operations if operation.group == group]
        for group, title in _TITLES.items()
    }


def _coded(text: str) -> Markup:
    """A text in which what stands between backquotes is code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
