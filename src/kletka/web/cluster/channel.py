"""A connection of Dask that carries plain messages in both directions."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from kletka.web.cluster.messages import ONLY_PLAIN, Message

MOST_UNSENT = 10_000  # messages to another side that does not read


class Channel:
    """Messages are sent in their order, and nobody waits until they are."""

    def __init__(self, comm: Any) -> None:
        self._comm = comm
        self._outbox: asyncio.Queue[Message] = asyncio.Queue()

    def send(self, message: Message) -> None:
        if self._outbox.qsize() < MOST_UNSENT:
            self._outbox.put_nowait(message)
        else:
            self.abort()

    async def run(
        self, on_message: Callable[[Message], None], meanwhile: Coroutine[Any, Any, None]
    ) -> None:
        """Hear messages until the connection ends, and do something else meanwhile."""
        helpers = [asyncio.create_task(self._send()), asyncio.create_task(meanwhile)]
        try:
            with contextlib.suppress(OSError):
                while True:
                    on_message(await self._comm.read(deserializers=ONLY_PLAIN))
        finally:
            for helper in helpers:
                helper.cancel()
            self.abort()

    def abort(self) -> None:
        self._comm.abort()

    async def _send(self) -> None:
        with contextlib.suppress(OSError):  # it is closed, which the reading side notices
            while True:
                await self._comm.write(await self._outbox.get(), serializers=ONLY_PLAIN)
