"""Rendering of pages from templates."""

from __future__ import annotations

import hashlib
import json
from functools import partial
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from kletka.drawing import flat
from kletka.drawing.palette import PLAYERS_LIGHT, stylesheet
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.web.languages import language_of
from kletka.web.pages.visitors import form_token, keep_visitor
from kletka.web.words import translate

STATIC = Path(__file__).parent.parent / "static"
BOARD_CSS = stylesheet(len(PLAYERS_LIGHT))


def _version() -> str:
    """A hash of all static files; as part of their address it lets browsers cache them."""
    content = hashlib.sha256(BOARD_CSS.encode())
    for file in sorted(STATIC.rglob("*.*")):
        content.update(file.name.encode() + file.read_bytes())
    return content.hexdigest()[:12]


VERSION = _version()


def without_style(picture: str) -> Markup:
    """A picture for a page whose style sheet already has the picture's rules."""
    return Markup(flat.without_style(picture))


def for_scripts(data: object) -> Markup:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


_environment = Environment(
    loader=PackageLoader("kletka.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _styles(single: bool, *names: str) -> Markup:
    """The links to the style sheets of a page."""
    files = [f"{name}.css" for name in names] if single else [f"sheets/{'+'.join(names)}.css"]
    link = '<link rel="stylesheet" href="/static/{}/{}">'
    return Markup("\n").join(Markup(link).format(VERSION, file) for file in files)


def _script(single: bool, name: str) -> Markup:
    """The element of a page's script."""
    folder = "js" if single else "bundles"
    element = '<script type="module" src="/static/{}/{}/{}.js"></script>'
    return Markup(element).format(VERSION, folder, name)


def render(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """A page in the visitor's language, with the visitor's cookie."""
    language = language_of(request)
    single = request.app.state.configuration.single_files
    body = _environment.get_template(template).render(
        t=partial(translate, language),
        language=language,
        other_language="en" if language == "ru" else "ru",
        games=[face_of(name) for name in GAMES],
        static=f"/static/{VERSION}",
        styles=partial(_styles, single),
        scripts=partial(_script, single),
        here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        csrf=form_token(request),
        **context,
    )
    response = HTMLResponse(body, status, headers={"Content-Language": language})
    response.headers["Vary"] = "Accept-Language, Cookie"
    response.headers["Cache-Control"] = "private, no-cache"  # it depends on the visitor
    keep_visitor(request, response)
    return response
