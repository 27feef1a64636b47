"""The log: lines with the time and the id of the request, and without secrets."""

from __future__ import annotations

import datetime
import logging
import re
import secrets
import time
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kletka.web.addresses import address_of
from kletka.web.metrics import CountedLines
from kletka.web.refusal_log import RefusalLog

_access = logging.getLogger("kletka.access")
_request: ContextVar[str] = ContextVar("request", default="-")
_SECRETS = (
    re.compile(r"(?<=/)[\w-]{16,}(?![\w.-])"),  # in an address, such as a seat's
    re.compile(r"(?<=[Bb]earer )\S+"),
    re.compile(r"(?<=kletka_visitor=)[\w-]+"),
)

# What uvicorn says, once for every such thing, about what clients send.
_COMPLAINTS = {
    "Invalid HTTP request received.": "a request that is not HTTP",
    "Invalid UTF-8 sequence received from client.": "a message that is not UTF-8",
}


def without_secrets(text: str) -> str:
    """The text with an ellipsis for everything that looks like a secret."""
    for pattern in _SECRETS:
        text = pattern.sub("…", text)
    return text


class LineFormatter(logging.Formatter):
    """Time, level, request and message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(request)s %(message)s")

    def formatTime(  # noqa: N802
        self, record: logging.LogRecord, datefmt: str | None = None
    ) -> str:
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        return moment.isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        record.request = _request.get()
        return without_secrets(super().format(record))


def configure_logs(access_log: bool) -> None:
    """Send warnings and errors, and a line for each request if wanted, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler, CountedLines()], force=True)
    logging.getLogger("uvicorn.error").addFilter(_Complaints())
    _access.setLevel(logging.INFO if access_log else logging.WARNING)


class _Complaints(logging.Filter):
    """Turns uvicorn's complaints about clients into refusals, of which few lines are written."""

    def __init__(self) -> None:
        super().__init__()
        self._refusals = RefusalLog()

    def filter(self, record: logging.LogRecord) -> bool:
        what = _COMPLAINTS.get(str(record.msg))
        if what is not None:
            self._refusals.note(what, "a client")
        return what is None


class RequestLog:
    """Gives every request an id, which the answer has too, and writes the access log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request, started = secrets.token_hex(4), time.monotonic()
        status = "-"

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-ID"] = request
                status = str(message["status"])
            await send(message)

        _request.set(request)
        try:
            await self._app(scope, receive, send_with_id)
        finally:
            if _access.isEnabledFor(logging.INFO):
                method = scope.get("method", "WEBSOCKET")
                milliseconds = 1000 * (time.monotonic() - started)
                address = address_of(HTTPConnection(scope))
                # The query is left out: it may have an address to return to, with a secret.
                path = re.sub(r"[^\x21-\x7e]", "?", scope["path"])
                _access.info("%s %s %s %s %.1f ms", address, method, path, status, milliseconds)
