"""The door for connections that stay open, beside those of games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket

from kletka.web.doors import Doors
from kletka.web.live import MANY_OPEN, NOT_READY, REFUSED_ORIGIN, same_origin
from kletka.web.refusals import TooMany


def address_of(socket: WebSocket) -> str:
    return socket.client.host if socket.client else ""


@asynccontextmanager
async def entered(socket: WebSocket) -> AsyncIterator[bool]:
    """Whether the connection may stay; it is counted while it does."""
    doors: Doors = socket.app.state.doors
    if not same_origin(socket):
        await socket.close(REFUSED_ORIGIN)
        yield False
        return
    if not socket.app.state.preparation.ready:
        await socket.close(NOT_READY)
        yield False
        return
    try:
        doors.enter(address_of(socket))
    except TooMany:
        await socket.close(MANY_OPEN)
        yield False
        return
    try:
        await socket.accept()
        yield True
    finally:
        doors.leave(address_of(socket))
