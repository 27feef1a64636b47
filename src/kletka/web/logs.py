"""The log: lines of text or JSON with the id of the request, and without secrets."""

from __future__ import annotations

import datetime
import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.addresses import TrustedProxies, address_of
from kletka.web.metrics import CountedLines
from kletka.web.refusal_log import RefusalLog

_access = logging.getLogger("kletka.access")
_request: ContextVar[str] = ContextVar("request", default="-")
_REQUEST_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
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
        return _time_of(record)

    def format(self, record: logging.LogRecord) -> str:
        record.request = _request.get()
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """The same as an object of JSON, with the parts of a line about a request as fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": _request.get(),
            "message": without_secrets(record.getMessage()),
        }
        for name, value in getattr(record, "fields", {}).items():
            line[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def _time_of(record: logging.LogRecord) -> str:
    moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
    return moment.isoformat(timespec="milliseconds")


FORMATTERS: dict[str, Callable[[], logging.Formatter]] = {
    "text": LineFormatter,
    "json": JsonFormatter,
}


def check_log_format(name: str) -> None:
    """Raise KletkaError with a sentence for a format that does not exist."""
    if name not in FORMATTERS:
        raise KletkaError(
            Text(
                f"KLETKA_LOG_FORMAT is text or json, not {name!r}",
                f"KLETKA_LOG_FORMAT: нужно text или json, а не {name!r}",
            )
        )


def configure_logs(access_log: bool, log_format: str = "text") -> None:
    """Send warnings and errors, and a line for each request if wanted, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[log_format]())
    logging.basicConfig(level=logging.WARNING, handlers=[handler, CountedLines()], force=True)
    logging.getLogger("uvicorn.error").addFilter(_Complaints())
    if log_format == "json":  # then it has the words for people, too
        logging.getLogger("kletka.web").setLevel(logging.INFO)
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
    """Gives every request an id, which the answer has too, and writes the access log.

    The id is that of a trusted proxy if it gives one.
    """

    def __init__(self, app: ASGIApp, trusted: TrustedProxies) -> None:
        self._app, self._trusted = app, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request, started = self._id_of(scope), time.monotonic()
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
                fields = {
                    "address": address,
                    "method": method,
                    "path": path,
                    "status": status,
                    "ms": round(milliseconds, 1),
                }
                _access.info("%s %s %s %s %s ms", *fields.values(), extra={"fields": fields})

    def _id_of(self, scope: Scope) -> str:
        client = scope.get("client")
        if client is not None and client[0] in self._trusted:
            given = Headers(scope=scope).get("x-request-id", "")
            if _REQUEST_ID.fullmatch(given):
                return given
        return secrets.token_hex(4)
