"""The WebSocket of a game: events go out, turns and offers come in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kletka.faces.base import PASS
from kletka.language import Text
from kletka.web.addresses import address_of
from kletka.web.configuration import Limits
from kletka.web.languages import language_of
from kletka.web.live import absence, outcome
from kletka.web.live.board_pictures import IllustratedEvent, Wishes, illustrated
from kletka.web.live.game import TAKEBACK
from kletka.web.live.registry import registry_of
from kletka.web.live.room_services import Message
from kletka.web.live.rooms import Room
from kletka.web.live.seat_keys import Viewer
from kletka.web.live.turn_preview import preview_turn
from kletka.web.refusals import Refused, game_over, not_your_seat, stale, storage_failed
from kletka.web.security import VISITOR_COOKIE, secret_in_token
from kletka.web.thread_pools import drawing
from kletka.web.websockets import (
    COME_AGAIN,
    NO_GAME,
    NOT_READY,
    MessageReader,
    admitted,
    not_understood,
)

MOST_UNREAD = 500  # messages waiting for a slow reader before it is disconnected
_EXAMPLE = '{"do": "turn", "number": 0, "turn": "C3"}'


class GameConnection:
    """One WebSocket; messages wait in a queue, so that a slow reader delays nobody else."""

    def __init__(self, socket: WebSocket, room: Room, viewer: Viewer, limits: Limits) -> None:
        self.seats, self.address = viewer.seats, address_of(socket)
        self._socket, self._room, self._viewer = socket, room, viewer
        self._language = language_of(socket)
        self._messages = MessageReader(limits, limits.message_bytes)
        self._waiting: asyncio.Queue[Message | IllustratedEvent | None]
        self._waiting = asyncio.Queue(MOST_UNREAD)
        self._wishes: Wishes | None = None  # how the page looks at the board, if it has said so
        self._registry = registry_of(socket)
        self._sending = asyncio.create_task(self._send())

    def notify(self, message: Message) -> None:
        """Queue a message; a reader that is far behind is disconnected."""
        game, wishes = self._room.game, self._wishes
        event = illustrated(message, game, self.seats, wishes, self._language)
        try:
            self._waiting.put_nowait(event or message)
        except asyncio.QueueFull:
            self.disconnect()

    def disconnect(self) -> None:
        """Close the connection; the page opens another one and misses nothing."""
        self._waiting = asyncio.Queue(1)
        self._waiting.put_nowait(None)
        self._sending.cancel()
        self._sending = asyncio.create_task(self._send())

    async def serve(self, since: int | None) -> None:
        """Serve the connection until it is closed."""
        self._room.add_listener(self, since, self._viewer)
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                await self._handle(received.get("text") or received.get("bytes") or "")
        except WebSocketDisconnect:
            return
        finally:
            self._room.remove_listener(self)
            self._sending.cancel()

    async def _send(self) -> None:
        send = self._socket.send
        try:
            while (message := await self._waiting.get()) is not None:
                if isinstance(message, IllustratedEvent):
                    message = await message.with_picture()
                await send({"type": "websocket.send", "text": orjson.dumps(message).decode()})
            await self._socket.close(COME_AGAIN)
        except (WebSocketDisconnect, RuntimeError):  # it was closed meanwhile
            return

    async def _handle(self, text: str | bytes) -> None:
        asked: Any = None
        try:
            asked = self._messages.read(text)
            await _HANDLERS[asked["do"]](self, asked)
        except Refused as refused:
            self._refuse(asked, refused)
        except SQLAlchemyError as error:
            self._refuse(asked, storage_failed(error))
        except (LookupError, TypeError, ValueError, AttributeError):
            self._refuse(asked, not_understood(_EXAMPLE))

    def _refuse(self, asked: Any, refused: Refused) -> None:
        re = asked.get("re") if isinstance(asked, dict) else None
        self.notify({"type": "refused", "re": re, **refused.to_json(self._language)})

    # Handlers.

    async def _turn(self, asked: Message, turn: str | None = None) -> None:
        number = int(asked["number"])
        played = str(asked["turn"]) if turn is None else turn
        seat = self._acting_seat()
        await self._room.act(
            lambda game, now: game.play(seat, number, played, now), self, asked.get("re")
        )

    async def _pass(self, asked: Message) -> None:
        await self._turn({"number": self._room.game.number, **asked}, PASS)

    async def _resign(self, asked: Message) -> None:
        seat = int(asked["seat"]) if "seat" in asked else self._acting_seat()
        if seat not in self.seats:
            raise not_your_seat()
        await self._room.act(
            lambda game, now: game.retire(seat, outcome.RESIGN, now), self, asked.get("re")
        )

    async def _claim(self, asked: Message) -> None:
        await self._room.act(
            lambda game, now: absence.claim(game, self.seats, self._room.away(), now),
            self,
            asked.get("re"),
        )

    async def _remind(self, asked: Message) -> None:
        await self._room.act(
            lambda game, now: absence.remind(game, self.seats, now), self, asked.get("re")
        )

    async def _take_back(self, asked: Message) -> None:
        await self._room.act(
            lambda game, now: game.take_back(self.seats, now), self, asked.get("re")
        )

    async def _accept(self, asked: Message) -> None:
        offer = asked["offer"]
        if offer not in self._room.game.offers:
            raise Refused("no_offer", Text("there is no such offer", "такого предложения нет"))
        await (self._take_back if offer == TAKEBACK else self._rematch)(asked)

    async def _decline(self, asked: Message) -> None:
        offer = str(asked["offer"])
        await self._room.act(
            lambda game, now: game.decline(offer, self.seats, now), self, asked.get("re")
        )

    async def _rematch(self, asked: Message) -> None:
        rates = self._socket.app.state.rates
        await self._registry.rematch(
            self._room, self.seats, lambda: rates.check_new_game(self.address)
        )

    async def _look(self, asked: Message) -> None:
        """From now on events come with pictures of the board."""
        self._wishes = Wishes(bool(asked.get("territory")), int(asked.get("turned", 0)) % 12)

    async def _ping(self, asked: Message) -> None:
        self.notify({"type": "pong", "re": asked.get("re")})

    async def _try(self, asked: Message) -> None:
        game = self._room.game
        if game.halted is not None:
            raise Refused("halted", game.halted)
        if game.over:
            raise game_over()
        if int(asked["number"]) != game.number:
            raise stale(game.number)
        preview = await drawing.run(
            preview_turn,
            game.position,
            [str(step) for step in asked["steps"]],
            last=game.turns[-1:],
            turned=int(asked.get("turned", 0)),
            territory=bool(asked.get("territory")),
            language=self._language,
        )
        self.notify({"type": "tried", "re": asked.get("re"), **preview})

    def _acting_seat(self) -> int:
        """The seat to move if this connection holds it, else the first seat that it holds."""
        if not self.seats:
            raise not_your_seat()
        to_move = self._room.game.to_move
        return to_move if to_move in self.seats and to_move is not None else min(self.seats)


_HANDLERS: dict[str, Callable[[GameConnection, Message], Awaitable[None]]] = {
    "turn": GameConnection._turn,
    "pass": GameConnection._pass,
    "try": GameConnection._try,
    "resign": GameConnection._resign,
    "claim": GameConnection._claim,
    "remind": GameConnection._remind,
    "takeback": GameConnection._take_back,
    "accept": GameConnection._accept,
    "decline": GameConnection._decline,
    "rematch": GameConnection._rematch,
    "look": GameConnection._look,
    "ping": GameConnection._ping,
}


async def room_or_close(socket: WebSocket) -> Room | None:
    """The room of the game in the socket's path; without one the socket is closed."""
    try:
        return await registry_of(socket).room(socket.path_params["game"])
    except Refused as refused:
        await socket.close(NOT_READY if refused.status == 503 else NO_GAME)
    except SQLAlchemyError as error:
        storage_failed(error)
        await socket.close(NOT_READY)
    return None


async def play_live(socket: WebSocket) -> None:
    """Serve /g/{id}/live?since=K."""
    async with admitted(socket) as welcome:
        if not welcome:
            return
        room = await room_or_close(socket)
        if room is None:
            return
        secret = secret_in_token(socket.headers.get("authorization", ""), room.id)
        viewer = room.viewer(socket.cookies.get(VISITOR_COOKIE), secret)
        since = socket.query_params.get("since", "")
        await socket.accept()
        connection = GameConnection(socket, room, viewer, socket.app.state.configuration.limits)
        await connection.serve(int(since) if since.isdecimal() and len(since) < 10 else None)
