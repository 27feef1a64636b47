"""Work for a request, which stops when the client has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from kletka.language import Text
from kletka.web.refusals import NotDone

T = TypeVar("T")


class Gone(NotDone):
    """The client has hung up: nobody will read this."""

    def __init__(self) -> None:
        super().__init__("gone", Text("the client has disconnected", "клиент отключился"), 499)


async def while_asked(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled when the client hangs up; raises Gone.

    The body of the request must have been read before.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Gone
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
