"""The live connection of a game page: events as they happen, turns as they are played."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from kletka.faces.base import PASS
from kletka.language import Text
from kletka.web import outcome
from kletka.web.doors import Doors
from kletka.web.hall import Hall
from kletka.web.languages import language_of
from kletka.web.limits import Bucket
from kletka.web.refusals import Refused, TooMany, game_over, not_your_seat, stale
from kletka.web.rooms import Message, Room, Viewer
from kletka.web.security import VISITOR_COOKIE, secret_in_token
from kletka.web.settings import Limits
from kletka.web.table import TAKEBACK
from kletka.web.trying import try_steps

MOST_UNREAD = 500  # messages that a slow reader may have waiting before it is let go
REFUSED_ORIGIN, NO_GAME, COME_AGAIN, MANY_OPEN, NOT_READY = 4403, 4404, 4408, 4429, 4503


class Connection:
    """One WebSocket. Messages to it wait in a queue, so that nobody waits for a slow reader."""

    def __init__(self, socket: WebSocket, room: Room, viewer: Viewer, limits: Limits) -> None:
        self.seats = viewer.seats
        self._socket, self._room, self._viewer = socket, room, viewer
        self._language = language_of(socket)
        self._limits = limits
        self._bucket = Bucket(*limits.messages, time.monotonic())
        self._waiting: asyncio.Queue[Message | None] = asyncio.Queue(MOST_UNREAD)
        self._hall: Hall = socket.app.state.hall
        self._sending = asyncio.create_task(self._send())

    def hear(self, message: Message) -> None:
        """Take a message to send; a reader that is far behind is disconnected."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.dismiss()

    def dismiss(self) -> None:
        """Close the connection; the page opens another, and misses nothing."""
        self._waiting = asyncio.Queue(1)
        self._waiting.put_nowait(None)
        self._sending.cancel()
        self._sending = asyncio.create_task(self._send())

    async def serve(self, since: int | None) -> None:
        """Until one side goes away."""
        self._room.enter(self, since, self._viewer)
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                await self._obey(received.get("text") or received.get("bytes") or "")
        except WebSocketDisconnect:
            return
        finally:
            self._room.leave(self)
            self._sending.cancel()

    async def _send(self) -> None:
        send = self._socket.send
        try:
            while (message := await self._waiting.get()) is not None:
                await send({"type": "websocket.send", "text": orjson.dumps(message).decode()})
            await self._socket.close(COME_AGAIN)
        except (WebSocketDisconnect, RuntimeError):  # it went away meanwhile
            return

    async def _obey(self, text: str | bytes) -> None:
        asked: Any = None
        try:
            asked = self._read(text)
            await _DEEDS[asked["do"]](self, asked)
        except Refused as refused:
            re = asked.get("re") if isinstance(asked, dict) else None
            self.hear({"type": "refused", "re": re, **refused.told(self._language)})
        except (LookupError, TypeError, ValueError, AttributeError):
            re = asked.get("re") if isinstance(asked, dict) else None
            self.hear({"type": "refused", "re": re, **_not_understood().told(self._language)})

    def _read(self, text: str | bytes) -> Any:
        wait = self._bucket.take(time.monotonic())
        if wait:
            raise TooMany(wait)
        if len(text) > self._limits.message_bytes:
            raise Refused("too_long", Text("that message is too long", "сообщение длинновато"))
        return orjson.loads(text)

    # Deeds.

    async def _turn(self, asked: Message, turn: str | None = None) -> None:
        number = int(asked["number"])
        played = str(asked["turn"]) if turn is None else turn
        seat = self._acting_seat()
        await self._room.act(
            lambda table, now: table.play(seat, number, played, now), self, asked.get("re")
        )

    async def _pass(self, asked: Message) -> None:
        await self._turn({"number": self._room.table.number, **asked}, PASS)

    async def _resign(self, asked: Message) -> None:
        seat = int(asked["seat"]) if "seat" in asked else self._acting_seat()
        if seat not in self.seats:
            raise not_your_seat()
        await self._room.act(
            lambda table, now: table.retire(seat, outcome.RESIGN, now), self, asked.get("re")
        )

    async def _take_back(self, asked: Message) -> None:
        await self._room.act(
            lambda table, now: table.take_back(self.seats, now), self, asked.get("re")
        )

    async def _accept(self, asked: Message) -> None:
        offer = asked["offer"]
        if offer not in self._room.table.offers:
            raise Refused("no_offer", Text("nobody has offered that", "никто этого не предлагал"))
        await (self._take_back if offer == TAKEBACK else self._rematch)(asked)

    async def _decline(self, asked: Message) -> None:
        offer = str(asked["offer"])
        await self._room.act(
            lambda table, now: table.decline(offer, self.seats, now), self, asked.get("re")
        )

    async def _rematch(self, asked: Message) -> None:
        await self._hall.rematch(self._room, self.seats)

    async def _ping(self, asked: Message) -> None:
        self.hear({"type": "pong", "re": asked.get("re")})

    async def _try(self, asked: Message) -> None:
        table = self._room.table
        if table.over:
            raise game_over()
        if int(asked["number"]) != table.number:
            raise stale(table.number)
        tried = await asyncio.to_thread(
            try_steps,
            table.position,
            [str(step) for step in asked["steps"]],
            last=table.turns[-1] if table.turns else None,
            turned=int(asked.get("turned", 0)),
            territory=bool(asked.get("territory")),
            language=self._language,
        )
        self.hear({"type": "tried", "re": asked.get("re"), **tried})

    def _acting_seat(self) -> int:
        """The seat that this connection moves for: the one to move, if it holds that."""
        if not self.seats:
            raise not_your_seat()
        to_move = self._room.table.to_move
        return to_move if to_move in self.seats and to_move is not None else min(self.seats)


