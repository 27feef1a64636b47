"""The live connection of an analysis board: one position at a time, ever better views of it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from kletka.language import Text
from kletka.position import Position
from kletka.web.languages import language_of
from kletka.web.limits import Bucket
from kletka.web.refusals import Refused, TooMany
from kletka.web.settings import Limits
from kletka.web.stateless import LONGEST_POSITION, read_position
from kletka.web.study.entrance import address_of, entered
from kletka.web.study.purse import Purses
from kletka.web.study.thinkers import Thinkers

SECONDS = 60.0  # of thinking about one position


async def analysing(socket: WebSocket) -> None:
    """/analysis/live"""
    async with entered(socket) as welcome:
        if welcome:
            await Analysing(socket).serve()


class Analysing:
    """One page that analyses. Only the newest report waits to be sent: older ones are worthless."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._who = address_of(socket)
        self._language = language_of(socket)
        self._thinkers: Thinkers = socket.app.state.thinkers
        self._purses: Purses = socket.app.state.purses
        self._limits: Limits = socket.app.state.settings.limits
        burst, rate = self._limits.messages
        self._bucket = Bucket(burst, rate, time.monotonic())
        self._jobs: dict[str, int] = {}
        self._waiting: dict[str, str] = {}
        self._something = asyncio.Event()

    async def serve(self) -> None:
        """Until one side goes away; then nothing is thought about any more."""
        sending = asyncio.create_task(self._send())
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                self._obey(received.get("text") or "")
        except WebSocketDisconnect:
            return
        finally:
            for kind in list(self._jobs):
                self._stop(kind)
            sending.cancel()

    def _obey(self, text: str) -> None:
        key = None
        try:
            asked = self._read(text)
            key = asked.get("key")
            _DEEDS[asked["do"]](self, asked)
        except Refused as refused:
            self._say("refused", {"type": "refused", "key": key, **refused.told(self._language)})
        except (LookupError, TypeError, ValueError, AttributeError):
            self._say("refused", {"type": "refused", "key": key, **_strange().told(self._language)})

    def _read(self, text: str) -> Any:
        wait = self._bucket.take(time.monotonic())
        if wait:
            raise TooMany(wait)
        if len(text) > LONGEST_POSITION + 1000:
            raise Refused("too_long", Text("that message is too long", "сообщение длинновато"))
        return orjson.loads(text)

    # Deeds.

    def _analyse(self, asked: dict[str, Any]) -> None:
        self._begin("analysis", asked, seconds=min(SECONDS, self._purses.left(self._who)))

    def _advise(self, asked: dict[str, Any]) -> None:
        self._begin("inventor", asked, language=self._language)

    def _begin(self, kind: str, asked: dict[str, Any], **more: object) -> None:
        """Think about a position, and no more about the one before."""
        self._stop(kind)
        position = self._unfinished(asked)
        self._purses.check(self._who)
        key = int(asked["key"])

        def hear(seconds: float, report: bytes) -> None:
            self._heard(kind, key, seconds, report)

        job = {"kind": kind, "position": str(position), **more}
        self._jobs[kind] = self._thinkers.think(job, hear)

    def _unfinished(self, asked: dict[str, Any]) -> Position:
        position = read_position(str(asked["position"]))
        if position.over:
            raise Refused(
                "over",
                Text(
                    "the game is over here, there is nothing to think about",
                    "здесь партия окончена, думать не о чем",
                ),
            )
        return position

    def _rest(self, asked: dict[str, Any]) -> None:
        for kind in list(self._jobs):
            self._stop(kind)

    def _ping(self, asked: dict[str, Any]) -> None:
        self._say("pong", {"type": "pong"})

    def _stop(self, kind: str) -> None:
        self._waiting.pop(kind, None)
        if kind in self._jobs:
            self._thinkers.stop(self._jobs.pop(kind))

    # Reports.

    def _heard(self, kind: str, key: int, seconds: float, report: bytes) -> None:
        self._purses.spend(self._who, seconds)
        if not report:
            self._jobs.pop(kind, None)
            self._say(f"{kind}/end", {"type": "end", "kind": kind, "key": key})
            return
        self._waiting[kind] = f'{{"key":{key},' + report.decode()[1:]
        self._something.set()
        if kind == "analysis" and self._purses.left(self._who) <= 0:
            self._stop_poor(kind, key)

    def _stop_poor(self, kind: str, key: int) -> None:
        """The visitor's time is used up: the last report stays, and they are told."""
        self._thinkers.stop(self._jobs.pop(kind))
        try:
            self._purses.check(self._who)
        except Refused as refused:
            self._say("refused", {"type": "refused", "key": key, **refused.told(self._language)})

    def _say(self, slot: str, message: dict[str, Any]) -> None:
        self._waiting[slot] = orjson.dumps(message).decode()
        self._something.set()

    async def _send(self) -> None:
        try:
            while True:
                await self._something.wait()
                self._something.clear()
                while self._waiting:
                    slot = next(iter(self._waiting))
                    await self._socket.send_text(self._waiting.pop(slot))
        except (WebSocketDisconnect, RuntimeError):  # it went away meanwhile
            return


_DEEDS = {
    "analyse": Analysing._analyse,
    "inventor": Analysing._advise,
    "stop": Analysing._rest,
    "ping": Analysing._ping,
}


def _strange() -> Refused:
    return Refused(
        "not_understood",
        Text(
            'a message is a JSON object such as {"do": "analyse", "position": "…", "key": 1}',
            'сообщение — это объект JSON, например {"do": "analyse", "position": "…", "key": 1}',
        ),
        422,
    )
