"""One thread that writes for all games, many events in each transaction.

A commit waits for the disk. Events that arrive meanwhile are committed together afterwards, so
that hundreds of moves a second need only a few dozen commits.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from kletka.web.metrics import COMMITS, EVENTS
from kletka.web.storage.channels import EVENTS as CHANNEL

MOST_TOGETHER = 1000
BETWEEN_COMMITS = 0.03  # seconds: too short to notice, and a busy server needs far fewer commits
PATIENCE = 4.0  # seconds for which a lost connection is tried again
PAUSE = 0.1


# All rows in one statement: after each statement this thread must get the GIL back from the
# event loop's thread, which takes milliseconds on a busy server.
#
# On PostgreSQL the same statement rings for the other servers, which hear it after the commit.
_COLUMNS = "game, event, kind, at, data, writer"
_INSERT = {
    "sqlite": text(
        f"INSERT INTO events ({_COLUMNS}) SELECT "
        + ", ".join(f"json_extract(value, '$.{name}')" for name in _COLUMNS.split(", "))
        + " FROM json_each(:rows)"
    ),
    "postgresql": text(
        f"WITH stored AS (INSERT INTO events ({_COLUMNS}) SELECT {_COLUMNS} FROM "
        "json_to_recordset(CAST(:rows AS json)) "
        "AS row(game text, event int, kind text, at bigint, data text, writer text) "
        "RETURNING game, event) "
        f"SELECT pg_notify('{CHANNEL}', game || ' ' || max(event)) FROM stored GROUP BY game"
    ),
}


class Conflict(Exception):
    """An event with that number is already stored."""


@dataclass(frozen=True)
class Job:
    """Rows of events to append, and other changes of the same transaction."""

    rows: Sequence[dict[str, Any]]
    also: Callable[[Connection], None] | None
    done: asyncio.Future[None]


class Writer:
    """Writes in a thread of its own; `write` returns when the events are on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="kletka-writer", daemon=True)
        self._thread.start()

    async def write(
        self,
        rows: Sequence[dict[str, Any]],
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Store all rows or none; raises Conflict."""
        done = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(rows, also, done))
        await done

    def close(self) -> None:
        """Write what is queued, and stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        last = 0.0
        while (job := self._jobs.get()) is not None:
            time.sleep(max(0.0, last + BETWEEN_COMMITS - time.monotonic()))
            last = time.monotonic()
            batch, more = self._gather(job)
            self._store(batch)
            if not more:
                return

    def _gather(self, first: Job) -> tuple[list[Job], bool]:
        batch = [first]
        while len(batch) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return batch, False
            batch.append(job)
        return batch, True

    def _store(self, batch: list[Job]) -> None:
        """Store all jobs in one transaction; if that fails, each in its own."""
        try:
            self._commit_or_reconnect(batch)
        except SQLAlchemyError as error:
            if len(batch) > 1 and not _is_away(error):
                for job in batch:
                    self._store([job])
                return
            raised = Conflict() if isinstance(error, IntegrityError) else error
            _wake(batch, raised)
        except Exception as error:  # the thread goes on, and the waiting tasks get the error
            _wake(batch, error)
        else:
            _wake(batch, None)

    def _commit_or_reconnect(self, batch: list[Job]) -> None:
        """Commit; if the connection is lost meanwhile, again.

        Nobody knows then whether the first commit took place. If it did, the second one is a
        conflict with ourselves, which shows in the mark of the events.
        """
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                return self._commit(batch)
            except DBAPIError as error:
                if not _is_away(error) or time.monotonic() > give_up:
                    raise
            time.sleep(PAUSE)

    def _commit(self, batch: list[Job]) -> None:
        begun = time.perf_counter()
        self._insert(batch)
        COMMITS.observe(time.perf_counter() - begun)
        for kind, count in Counter(row["kind"] for job in batch for row in job.rows).items():
            EVENTS.labels(kind).inc(count)

    def _insert(self, batch: list[Job]) -> None:
        with self._engine.begin() as connection:
            for job in batch:
                if job.also is not None:
                    job.also(connection)
            rows = [row for job in batch for row in job.rows]
            if rows:
                statement = _INSERT[connection.dialect.name]
                connection.execute(statement, {"rows": orjson.dumps(rows).decode()})


def _is_away(error: SQLAlchemyError) -> bool:
    """Whether the connection was lost, or none could be made."""
    if not isinstance(error, DBAPIError):
        return False
    # psycopg has no SQLSTATE for errors that are not the database's own
    return error.connection_invalidated or getattr(error.orig, "sqlstate", "") is None


def _wake(batch: list[Job], error: Exception | None) -> None:
    """Wake the waiting tasks with one call to their event loop."""
    try:
        batch[0].done.get_loop().call_soon_threadsafe(_settle, batch, error)
    except RuntimeError:  # the loop is closed: no task waits any more
        return


def _settle(batch: list[Job], error: Exception | None) -> None:
    for job in batch:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
