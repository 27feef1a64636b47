"""Draining: a server that is told to stop sends its visitors elsewhere before it does.

Requests that are being served are finished. New games and new WebSockets are refused with 503, so
that a proxy tries another server; open WebSockets and streams are closed one after another, and
their clients come again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from kletka.language import Text
from kletka.web.middleware import Refuse, makes_a_game
from kletka.web.refusals import Refused
from kletka.web.websockets import COME_AGAIN, NOT_READY

WAIT = 2  # seconds after which a refused client may try again
_STREAM = b"application/x-ndjson"
Close = Callable[[], Awaitable[None]]


class Draining:
    """Whether the server is being stopped, and the connections that have to be closed then."""

    def __init__(self) -> None:
        self.began = False
        self._open: dict[Close, None] = {}  # the oldest first

    @property
    def connections(self) -> int:
        """How many WebSockets and streams are open."""
        return len(self._open)

    def begin(self) -> None:
        """Refuse new games and new connections from now on."""
        self.began = True

    def add(self, close: Close) -> None:
        self._open[close] = None

    def remove(self, close: Close) -> None:
        self._open.pop(close, None)

    async def close_connections(self, seconds: float) -> None:
        """Close all connections, evenly over this time, so that not all come again at once."""
        waiting = list(self._open)
        for close in waiting:
            if close in self._open:
                await close()
            await asyncio.sleep(seconds / len(waiting))

    def refusal(self) -> Refused:
        return Refused(
            "stopping",
            Text(
                "this server is being restarted; try again in a moment",
                "этот сервер перезапускается; повторите через мгновение",
            ),
            503,
            retry_after=WAIT,
        )


class DrainingConnections:
    """Middleware that refuses what is new while the server drains, and keeps what is open."""

    def __init__(self, app: ASGIApp, draining: Draining, refuse: Refuse) -> None:
        self._app, self._draining, self._refuse = app, draining, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif self._draining.began and scope["type"] == "websocket":
            await _refuse_socket(scope, receive, send)
        elif self._draining.began and scope["method"] == "POST" and makes_a_game(scope["path"]):
            refusal = self._refuse(Request(scope), self._draining.refusal())
            await refusal(scope, receive, send)
        else:
            connection = _Connection(self._draining, send)
            try:
                await self._app(scope, receive, connection.send)
            finally:
                self._draining.remove(connection.close)


class _Connection:
    """One request or WebSocket; what lasts is added to the connections that are closed."""

    def __init__(self, draining: Draining, send: Send) -> None:
        self._draining, self._send = draining, send
        self._last: Message = {}
        self._closed = False

    async def send(self, message: Message) -> None:
        if self._closed:
            return
        if message["type"] == "websocket.accept":
            self._last = {"type": "websocket.close", "code": COME_AGAIN, "reason": ""}
        elif message["type"] == "http.response.start" and _is_stream(message):
            self._last = {"type": "http.response.body", "body": b"", "more_body": False}
        elif message["type"] == "websocket.close":
            self._draining.remove(self.close)
        await self._send(message)
        if message["type"] in ("websocket.accept", "http.response.start") and self._last:
            self._draining.add(self.close)

    async def close(self) -> None:
        """Close the connection; the application hears of it as if the client had gone."""
        self._draining.remove(self.close)
        self._closed = True
        await self._send(self._last)


def _is_stream(start: Message) -> bool:
    return any(
        name == b"content-type" and value.startswith(_STREAM) for name, value in start["headers"]
    )


async def _refuse_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request for a WebSocket with 503, which lets a proxy try another server."""
    await receive()  # websocket.connect
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"retry-after", str(WAIT).encode()), (b"content-length", b"0")]
        start = {"type": "websocket.http.response.start", "status": 503, "headers": headers}
        await send(start)
        await send({"type": "websocket.http.response.body", "body": b""})
        raise ClientDisconnected  # else uvicorn logs that there was no answer
    await send({"type": "websocket.close", "code": NOT_READY, "reason": ""})
