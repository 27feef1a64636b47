"""The events of a game as lines of JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import orjson
from fastapi import Request

from kletka.web.addresses import address_of
from kletka.web.connection_limit import ConnectionLimit
from kletka.web.live.room_services import Message
from kletka.web.live.rooms import Room
from kletka.web.live.seat_keys import Viewer

KEEP_ALIVE = 10.0  # seconds of silence after which an empty line is sent
MOST_UNREAD = 500


class LineListener:
    """The messages that a stream has to send; a stream that is far behind is ended."""

    def __init__(self, seats: frozenset[int], address: str) -> None:
        self.seats, self.address = seats, address
        self.waiting: asyncio.Queue[Message | None] = asyncio.Queue()
        self.ended = False

    def notify(self, message: Message) -> None:
        if self.waiting.qsize() < MOST_UNREAD:
            self.waiting.put_nowait(message)
        else:
            self.disconnect()

    def disconnect(self) -> None:
        """End the stream; the client opens another."""
        self.ended = True
        self.waiting.put_nowait(None)


async def follow(
    request: Request, room: Room, viewer: Viewer, since: int | None
) -> AsyncIterator[bytes]:
    """The lines of a stream; raises TooMany before it begins."""
    connection_limit: ConnectionLimit = request.app.state.connection_limit
    address = address_of(request)
    connection_limit.acquire(address)

    async def lines() -> AsyncIterator[bytes]:
        listener = LineListener(viewer.seats, address)
        try:
            room.add_listener(listener, since, viewer)
            async for line in _lines(room, listener):
                yield line
        finally:
            room.remove_listener(listener)
            connection_limit.release(address)

    return lines()


async def _lines(room: Room, listener: LineListener) -> AsyncIterator[bytes]:
    while not listener.ended:
        if listener.waiting.empty() and room.game.over:
            return
        try:
            message = await asyncio.wait_for(listener.waiting.get(), KEEP_ALIVE)
        except TimeoutError:
            yield b"\n"
            continue
        if message is not None:
            yield orjson.dumps(message) + b"\n"