_DEEDS: dict[str, Callable[[Connection, Message], Awaitable[None]]] = {
    "turn": Connection._turn,
    "pass": Connection._pass,
    "try": Connection._try,
    "resign": Connection._resign,
    "takeback": Connection._take_back,
    "accept": Connection._accept,
    "decline": Connection._decline,
    "rematch": Connection._rematch,
    "ping": Connection._ping,
}


async def live(socket: WebSocket) -> None:
    """/g/{id}/live?since=K"""
    if not same_origin(socket):
        await socket.close(REFUSED_ORIGIN)
        return
    if not socket.app.state.preparation.ready:
        await socket.close(NOT_READY)
        return
    try:
        room = await socket.app.state.hall.room(socket.path_params["game"])
    except Refused:
        await socket.close(NO_GAME)
        return
    address = socket.client.host if socket.client else ""
    doors: Doors = socket.app.state.doors
    try:
        doors.enter(address)
    except TooMany:
        await socket.close(MANY_OPEN)
        return
    try:
        await _welcome(socket, room)
    finally:
        doors.leave(address)


async def _welcome(socket: WebSocket, room: Room) -> None:
    game = room.id
    secret = secret_in_token(socket.headers.get("authorization", ""), game)
    viewer = room.viewer(socket.cookies.get(VISITOR_COOKIE), secret)
    since = socket.query_params.get("since", "")
    await socket.accept()
    connection = Connection(socket, room, viewer, socket.app.state.settings.limits)
    await connection.serve(int(since) if since.isdecimal() and len(since) < 10 else None)


def same_origin(socket: WebSocket) -> bool:
    """Browsers say which page opens a WebSocket; other programs say nothing and have no cookie."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


def _not_understood() -> Refused:
    return Refused(
        "not_understood",
        Text(
            'a message is a JSON object such as {"do": "turn", "number": 0, "turn": "C3"}',
            'сообщение — это объект JSON, например {"do": "turn", "number": 0, "turn": "C3"}',
        ),
        422,
    )
