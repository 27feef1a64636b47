"""The web application, put together from its parts."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.routing import Route, WebSocketRoute

from kletka import __version__
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.addresses import Networks
from kletka.web.api.errors import as_refusal, error_response
from kletka.web.api.routes import create_api
from kletka.web.cluster.membership import Cluster
from kletka.web.configuration import Configuration
from kletka.web.connection_limit import ConnectionLimit, affordable
from kletka.web.draining import Draining, DrainingConnections
from kletka.web.health import ROUTES as HEALTH
from kletka.web.live.bots import Bots
from kletka.web.live.connections import play_live
from kletka.web.live.following import MOST_KEPT, Following, join_servers, shared_time
from kletka.web.live.game_time import ServerTime
from kletka.web.live.registry import GameRegistry
from kletka.web.live.shared_rates import SharedRates
from kletka.web.metrics import Measuring
from kletka.web.metrics_page import metrics
from kletka.web.middleware import (
    BodyLimit,
    Compression,
    HeadRequests,
    RateLimiting,
    RateLimits,
    SafetyHeaders,
)
from kletka.web.pages import (
    demo_boards,
    device,
    documentation,
    enter_game,
    game,
    home,
    installation,
    lessons,
    new_game,
    pictures,
    print_sheets,
    recent_games,
    replay,
    rules,
    stateless_board,
    static,
    story,
)
from kletka.web.pages.errors import install_error_pages, refusal_page, wants_page
from kletka.web.pages.raster_workers import RasterWorkers
from kletka.web.pages.rendering import STATIC, VERSION
from kletka.web.preparation import OnProgress, Preparation, require_ready
from kletka.web.pruning import prune_daily
from kletka.web.refusal_log import RefusalLog
from kletka.web.refusals import Refused
from kletka.web.security import Secrets
from kletka.web.storage.server_key import server_key
from kletka.web.storage.store import Store
from kletka.web.storage.upkeep import read_age
from kletka.web.study import analysis_page, puzzle_pages, review_page, setup_board, verdicts
from kletka.web.study.analysis_socket import analyse_live
from kletka.web.study.reviews import Reviews, review_live
from kletka.web.study.thinking_quota import ThinkingQuota
from kletka.web.study.thinking_workers import ThinkingWorkers
from kletka.web.study.verdicts import Verdicts

# `game` comes last: a seat's link could be mistaken for anything else below /g/{game}/.
_PAGES = (
    pictures,
    story,
    demo_boards,
    stateless_board,
    lessons,
    enter_game,
    print_sheets,
    setup_board,
    analysis_page,
    review_page,
    verdicts,
    puzzle_pages,
    home,
    new_game,
    recent_games,
    replay,
    rules,
    installation,
    device,
    static,
    game,
)
COMPRESSION = 4  # the best one, 9, takes five times as long on large boards


def _ignore_progress(_: Text) -> None:
    pass


def create_app(configuration: Configuration, tell: OnProgress = _ignore_progress) -> FastAPI:
    """Make the application without starting it; `tell` gets the progress of the first start.

    Raises KletkaError if the server's key is damaged, or a setting wrong.
    """
    app = FastAPI(
        title="Kletka",
        version=__version__,
        lifespan=_lifespan,
        openapi_url=None,
        dependencies=[Depends(require_ready)],
    )
    app.state.configuration = configuration
    app.state.secrets = Secrets(_key_of(configuration))
    app.state.time = ServerTime()
    refusals = app.state.refusals = RefusalLog()
    app.state.connection_limit = ConnectionLimit(
        affordable(configuration.limits.sockets_of_one_address), "too many live games", refusals
    )
    app.state.rates = RateLimits(configuration.limits, refusals)
    app.state.metrics_readers = Networks(configuration.metrics_from, "KLETKA_METRICS_FROM")
    app.state.prune_after = read_age(configuration.prune_after) if configuration.prune_after else 0
    app.state.preparation = Preparation(tell)
    app.state.draining = Draining()
    app.add_middleware(DrainingConnections, draining=app.state.draining, refuse=_refuse)
    app.add_middleware(Compression, minimum_size=500, compresslevel=COMPRESSION)
    app.add_middleware(
        BodyLimit,
        most=configuration.limits.body_bytes,
        rates=app.state.rates,
        refuse=_refuse,
    )
    app.add_middleware(RateLimiting, rates=app.state.rates, refuse=_refuse)
    app.add_middleware(SafetyHeaders)
    app.add_middleware(Measuring)
    app.add_middleware(HeadRequests)
    app.router.routes.extend(HEALTH)
    app.router.routes.append(Route("/metrics", metrics))
    app.mount("/api", create_api(app.state))
    _install_refusals(app)
    app.router.routes.append(WebSocketRoute("/g/{game}/live", play_live))
    app.router.routes.append(WebSocketRoute("/g/{game}/review/live", review_live))
    app.router.routes.append(WebSocketRoute("/analysis/live", analyse_live))
    for page in _PAGES:
        app.include_router(page.router)
    app.mount(f"/static/{VERSION}", static.CachedStaticFiles(directory=STATIC), name="static")
    app.router.routes.append(Route("/docs", documentation.documentation))  # while preparing, too
    app.mount("/docs", documentation.DocumentationFiles(configuration.docs_folder))
    install_error_pages(app)
    return app


def _key_of(configuration: Configuration) -> bytes:
    return server_key(configuration.database, configuration.data_folder / "secret.key")


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    configuration: Configuration = app.state.configuration
    store = Store(configuration.database)
    cluster = Cluster(configuration.cluster) if configuration.cluster else None
    bots = Bots(configuration.bot_workers, cluster)
    servers = await join_servers(configuration, store)
    registry = GameRegistry(
        configuration,
        store,
        bots,
        app.state.secrets,
        await shared_time(store, app.state.time),
        servers=servers,
    )
    boards = demo_boards.DemoBoards(
        bots, configuration.demo_pause, lambda: app.state.preparation.compiled
    )
    app.state.store, app.state.bots, app.state.registry = store, bots, registry
    app.state.demo_boards = boards
    workers = ThinkingWorkers(configuration.thinkers, configuration.limits.analyses, cluster)
    app.state.thinking_workers = workers
    app.state.raster_workers = rasters = RasterWorkers()
    app.state.thinking_quota = quota = ThinkingQuota(configuration.limits.thinking)
    app.state.reviews = Reviews(workers, app.state.thinking_quota, store)
    app.state.verdicts = Verdicts(workers, app.state.thinking_quota, app.state.reviews)
    following = None
    if servers is not None:
        buckets = {**app.state.rates.buckets, "thinking": quota.spent}
        rates = SharedRates(store, servers, buckets)
        following = Following(configuration, registry, servers, rates)
    if cluster is not None:
        cluster.start()
    starting = asyncio.create_task(_start_up(app.state.preparation, bots, registry))
    pruning = asyncio.create_task(prune_daily(store, app.state.prune_after))
    try:
        yield
    finally:
        starting.cancel()
        pruning.cancel()
        with suppress(asyncio.CancelledError):
            await starting
        boards.close()
        workers.close()
        rasters.close()
        registry.close()
        if following is not None:
            await following.leave()
        bots.close()
        if cluster is not None:
            cluster.close()
        store.close()


async def _start_up(preparation: Preparation, bots: Bots, registry: GameRegistry) -> None:
    """Load the rules, start the bots, resume unfinished games, compile the kernels if needed."""
    await preparation.load()
    # What is loaded by now stays loaded: garbage collection need not look through it again.
    gc.collect()
    gc.freeze()
    bots.warm_up()
    await registry.resume(MOST_KEPT)
    await preparation.compile()


def _refuse(request: Request, refused: Refused) -> Response:
    if wants_page(request):
        return refusal_page(request, refused)
    return error_response(request, refused)


def _install_refusals(app: FastAPI) -> None:
    """Show refusals as pages to people and as JSON to programs."""

    async def on_refusal(request: Request, error: Exception) -> Response:
        return _refuse(request, as_refusal(error))

    app.add_exception_handler(KletkaError, on_refusal)
    app.add_exception_handler(RequestValidationError, on_refusal)
    app.add_exception_handler(SQLAlchemyError, on_refusal)
