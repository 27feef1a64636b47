"""The web application: what it is made of, in one place."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.routing import WebSocketRoute

from kletka import __version__
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web import demo, learning, pages, paper, pictures, stateless
from kletka.web.api import create_api
from kletka.web.api_errors import answer, as_refusal
from kletka.web.bots import Bots
from kletka.web.doors import Doors
from kletka.web.error_pages import refusal_page, wants_page
from kletka.web.guard import BoundedBody, Gzipped, Headed, Headless, Rates, check_rates
from kletka.web.hall import Hall
from kletka.web.live import live
from kletka.web.preparation import Preparation, Tell, be_ready
from kletka.web.security import Secrets
from kletka.web.settings import Settings
from kletka.web.storage.store import Store
from kletka.web.study import arranging, puzzle_pages, review_page
from kletka.web.study import pages as study_pages
from kletka.web.study.analysing import analysing
from kletka.web.study.purse import Purses
from kletka.web.study.reviews import Reviews, reviewing
from kletka.web.study.thinkers import Thinkers

MOST_RESUMED = 20_000


def _tell_nobody(_: Text) -> None:
    pass


def create_app(settings: Settings, tell: Tell = _tell_nobody) -> FastAPI:
    """The application, not yet started; `tell` hears how far the first start's compiling is."""
    app = FastAPI(
        title="Kletka",
        version=__version__,
        lifespan=_life,
        openapi_url=None,
        dependencies=[Depends(be_ready), Depends(check_rates)],
    )
    app.state.settings = settings
    app.state.secrets = Secrets(settings.secret_key())
    app.state.doors = Doors(settings.limits.sockets_of_one_address)
    app.state.rates = Rates(settings.limits)
    app.state.preparation = Preparation(tell)
    app.add_middleware(Gzipped, minimum_size=500)
    app.add_middleware(BoundedBody, most=settings.limits.body_bytes)
    app.add_middleware(Headed)
    app.add_middleware(Headless)
    app.mount("/api", create_api(app.state))
    app.include_router(pictures.router)
    app.include_router(demo.router)
    app.include_router(stateless.router)
    app.include_router(learning.router)
    app.include_router(paper.router)
    for studying in (arranging, study_pages, review_page, puzzle_pages):
        app.include_router(studying.router)
    _install_refusals(app)
    app.router.routes.append(WebSocketRoute("/g/{game}/live", live))
    app.router.routes.append(WebSocketRoute("/g/{game}/review/live", reviewing))
    app.router.routes.append(WebSocketRoute("/analysis/live", analysing))
    pages.install(app)  # last: a seat's link looks like anything else below /g/{game}/
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = Store(settings.database)
    bots = Bots(settings.bot_workers)
    hall = Hall(settings, store, bots, app.state.secrets)
    homepage = demo.Demo(bots, settings.demo_pause)
    app.state.store, app.state.bots, app.state.hall = store, bots, hall
    app.state.demo = homepage
    thinkers = Thinkers(settings.thinkers, settings.limits.analyses)
    app.state.thinkers, app.state.purses = thinkers, Purses(settings.limits.thinking)
    app.state.reviews = Reviews(thinkers, app.state.purses, store)
    beginning = asyncio.create_task(_begin(app.state.preparation, bots, hall))
    try:
        yield
    finally:
        beginning.cancel()
        with suppress(asyncio.CancelledError):
            await beginning
        homepage.close()
        thinkers.close()
        hall.close()
        bots.close()
        store.close()


async def _begin(preparation: Preparation, bots: Bots, hall: Hall) -> None:
    """Compile what is not compiled, wake the bots, and go on with the games that wait for us."""
    await preparation.run()
    # What is loaded by now stays: looking through it for garbage would hold everybody up.
    gc.collect()
    gc.freeze()
    bots.warm()
    await hall.resume(MOST_RESUMED)


def _install_refusals(app: FastAPI) -> None:
    """People get a page, programs get JSON."""

    async def on_refusal(request: Request, error: Exception) -> Response:
        refused = as_refusal(error)
        if wants_page(request):
            return refusal_page(request, refused)
        return answer(request, refused)

    app.add_exception_handler(KletkaError, on_refusal)
    app.add_exception_handler(RequestValidationError, on_refusal)
