"""The state of the server for proxies and supervisors: /healthz and /readyz."""

from __future__ import annotations

import asyncio
import logging

from fastapi import Request
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.routing import Route

from kletka.web.draining import Draining
from kletka.web.preparation import Preparation
from kletka.web.refusals import Refused
from kletka.web.storage.store import Store

log = logging.getLogger("kletka.web")
DATABASE_SECONDS = 3.0  # after which a database that does not answer is missing
RETRY_AFTER = 1


async def healthz(request: Request) -> PlainTextResponse:
    """Whether the process answers at all."""
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def readyz(request: Request) -> JSONResponse:
    """Whether visitors should be sent here, with what is missing if not."""
    missing = await _missing(request)
    headers = {"Cache-Control": "no-store"}
    if missing:
        headers["Retry-After"] = str(RETRY_AFTER)
    answer = {"ready": not missing, "missing": missing}
    return JSONResponse(answer, 503 if missing else 200, headers)


async def _missing(request: Request) -> list[str]:
    state = request.app.state
    preparation: Preparation = state.preparation
    draining: Draining = state.draining
    parts = {
        "database": await _database_answers(state.store),
        "rules": preparation.ready,
        "kernels": preparation.compiled,
        "running": not draining.began,
    }
    return [name for name, there in parts.items() if not there]


async def _database_answers(store: Store) -> bool:
    try:
        await asyncio.wait_for(store.ping(), DATABASE_SECONDS)
    except (SQLAlchemyError, Refused, TimeoutError) as error:
        log.warning("the database does not answer: %s", getattr(error, "orig", None) or error)
        return False
    return True


ROUTES = [Route("/healthz", healthz), Route("/readyz", readyz)]
