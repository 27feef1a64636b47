"""The WebSocket of an analysis board: reports about one position at a time."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from kletka.agents.styles import InvalidGroup, check_group
from kletka.language import Text
from kletka.web.addresses import address_of
from kletka.web.board_answers import read_position
from kletka.web.configuration import Limits
from kletka.web.languages import language_of
from kletka.web.pages.stateless_board import LONGEST_POSITION
from kletka.web.refusals import Refused
from kletka.web.study.thinking_quota import ThinkingQuota
from kletka.web.study.thinking_workers import ThinkingWorkers
from kletka.web.thread_pools import parsing
from kletka.web.websockets import MessageReader, admitted, not_understood

_EXAMPLE = '{"do": "analyse", "position": "…", "key": 1}'
LARGEST_KEY = 2**53  # the largest whole number that every reader of JSON understands
SECONDS = 60.0  # of thinking per position


async def analyse_live(socket: WebSocket) -> None:
    """Serve /analysis/live."""
    async with admitted(socket) as welcome:
        if welcome:
            await socket.accept()
            await AnalysisConnection(socket).serve()


class AnalysisConnection:
    """One analysis page; of each kind of report only the newest waits to be sent."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._who = address_of(socket)
        self._language = language_of(socket)
        self._workers: ThinkingWorkers = socket.app.state.thinking_workers
        self._quota: ThinkingQuota = socket.app.state.thinking_quota
        limits: Limits = socket.app.state.configuration.limits
        self._messages = MessageReader(limits, LONGEST_POSITION + 1000)
        self._jobs: dict[str, int] = {}
        self._waiting: dict[str, str] = {}
        self._pending = asyncio.Event()

    async def serve(self) -> None:
        """Serve the connection until it is closed, then cancel its jobs."""
        sending = asyncio.create_task(self._send())
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                await self._handle(received.get("text") or "")
        except WebSocketDisconnect:
            return
        finally:
            for kind in list(self._jobs):
                self._stop(kind)
            sending.cancel()

    async def _handle(self, text: str) -> None:
        """Handle one message. The next one waits: a visitor has one position parsed at a time."""
        key = None
        try:
            asked = self._messages.read(text)
            key = asked.get("key")
            await _HANDLERS[asked["do"]](self, asked)
        except Refused as refused:
            self._refuse(key, refused)
        except (LookupError, TypeError, ValueError, AttributeError):
            self._refuse(key, not_understood(_EXAMPLE))

    # Handlers.

    async def _analyse(self, asked: dict[str, Any]) -> None:
        await self._begin("analysis", asked, seconds=min(SECONDS, self._quota.left(self._who)))

    async def _advise(self, asked: dict[str, Any]) -> None:
        group = asked.get("group")
        if group is not None:
            group = [str(name) for name in group]
        await self._begin("inventor", asked, language=self._language, group=group)

    async def _begin(self, kind: str, asked: dict[str, Any], **more: Any) -> None:
        """Start a job about a position and cancel the one before."""
        self._stop(kind)
        key = int(asked["key"])
        if abs(key) > LARGEST_KEY:
            raise not_understood(_EXAMPLE)
        text, group = str(asked["position"]), more.get("group")
        position = await parsing.run(_unfinished, text, group)
        self._quota.check(self._who)

        def on_report(seconds: float, report: bytes) -> None:
            self._reported(kind, key, seconds, report)

        job = {"kind": kind, "position": position, **more}
        self._jobs[kind] = self._workers.submit(job, on_report)

    async def _rest(self, asked: dict[str, Any]) -> None:
        for kind in list(self._jobs):
            self._stop(kind)

    async def _ping(self, asked: dict[str, Any]) -> None:
        self._say("pong", {"type": "pong"})

    def _stop(self, kind: str) -> None:
        self._waiting.pop(kind, None)
        if kind in self._jobs:
            self._workers.cancel(self._jobs.pop(kind))

    # Reports.

    def _reported(self, kind: str, key: int, seconds: float, report: bytes) -> None:
        self._quota.spend(self._who, seconds)
        if not report:
            self._jobs.pop(kind, None)
            self._say(f"{kind}/end", {"type": "end", "kind": kind, "key": key})
            return
        self._waiting[kind] = f'{{"key":{key},' + report.decode()[1:]
        self._pending.set()
        if kind == "analysis" and self._quota.left(self._who) <= 0:
            self._stop_out_of_quota(kind, key)

    def _stop_out_of_quota(self, kind: str, key: int) -> None:
        """The visitor's quota is used up: cancel the job and say so."""
        self._workers.cancel(self._jobs.pop(kind))
        try:
            self._quota.check(self._who)
        except Refused as refused:
            self._refuse(key, refused)

    def _refuse(self, key: Any, refused: Refused) -> None:
        self._say("refused", {"type": "refused", "key": key, **refused.to_json(self._language)})

    def _say(self, slot: str, message: dict[str, Any]) -> None:
        self._waiting[slot] = orjson.dumps(message).decode()
        self._pending.set()

    async def _send(self) -> None:
        try:
            while True:
                await self._pending.wait()
                self._pending.clear()
                while self._waiting:
                    slot = next(iter(self._waiting))
                    await self._socket.send_text(self._waiting.pop(slot))
        except (WebSocketDisconnect, RuntimeError):  # it was closed meanwhile
            return


def _unfinished(text: str, group: list[str] | None) -> str:
    """The canonical text of a position that is not over and has this group; raises Refused."""
    position = read_position(text)
    if position.over:
        raise Refused(
            "over",
            Text(
                "the game is over here, so there is nothing to analyse",
                "здесь партия окончена, думать не о чем",
            ),
        )
    if group is not None:
        try:
            check_group(position, group)
        except InvalidGroup as error:
            raise Refused("bad_group", error.text, 422) from None
    return str(position)


_HANDLERS = {
    "analyse": AnalysisConnection._analyse,
    "inventor": AnalysisConnection._advise,
    "stop": AnalysisConnection._rest,
    "ping": AnalysisConnection._ping,
}
