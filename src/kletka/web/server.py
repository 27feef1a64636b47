"""Running the server, and opening a browser on it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.addresses import TrustedProxies
from kletka.web.app import create_app
from kletka.web.configuration import Configuration
from kletka.web.connection_guard import ConnectionGuard, guarded
from kletka.web.draining import Draining
from kletka.web.logs import RequestLog, check_log_format, configure_logs
from kletka.web.preparation import OnProgress
from kletka.web.storage.database import check_database

log = logging.getLogger("kletka.web")
SWITCH = 0.001  # seconds after which a busy thread lets the event loop go on; 5 ms is usual


REQUESTS_SECONDS = 3  # for requests that are being served when the server stops
LAST_SECONDS = 15.0  # after which a server that does not come to its end is ended


class _Server(uvicorn.Server):
    """A server that calls `ready` once it is started, and drains when it is told to stop.

    SIGTERM closes the connections over some seconds before everything else; SIGINT, which is a
    person at a terminal, does not wait. A second signal ends the process at once.
    """

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], draining: Draining, seconds: float
    ) -> None:
        super().__init__(config)
        self._ready, self._draining, self._seconds = ready, draining, seconds
        self._closing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._draining.began:
            os._exit(128 + sig)  # what was acknowledged is stored, and workers end by themselves
        self._draining.begin()
        _end_after(self._seconds + REQUESTS_SECONDS + LAST_SECONDS)
        if sig == signal.SIGTERM and self.started:
            self._captured_signals.append(sig)
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        if self._draining.began and self._closing is None:
            self._closing = asyncio.create_task(self._close_connections())
        return await super().on_tick(counter)

    async def _close_connections(self) -> None:
        try:
            await self._draining.close_connections(self._seconds)
        finally:
            self.should_exit = True


def _end_after(seconds: float) -> None:
    """End this process if it still runs then, whatever it waits for."""

    def end() -> None:
        log.error("the server did not stop by itself and was ended")
        os._exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def serve(
    configuration: Configuration,
    open_browser: bool,
    on_ready: Callable[[str], None],
    on_progress: OnProgress,
) -> None:
    """Serve until interrupted; `on_ready` gets the address once the server is ready."""
    check_log_format(configuration.log_format)
    check_database(configuration.database)
    configure_logs(configuration.access_log, configuration.log_format)
    if configuration.log_format == "json":
        on_ready, on_progress = _log_ready, _log_progress
    address = f"http://{_name(configuration.host)}:{configuration.port}/"

    def ready() -> None:
        on_ready(address)
        if open_browser:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    app = create_app(configuration, on_progress)
    trusted = TrustedProxies(configuration.trusted_proxies)
    config = uvicorn.Config(
        RequestLog(ProxyHeadersMiddleware(app, str(trusted)), trusted),  # type: ignore[arg-type]
        http=guarded(ConnectionGuard(configuration.limits, trusted, app.state.refusals)),
        proxy_headers=False,  # see above: the log knows who has sent them
        host=configuration.host,
        port=configuration.port,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=REQUESTS_SECONDS,
        ws_max_size=4 * configuration.limits.message_bytes,
        ws_per_message_deflate=False,
    )
    # uvicorn raises the signal again when it ends: exit in an orderly way then.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    sys.setswitchinterval(SWITCH)
    with _listening(configuration) as listener:
        draining = app.state.draining
        _Server(config, ready, draining, configuration.drain_seconds).run(sockets=[listener])


def _log_ready(address: str) -> None:
    log.info("Kletka is at %s", address)


def _log_progress(words: Text) -> None:
    log.info("%s", words.en)


def _listening(configuration: Configuration) -> socket.socket:
    """The socket to serve on; raises KletkaError if the port is taken."""
    family = socket.AF_INET6 if ":" in configuration.host else socket.AF_INET
    try:
        return socket.create_server(
            (configuration.host, configuration.port), family=family, backlog=2048
        )
    except (OSError, OverflowError) as error:  # a port above 65535 overflows
        reason = getattr(error, "strerror", None) or str(error)
        raise KletkaError(
            Text(
                f"cannot listen at {configuration.host}, port {configuration.port}: {reason}; "
                "try another one with --port",
                f"не получается слушать {configuration.host}, порт {configuration.port}: {reason}; "
                "попробуйте другой: --port",
            )
        ) from None


def _name(host: str) -> str:
    """The name of the host for a browser on this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
