"""The web application: what it is made of, in one place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request
from fastapi.responses import ORJSONResponse, Response
from starlette.routing import WebSocketRoute

from kletka import __version__
from kletka.errors import KletkaError
from kletka.web import pages, pictures
from kletka.web.bots import Bots
from kletka.web.hall import Hall
from kletka.web.languages import language_of
from kletka.web.live import live
from kletka.web.refusals import Refused
from kletka.web.security import Secrets
from kletka.web.settings import Settings
from kletka.web.storage.store import Store

MOST_RESUMED = 20_000


def create_app(settings: Settings) -> FastAPI:
    """The application, not yet started; the store is opened and the bots start with it."""
    app = FastAPI(
        title="Kletka",
        version=__version__,
        lifespan=_life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.secrets = Secrets(settings.secret_key())
    app.state.doors = {}
    app.add_exception_handler(KletkaError, _tell_refusal)
    app.include_router(pictures.router)
    app.router.routes.append(WebSocketRoute("/g/{game}/live", live))
    pages.install(app)  # last: a seat's link looks like anything else below /g/{game}/
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = Store(settings.database)
    bots = Bots(settings.bot_workers)
    bots.warm()
    hall = Hall(settings, store, bots, app.state.secrets)
    app.state.store, app.state.bots, app.state.hall = store, bots, hall
    resuming = asyncio.create_task(hall.resume(MOST_RESUMED))
    try:
        yield
    finally:
        resuming.cancel()
        with suppress(asyncio.CancelledError):
            await resuming
        hall.close()
        bots.close()
        store.close()


async def _tell_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, KletkaError)
    refused = error if isinstance(error, Refused) else Refused("invalid", error.text, 422)
    headers = {}
    if refused.retry_after is not None:
        headers["Retry-After"] = str(int(refused.retry_after) + 1)
    return ORJSONResponse({"error": refused.told(language_of(request))}, refused.status, headers)
