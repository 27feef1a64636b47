"""Error pages for people; programs get JSON."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from kletka.web.api.errors import as_refusal, error_response
from kletka.web.languages import language_of
from kletka.web.pages.rendering import render
from kletka.web.refusals import Refused
from kletka.web.words import WORDS, translate


def wants_page(request: Request) -> bool:
    """Whether the request comes from a person's browser and wants a page."""
    accepts = request.headers.get("accept", "")
    return not request.url.path.startswith("/api") and "text/html" in accepts


def error_page(request: Request, status: int, text: str = "", retry_after: float = 9) -> Response:
    """The page of a status, with a text of its own or the given one."""
    language = language_of(request)
    key = f"error_{status}"
    if key not in WORDS:
        key = "error_500" if status >= 500 else "error_404"
    seconds = int(retry_after) + 1
    page = render(
        request,
        "error.html",
        status,
        title=translate(language, f"{key}_title"),
        text=text or translate(language, key, seconds=seconds),
        more=None,
    )
    if status in (429, 503):
        page.headers["Retry-After"] = str(seconds)
    return page


def refusal_page(request: Request, refused: Refused) -> Response:
    """The page of a refusal."""
    usual = refused.status in (404, 429)
    sentence = "" if usual else _as_sentence(refused.say(language_of(request)))
    return error_page(request, refused.status, sentence, refused.retry_after or 9)


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def install_error_pages(app: FastAPI) -> None:
    """Answer errors with pages where people look at them."""

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        if not wants_page(request):
            return error_response(request, as_refusal(error))
        page = error_page(request, error.status_code)
        page.headers.update(error.headers or {})
        return page

    @app.exception_handler(Exception)
    async def on_failure(request: Request, error: Exception) -> Response:
        if wants_page(request):
            return error_page(request, 500)
        return Response("Internal Server Error", 500, media_type="text/plain")
