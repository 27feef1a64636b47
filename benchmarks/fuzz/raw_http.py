"""A client of HTTP that sends whatever it is told to, unlike those that check first."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

LONGEST_HEAD = 2**20


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Connection:
    """A connection that is opened when it is needed, and again after the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def is_open(self) -> bool:
        return self._streams is not None

    async def ask(self, request: bytes, *, has_body: bool = True) -> Answer:
        """The answer to a request; raises ConnectionError or IncompleteReadError."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, limit=LONGEST_HEAD
            )
        reader, writer = self._streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines if line)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        status = int(first.split()[1])
        body = b""
        endless = "ndjson" in headers.get("content-type", "")
        if has_body and status not in (204, 304) and not endless:
            body = await _body(reader, headers)
        if endless or not has_body or headers.get("connection") == "close":
            self.close()
        return Answer(status, headers, body)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
        return body
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    return await reader.read()
