"""The application without a network, for tests with a configuration of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from fastapi import FastAPI

from kletka.web.app import create_app
from kletka.web.configuration import Configuration, Limits

ADDRESS = "http://kletka.test"


def app_with(folder: Path, limits: Limits | None = None) -> FastAPI:
    return create_app(Configuration(folder, bot_workers=1, bot_pause=0, limits=limits or Limits()))


@asynccontextmanager
async def client_of(app: FastAPI, started: bool = True) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application, which is started if `started`."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
        if not started:
            yield client
            return
        async with app.router.lifespan_context(app):
            while not app.state.preparation.ready:
                await asyncio.sleep(0.01)
            yield client
