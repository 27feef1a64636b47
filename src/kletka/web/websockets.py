"""What all WebSockets share: admission, close codes, reading messages."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.websockets import WebSocket

from kletka.language import Text
from kletka.web.addresses import address_of
from kletka.web.configuration import Limits
from kletka.web.connection_limit import ConnectionLimit
from kletka.web.rate_limits import LeakyBucket
from kletka.web.refusals import Refused, TooMany

REFUSED_ORIGIN, NO_GAME, COME_AGAIN, NOT_OVER = 4403, 4404, 4408, 4409
MANY_OPEN, NOT_READY = 4429, 4503


def same_origin(socket: WebSocket) -> bool:
    """Whether one of our pages or a program without an origin opens the WebSocket."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


@asynccontextmanager
async def admitted(socket: WebSocket) -> AsyncIterator[bool]:
    """Whether the connection may be accepted; it is closed if not, and counted if so."""
    connection_limit: ConnectionLimit = socket.app.state.connection_limit
    refused_with = None
    if not same_origin(socket):
        refused_with = REFUSED_ORIGIN
    elif not socket.app.state.preparation.ready:
        refused_with = NOT_READY
    else:
        try:
            connection_limit.acquire(address_of(socket))
        except TooMany:
            refused_with = MANY_OPEN
    if refused_with is not None:
        await socket.close(refused_with)
        yield False
        return
    try:
        yield True
    finally:
        connection_limit.release(address_of(socket))


class MessageReader:
    """Reads the JSON messages of one WebSocket and limits their rate and size."""

    def __init__(self, limits: Limits, longest: int) -> None:
        self._bucket = LeakyBucket(*limits.messages, time.monotonic())
        self._longest = longest

    def read(self, text: str | bytes) -> Any:
        """The message; raises Refused, or ValueError for what is not JSON."""
        wait = self._bucket.take(time.monotonic())
        if wait:
            raise TooMany(wait)
        if len(text) > self._longest:
            raise Refused("too_long", Text("the message is too long", "слишком длинное сообщение"))
        return orjson.loads(text)


def not_understood(example: str) -> Refused:
    """The refusal of a message with the wrong form."""
    return Refused(
        "not_understood",
        Text(
            f"a message is a JSON object such as {example}",
            f"сообщение — это объект JSON, например {example}",
        ),
        422,
    )
