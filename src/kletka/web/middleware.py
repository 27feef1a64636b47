"""Middleware: rate limits, size limits, security headers, HEAD requests and compression."""

from __future__ import annotations

import re
from collections.abc import Callable

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kletka.language import Text
from kletka.web.addresses import address_of, asking
from kletka.web.configuration import Limits
from kletka.web.rate_limits import LeakyBuckets
from kletka.web.refusal_log import RefusalLog
from kletka.web.refusals import Refused, TooMany
from kletka.web.security import YEAR
from kletka.web.websockets import MANY_OPEN

_OURS_ONLY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors {frames}"
)
_PYTHON = "script-src 'self' 'wasm-unsafe-eval'; "  # for the worker that runs Pyodide
_A_PICTURE = "default-src 'none'; style-src 'unsafe-inline'"  # only its own style
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
Refuse = Callable[[Request, Refused], Response]
_MAKES_A_GAME = ("/new", "/play/", "/play-on", "/replay", "/api/games", "/api/records")


class RateLimits:
    """The rate limits of requests, by address."""

    def __init__(self, limits: Limits, refusals: RefusalLog) -> None:
        self._refusals = refusals
        self._files = LeakyBuckets(limits.files)
        self._requests = LeakyBuckets(limits.requests)
        self._new_games = LeakyBuckets(limits.new_games)
        self._rasters = LeakyBuckets(limits.rasters)
        self._bytes = LeakyBuckets(limits.sent_bytes)

    @property
    def buckets(self) -> dict[str, LeakyBuckets]:
        """All buckets, by names that other servers know."""
        return {
            "files": self._files,
            "requests": self._requests,
            "new_games": self._new_games,
            "rasters": self._rasters,
            "bytes": self._bytes,
        }

    def check(self, address: str, method: str, path: str) -> None:
        """Count a request; raises TooMany."""
        counted = self._files if path.startswith(("/static/", "/docs/")) else self._requests
        wait = counted.take(address)
        if not wait and method == "POST" and makes_a_game(path):
            wait = self._new_games.take(address)
        if not wait and path.endswith((".png", ".gif")):
            wait = self._rasters.take(address)
        self._refuse(address, wait)

    def check_new_game(self, address: str) -> None:
        """Count a new game that its request does not show, such as a rematch; raises TooMany."""
        self._refuse(address, self._new_games.take(address))

    def check_bytes(self, address: str, count: int) -> None:
        """Count bytes of a request's body: reading forms and JSON takes long. Raises TooMany."""
        self._refuse(address, self._bytes.take(address, count))

    def _refuse(self, address: str, wait: float) -> None:
        if wait:
            self._refusals.note("too many requests", address)
            raise TooMany(wait)


def makes_a_game(path: str) -> bool:
    """Whether a POST to this path may begin a game."""
    return path in _MAKES_A_GAME or path.startswith("/play/") or path.endswith("/enter")


class RateLimiting:
    """Counts every request and every WebSocket, whether or not there is anything at its address."""

    def __init__(self, app: ASGIApp, rates: RateLimits, refuse: Refuse) -> None:
        self._app, self._rates, self._refuse = app, rates, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address, method = address_of(HTTPConnection(scope)), scope.get("method", "GET")
        asking.set(address)
        try:
            self._rates.check(address, method, scope["path"])
        except TooMany as refused:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": MANY_OPEN, "reason": ""})
            else:
                await self._refuse(Request(scope), refused)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class SafetyHeaders:
    """Adds security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                _add_headers(headers, scope["path"], message["status"])
                if scope["scheme"] == "https":
                    headers["Strict-Transport-Security"] = f"max-age={YEAR}"
            await send(message)

        await self._app(scope, receive, send_headed)


def _add_headers(headers: MutableHeaders, path: str, status: int) -> None:
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    if path.startswith("/api/") or "set-cookie" in headers:  # these may have tokens
        headers.setdefault("Cache-Control", "no-store")
    kind = headers.get("content-type", "")
    if kind.startswith("image/svg"):
        headers["Content-Security-Policy"] = _A_PICTURE
    else:
        frames = "*" if path.startswith("/embed/") else "'none'"
        more = _PYTHON if path.endswith("/js/device-worker.js") else ""
        headers["Content-Security-Policy"] = more + _OURS_ONLY.format(frames=frames)
    if status == 503 and kind.startswith("text/html"):  # the waiting page reloads itself
        headers["Refresh"] = headers.get("retry-after", "5")


class HeadRequests:
    """Answers HEAD like GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self._app({**scope, "method": "GET"}, receive, send_head)


class BodyLimit:
    """Refuses request bodies that are too large, or too many bytes from one visitor."""

    def __init__(self, app: ASGIApp, most: int, rates: RateLimits, refuse: Refuse) -> None:
        self._app, self._most, self._rates, self._refuse = app, most, rates, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", announced) or int(announced) > self._most:
            refusal = self._refuse(Request(scope), _too_large(self._most))
            await refusal(scope, receive, send)
            return
        taken, refused = 0, None
        address = address_of(HTTPConnection(scope))

        async def receive_some() -> Message:
            nonlocal taken, refused
            message = await receive()
            count = len(message.get("body", b""))
            taken += count
            try:
                if taken > self._most:  # no content-length was given
                    raise _too_large(self._most)
                self._rates.check_bytes(address, count)
            except Refused as error:
                refused = error
                raise
            return message

        async def send_unless_refused(message: Message) -> None:
            if refused is None:
                await send(message)

        await self._app(scope, receive_some, send_unless_refused)
        if refused is not None:  # whatever the application made of it
            await self._refuse(Request(scope), refused)(scope, receive, send)


def _too_large(most: int) -> Refused:
    return Refused(
        "too_large",
        Text(f"the request may have at most {most} bytes", f"принимается не больше {most} байт"),
        413,
    )


class Compression(GZipMiddleware):
    """Compresses responses, except streams, whose lines must be sent at once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/stream"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
