"""/metrics: what the server counts and how much there is now, in the format of Prometheus."""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterator

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from starlette.datastructures import State
from starlette.exceptions import HTTPException

from kletka import __version__
from kletka.web.addresses import Networks
from kletka.web.configuration import Configuration
from kletka.web.live.registry import FORGOTTEN_AFTER
from kletka.web.metrics import REGISTRY
from kletka.web.thread_pools import database, drawing, parsing

_FORWARDED = ("x-forwarded-for", "forwarded")  # a proxy's request, whatever address it has now


async def metrics(request: Request) -> Response:
    """The metrics, for addresses and tokens that may read them; others find nothing here."""
    if not _may_read(request):
        raise HTTPException(404)
    state = request.app.state
    since = int(1000 * time.time()) - FORGOTTEN_AFTER
    now = CollectorRegistry()
    now.register(_Now(state, await state.store.count_open(since)))
    answer = generate_latest(REGISTRY) + generate_latest(now)
    return PlainTextResponse(answer, media_type=CONTENT_TYPE_LATEST)


def _may_read(request: Request) -> bool:
    configuration: Configuration = request.app.state.configuration
    token = configuration.metrics_token
    given = request.headers.get("authorization", "").encode()
    if token and hmac.compare_digest(given, f"Bearer {token}".encode()):
        return True
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    readers: Networks = request.app.state.metrics_readers
    return request.client.host in readers


class _Now(Collector):
    """What there is at this moment."""

    def __init__(self, state: State, open_games: int) -> None:
        self._state, self._open_games = state, open_games

    def collect(self) -> Iterator[GaugeMetricFamily]:
        state = self._state
        version = GaugeMetricFamily("kletka_info", "The version of Kletka", labels=["version"])
        version.add_metric([__version__], 1)
        yield version
        games = GaugeMetricFamily(
            "kletka_games",
            "Unfinished games of the last week, and games in memory",
            labels=["state"],
        )
        games.add_metric(["open"], self._open_games)
        games.add_metric(["live"], state.registry.rooms)
        yield games
        waiting = GaugeMetricFamily(
            "kletka_waiting_jobs", "Jobs that wait for a thread", labels=["pool"]
        )
        for name, pool in (("database", database), ("parsing", parsing), ("drawing", drawing)):
            waiting.add_metric([name], pool.waiting)
        yield waiting
        pools = {
            "bots": state.bots,
            "studies": state.thinking_workers,
            "pictures": state.raster_workers,
        }
        jobs = GaugeMetricFamily(
            "kletka_worker_jobs", "Jobs of worker processes, waiting ones included", labels=["pool"]
        )
        processes = GaugeMetricFamily(
            "kletka_worker_processes", "Worker processes that run", labels=["pool"]
        )
        for name, workers in pools.items():
            jobs.add_metric([name], workers.busy)
            processes.add_metric([name], len(workers.process_ids()))
        yield jobs
        yield processes
        draining = GaugeMetricFamily("kletka_draining", "Whether the server is being stopped")
        draining.add_metric([], state.draining.began)
        yield draining
