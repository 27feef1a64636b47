"""The language of a request."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

from kletka.language import LANGUAGES
from kletka.web.security import LANGUAGE_COOKIE


def language_of(connection: HTTPConnection) -> str:
    """The language in the query string, else the one in the cookie, else the browser's."""
    for chosen in (connection.query_params.get("lang"), connection.cookies.get(LANGUAGE_COOKIE)):
        if chosen in LANGUAGES:
            return str(chosen)
    return language_accepted(connection.headers.get("accept-language", ""))


def language_accepted(header: str) -> str:
    """The supported language that an Accept-Language header prefers; English by default."""
    best, best_weight = "en", 0.0
    for entry in header[:500].split(","):
        read = re.fullmatch(r"\s*([A-Za-z]{2,3})[\w-]*\s*(?:;\s*q=([0-9.]{1,5}))?\s*", entry)
        if not read or read[1].lower() not in LANGUAGES:
            continue
        try:
            weight = float(read[2] or 1)
        except ValueError:
            continue
        if weight > best_weight:
            best, best_weight = read[1].lower(), weight
    return best
