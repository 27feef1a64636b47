"""A proxy on the loopback that makes a server seem far away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress

_CHUNK = 64 * 1024


class _DelayingProxy:
    """Passes bytes on after half a round trip; opening a connection takes a whole one."""

    def __init__(self, port: int, round_trip: float) -> None:
        self._port, self._round_trip = port, round_trip

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_at = asyncio.get_running_loop().time() + self._round_trip
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(asyncio.CancelledError):  # the proxy stops before its connections end
            await asyncio.gather(
                self._pass_on(reader, to_server, open_at),
                self._pass_on(from_server, writer, open_at),
            )

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, open_at: float
    ) -> None:
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(_send(due, writer))
        loop = asyncio.get_running_loop()
        sent = b"?"
        while sent:
            try:
                sent = await reader.read(_CHUNK)
            except ConnectionError:
                sent = b""
            due.put_nowait((max(loop.time(), open_at) + self._round_trip / 2, sent))
        await sending


async def _send(due: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
    """Write what is in the queue when its time has come; nothing means the end."""
    loop = asyncio.get_running_loop()
    while True:
        at, data = await due.get()
        await asyncio.sleep(at - loop.time())
        if not data or writer.is_closing():
            writer.close()
            return
        writer.write(data)


@contextmanager
def far_away(port: int, round_trip: float) -> Iterator[int]:
    """The port of a proxy for the server at `port`; seconds of the round trip."""
    opened: Future[int] = Future()
    enough = threading.Event()

    async def run() -> None:
        proxy = _DelayingProxy(port, round_trip)
        server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
        opened.set_result(server.sockets[0].getsockname()[1])
        await asyncio.to_thread(enough.wait)
        server.close()

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    try:
        yield opened.result()
    finally:
        enough.set()
        thread.join()
