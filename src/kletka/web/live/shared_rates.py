"""Rate limits across servers: each tells the others what visitors have spent there.

Once a second, by NOTIFY, and only of visitors that have spent more than a little: usual visitors
cost nothing. So a limit holds for all servers together, but for what is spent within one second.
Dividing the limits by the number of servers would refuse visitors that stay on one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

import orjson
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from kletka.web.live.servers import Servers
from kletka.web.rate_limits import LeakyBuckets
from kletka.web.storage.channels import RATES, ring
from kletka.web.storage.store import Store

log = logging.getLogger("kletka.web")
BETWEEN = 1.0  # seconds
MOST_TOLD = 80  # visitors in one message, which may have 8000 bytes
Told = list[tuple[str, str, float]]  # a bucket, a visitor, an amount


class SharedRates:
    """Tells the other servers, and hears from them."""

    def __init__(self, store: Store, servers: Servers, buckets: Mapping[str, LeakyBuckets]) -> None:
        self._store, self._servers, self._buckets = store, servers, buckets
        self._telling = asyncio.create_task(self._keep_telling())

    def hear(self, said: str) -> None:
        """What a server tells, perhaps this one."""
        server, told = orjson.loads(said)
        if server == self._servers.id:
            return
        for name, visitor, amount in told:
            if name in self._buckets:
                self._buckets[name].hear(visitor, amount)

    def close(self) -> None:
        self._telling.cancel()

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(BETWEEN)
            told = [
                (name, visitor, round(amount, 3))
                for name, buckets in self._buckets.items()
                for visitor, amount in buckets.tell().items()
            ]
            if not told or not self._servers.others:
                continue
            try:
                await self._store.change(partial(_tell, server=self._servers.id, told=told))
            except SQLAlchemyError as error:
                log.warning("the other servers could not be told of rates: %s", error)


def _tell(connection: Connection, server: str, told: Told) -> None:
    for first in range(0, len(told), MOST_TOLD):
        message = orjson.dumps([server, told[first : first + MOST_TOLD]])
        ring(connection, RATES, message.decode())
