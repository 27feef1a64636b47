"""The documentation site, as `make docs` has built it into the package."""

from __future__ import annotations

from pathlib import Path

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from kletka.web.languages import language_of
from kletka.web.pages.rendering import render
from kletka.web.words import translate


class DocumentationFiles(StaticFiles):
    """The files of the site; without them, every address answers how to build it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._folder = folder

    async def check_config(self) -> None:
        """Check nothing: a missing folder has a page of its own."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path == "." or not self._folder.is_dir():
            return _front_page(Request(scope), self._folder)
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"  # browsers ask whether it has changed
        return response


async def documentation(request: Request) -> Response:
    """The address without a language."""
    return _front_page(request, request.app.state.configuration.docs_folder)


def _front_page(request: Request, folder: Path) -> Response:
    """A redirect to the site in the visitor's language, or the page that says it is missing."""
    language = language_of(request)
    if folder.is_dir():
        answer = RedirectResponse(f"/docs/{language}/", 303)
        answer.headers["Vary"] = "Accept-Language, Cookie"
        return answer
    return render(
        request,
        "error.html",
        404,
        title=translate(language, "no_documentation_title"),
        text=translate(language, "no_documentation"),
        more=("/learn", translate(language, "learn")),
    )
