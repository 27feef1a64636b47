"""Connections: how many an address may open, and how long a request may take to arrive.

uvicorn closes idle connections, but waits for ever for the rest of a request. Here a request that
does not arrive in time is given up, and so is the oldest of too many half-sent ones: a request of a
browser is complete in an instant, so this hits only those who keep connections occupied.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from kletka.web.addresses import TrustedProxies, network_of
from kletka.web.configuration import Limits
from kletka.web.connection_limit import ConnectionLimit, affordable
from kletka.web.refusal_log import RefusalLog
from kletka.web.refusals import TooMany

HEADERS, BODY = "headers", "body"


class ConnectionGuard:
    """What all connections of a server share."""

    def __init__(self, limits: Limits, trusted: TrustedProxies, refusals: RefusalLog) -> None:
        self.limits, self.trusted, self.refusals = limits, trusted, refusals
        self.seconds = {HEADERS: limits.header_seconds, BODY: limits.body_seconds}
        self.open = ConnectionLimit(
            affordable(limits.connections_of_one_address), "too many connections", refusals
        )
        self._most_half_sent = affordable(limits.half_sent)
        self._half_sent: dict[GuardedProtocol, None] = {}  # the oldest first

    def add_half_sent(self, connection: GuardedProtocol) -> None:
        self._half_sent[connection] = None
        if len(self._half_sent) > self._most_half_sent:
            next(iter(self._half_sent)).give_up(408, "too many half-sent requests")

    def admit(self, address: str) -> None:
        """Count a connection; half-sent requests of the address give way. Raises TooMany."""
        try:
            self.open.acquire(address)
        except TooMany:
            oldest = next((half for half in self._half_sent if half.address == address), None)
            if oldest is None:
                raise
            oldest.give_up(408, "too many half-sent requests")
            self.open.acquire(address)

    def remove_half_sent(self, connection: GuardedProtocol) -> None:
        self._half_sent.pop(connection, None)


class GuardedProtocol(HttpToolsProtocol):
    """A connection of uvicorn that is counted, and closed if a request takes too long."""

    guard: ClassVar[ConnectionGuard]
    address = ""
    _counted = False
    _refused = False
    _stage: str | None = HEADERS  # the part of a request that is being received
    _timed: str | None = None  # the part that the timer is set for
    _timer: asyncio.TimerHandle | None = None
    _header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        try:
            self.guard.admit(self.address)
        except TooMany:
            self._answer(429)
            return
        self._counted = True
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._stage != BODY:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._stage == HEADERS and self._header_bytes > self.guard.limits.header_bytes:
            self.give_up(431, "headers that are too long")
        if self._stage != self._timed and not self.transport.is_closing():
            self._set_timer()

    def handle_websocket_upgrade(self) -> None:
        self._stage = None
        self._leave()  # WebSockets are counted by the application
        super().handle_websocket_upgrade()
        opening = self.transport.get_protocol()
        if not getattr(opening, "handshake_initiated", True):
            # uvicorn says nothing about what its WebSocket parser refuses, and waits for ever.
            self.guard.refusals.note("a WebSocket that cannot be opened", self.address)
            self._answer(400)

    def give_up(self, status: int, why: str) -> None:
        """Close the connection of a request that has not arrived."""
        self.guard.refusals.note(why, self.address)
        self._answer(status)

    # What the parser finds.

    def on_message_begin(self) -> None:
        self._stage = HEADERS
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stage, self._header_bytes = BODY, 0
        if self._counted and self.address and self._is_from_proxy():
            self._count_no_more()  # it carries the requests of many visitors
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stage = None
        self._clear_timer()
        super().on_message_complete()

    def _is_from_proxy(self) -> bool:
        trusted = self.client is not None and self.client[0] in self.guard.trusted
        return trusted and any(name == b"x-forwarded-for" for name, _ in self.headers)

    def _answer(self, status: int) -> None:
        """Answer with a bare status unless an answer has begun, and close the connection."""
        self._refused = True
        self._leave()
        cycle = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            wait = b"retry-after: 10\r\n" if status == 429 else b""
            closing = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + wait + closing)
        if cycle is not None:
            cycle.disconnected = True
        self.transport.close()

    # Counting and timing.

    def _set_timer(self) -> None:
        self._clear_timer()
        self._timed = self._stage
        if self._stage is not None:
            self._timer = self.loop.call_later(self.guard.seconds[self._stage], self._on_timeout)
            self.guard.add_half_sent(self)

    def _clear_timer(self) -> None:
        self._timed = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self.guard.remove_half_sent(self)

    def _on_timeout(self) -> None:
        self.give_up(408, f"a request whose {self._timed} did not arrive in time")

    def _leave(self) -> None:
        self._clear_timer()
        self._count_no_more()

    def _count_no_more(self) -> None:
        if self._counted:
            self._counted = False
            self.guard.open.release(self.address)


def guarded(shared: ConnectionGuard) -> type[GuardedProtocol]:
    """The protocol of the connections of one server."""

    class Guarded(GuardedProtocol):
        guard = shared

    return Guarded
