"""A page that lists the routes of the API."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse


def docs_page(api: FastAPI) -> None:
    """Add /docs, a page without external resources."""

    @api.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(_page(api.openapi()))


def _page(described: dict[str, Any]) -> str:
    info = described["info"]
    entries = "".join(
        _entry(method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(info['title'])} API</title>"
        f"<h1>{escape(info['title'])} API {escape(info['version'])}</h1>"
        f"<p>{escape(info['summary'])}. The whole description: "
        '<a href="/api/openapi.json">openapi.json</a>.</p>'
        f"<dl>{entries}</dl></html>"
    )


def _entry(method: str, path: str, operation: dict[str, Any]) -> str:
    words = escape(operation.get("description", operation["summary"]))
    return f"<dt><code>{method.upper()} /api{escape(path)}</code></dt><dd>{words}</dd>"
