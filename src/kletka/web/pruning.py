"""Deleting abandoned games once a day, if the administrator wants it."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from kletka.web.refusals import Refused
from kletka.web.storage.store import Store

log = logging.getLogger("kletka.web")
DAY = 86_400.0


async def prune_daily(store: Store, age: int) -> None:
    """Delete games abandoned for `age` milliseconds, now and every day; 0 is never."""
    while age:
        try:
            deleted = await store.prune(int(1000 * time.time()) - age)
        except (SQLAlchemyError, Refused) as error:
            log.error("abandoned games could not be deleted: %s", error)
        else:
            if deleted:
                log.warning("deleted %d abandoned games", deleted)
        await asyncio.sleep(DAY)
