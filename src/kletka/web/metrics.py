"""What the server counts and times, for Prometheus.

The counters are those of the process. Labels have few values: routes, never ids or addresses.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

P = ParamSpec("P")
T = TypeVar("T")
disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)
_FOLDERS = ("/static/", "/docs/")  # of files, which are one route each
_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Histogram(
    "kletka_request_seconds",
    "Seconds until the answer to a request began",
    ("method", "route", "status"),
    buckets=_SECONDS,
    registry=REGISTRY,
)
CONNECTIONS = Gauge(
    "kletka_connections", "Open WebSockets and streams", ("route",), registry=REGISTRY
)
TURNS = Histogram(
    "kletka_turn_seconds",
    "Seconds from a player's or bot's action until it is stored and told",
    buckets=_SECONDS,
    registry=REGISTRY,
)
EVENTS = Counter("kletka_events", "Stored events of games", ("kind",), registry=REGISTRY)
COMMITS = Histogram(
    "kletka_commit_seconds", "Seconds of a commit", buckets=_SECONDS, registry=REGISTRY
)
THINKING = Histogram(
    "kletka_bot_seconds",
    "Seconds from a bot's turn until it has chosen",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0),
    registry=REGISTRY,
)
ERRORS = Counter("kletka_log_lines", "Lines in the log", ("level",), registry=REGISTRY)
for _level in ("warning", "error"):
    ERRORS.labels(_level)


def timed(
    histogram: Histogram,
) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """A decorator that times what a coroutine does if it succeeds."""

    def decorate(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
        @wraps(work)
        async def timed_work(*args: P.args, **kwargs: P.kwargs) -> T:
            begun = time.perf_counter()
            result = await work(*args, **kwargs)
            histogram.observe(time.perf_counter() - begun)
            return result

        return timed_work

    return decorate


class CountedLines(logging.Handler):
    """Counts warnings and errors of the log."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            ERRORS.labels("error" if record.levelno >= logging.ERROR else "warning").inc()


class Measuring:
    """Middleware that times requests and counts open WebSockets and streams."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        begun, kept = time.perf_counter(), None

        async def send_measured(message: Message) -> None:
            nonlocal kept
            if message["type"] == "http.response.start":
                labels = scope["method"], route_of(scope), str(message["status"])
                REQUESTS.labels(*labels).observe(time.perf_counter() - begun)
            if message["type"] == "websocket.accept" or _begins_stream(scope, message):
                kept = CONNECTIONS.labels(route_of(scope))
                kept.inc()
            await send(message)

        try:
            await self._app(scope, receive, send_measured)
        finally:
            if kept is not None:
                kept.dec()


def route_of(scope: Scope) -> str:
    """The route of a request, with the names of its parameters for their values."""
    path: str = scope["path"]
    for folder in _FOLDERS:
        if path.startswith(folder):
            return folder
    route = getattr(scope.get("route"), "path", None)
    if isinstance(route, str):
        return f"/api{route}" if path.startswith("/api/") else route
    if "endpoint" not in scope:
        return "other"
    names = {str(text): f"{{{name}}}" for name, text in scope.get("path_params", {}).items()}
    return "/".join(names.get(part, part) for part in path.split("/"))


def _begins_stream(scope: Scope, message: Message) -> bool:
    return message["type"] == "http.response.start" and str(scope["path"]).endswith("/stream")
