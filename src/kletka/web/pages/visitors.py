"""Visitors: their cookie, their forms, redirects."""

from __future__ import annotations

import re

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from kletka.web.security import VISITOR_COOKIE, YEAR, Secrets, new_visitor


def visitor_of(request: Request) -> str:
    """The id in this browser's cookie, or a new one that `keep_visitor` will store there."""
    known = request.cookies.get(VISITOR_COOKIE, "")
    if re.fullmatch(r"[\w-]{20,64}", known, re.ASCII):
        return known
    if not hasattr(request.state, "visitor"):
        request.state.visitor = new_visitor()
    return str(request.state.visitor)


def keep_visitor(request: Request, response: Response) -> None:
    """Store the visitor's id in a cookie."""
    response.set_cookie(
        VISITOR_COOKIE,
        visitor_of(request),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def redirect(request: Request, where: str) -> Response:
    """Send the browser on after a form, with the visitor's cookie."""
    response = RedirectResponse(where, 303)
    keep_visitor(request, response)
    return response


def form_token(request: Request) -> str:
    """The token that our forms carry for this visitor."""
    secrets: Secrets = request.app.state.secrets
    return secrets.of_form(visitor_of(request))


def has_valid_token(request: Request, token: str) -> bool:
    """Whether a form carries this visitor's token."""
    secrets: Secrets = request.app.state.secrets
    return secrets.is_of_form(visitor_of(request), token)


async def form_fields(request: Request, most: int = 60) -> dict[str, str]:
    """The text fields of a form."""
    form = await request.form(max_files=1, max_fields=most)
    return {name: value for name, value in form.items() if isinstance(value, str)}
