"""The application without a network, for tests with a configuration of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from kletka.web.app import create_app
from kletka.web.configuration import Configuration, Limits

ADDRESS = "http://kletka.test"
Json = dict[str, Any]


def app_with(folder: Path, limits: Limits | None = None) -> FastAPI:
    return create_app(Configuration(folder, bot_workers=1, bot_pause=0, limits=limits or Limits()))


@asynccontextmanager
async def client_of(app: FastAPI, started: bool = True) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application, which is started if `started`."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
        if not started:
            yield client
            return
        async with app.router.lifespan_context(app):
            while not app.state.preparation.ready:
                await asyncio.sleep(0.01)
            yield client


class Socket:
    """A WebSocket of the application, without a network."""

    def __init__(self, app: FastAPI, path: str, headers: Mapping[str, str]) -> None:
        self._received: asyncio.Queue[Json] = asyncio.Queue()
        self._sent: asyncio.Queue[Json] = asyncio.Queue()
        given = {"host": ADDRESS.partition("//")[2], "origin": ADDRESS, **headers}
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": [(name.lower().encode(), text.encode()) for name, text in given.items()],
            "client": ("127.0.0.1", 1),
            "scheme": "ws",
            "app": app,
        }
        self._received.put_nowait({"type": "websocket.connect"})
        self._serving = asyncio.create_task(app(scope, self._received.get, self._sent.put))  # type: ignore[arg-type]

    def send(self, do: str, **more: object) -> None:
        text = json.dumps({"do": do, **more})
        self._received.put_nowait({"type": "websocket.receive", "text": text})

    async def until(self, *types: str) -> Json:
        """The next message of these types."""
        while True:
            event = await self._sent.get()
            message: Json = json.loads(event.get("text") or "{}")
            if message.get("type") in types:
                return message

    async def close(self) -> None:
        self._received.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._serving


@asynccontextmanager
async def socket_of(app: FastAPI, path: str, **headers: str) -> AsyncIterator[Socket]:
    """A WebSocket of an application that has been started."""
    socket = Socket(app, path, headers)
    try:
        yield socket
    finally:
        await socket.close()
