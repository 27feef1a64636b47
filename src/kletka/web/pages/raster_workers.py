"""PNG and GIF, drawn in worker processes: the renderer would hold the server's lock for seconds."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from kletka.language import Text
from kletka.position import Position
from kletka.web.byte_cache import ByteCache
from kletka.web.refusals import Refused
from kletka.web.workers import Begin, WorkerPool

NICENESS = 10  # below the server (0) and the bots (5)
AT_ONCE = 4  # pictures that take turns in one process
MOST_JOBS = 40  # drawn and waiting
CACHE_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Still:
    """A position as PNG, with the last turns and the position before them."""

    position: Position
    last: tuple[str, ...]
    before: Position | None
    width: int
    dark: bool
    language: str


@dataclass(frozen=True)
class Film:
    """A game as GIF."""

    start: Position
    turns: tuple[str, ...]
    width: int
    language: str


@dataclass
class Drawing:
    """A picture that is being drawn, for all who ask for it."""

    number: int
    done: asyncio.Future[bytes]
    askers: int = 0
    picture: bytes = b""


class RasterWorkers:
    """Draws each picture once, and stops when nobody waits for it any more."""

    def __init__(self, processes: int = 1, cache_bytes: int = CACHE_BYTES) -> None:
        self._pool = WorkerPool(processes, _load, NICENESS, AT_ONCE)
        self._cache = ByteCache(cache_bytes)
        self._drawings: dict[Still | Film, Drawing] = {}

    @property
    def busy(self) -> int:
        """How many pictures are drawn or waiting."""
        return self._pool.busy

    def process_ids(self) -> list[int]:
        return self._pool.process_ids()

    @property
    def cached_bytes(self) -> int:
        return self._cache.size

    async def draw(self, asked: Still | Film) -> bytes:
        """The picture; raises Refused if too many are waiting."""
        cached = self._cache.get(asked)
        if cached is not None:
            return cached
        drawing = self._drawings.get(asked) or self._begin(asked)
        drawing.askers += 1
        try:
            return await asyncio.shield(drawing.done)
        finally:
            drawing.askers -= 1
            if not drawing.askers and not drawing.done.done():
                self._pool.cancel(drawing.number)
                del self._drawings[asked]

    def close(self) -> None:
        self._pool.close()

    def _begin(self, asked: Still | Film) -> Drawing:
        if self.busy >= MOST_JOBS:
            raise Refused(
                "full",
                Text(
                    "too many pictures are being drawn; try again in a minute",
                    "рисуется слишком много картинок; попробуйте через минуту",
                ),
                503,
                retry_after=60,
            )
        drawing = Drawing(0, asyncio.get_running_loop().create_future())

        def on_report(seconds: float, report: bytes) -> None:
            self._reported(asked, drawing, report)

        drawing.number = self._pool.submit(asked, on_report)
        self._drawings[asked] = drawing
        return drawing

    def _reported(self, asked: Still | Film, drawing: Drawing, report: bytes) -> None:
        """The only report before the end is the picture."""
        if report:
            drawing.picture = report
            return
        del self._drawings[asked]
        if drawing.picture:
            self._cache.put(asked, drawing.picture)
            drawing.done.set_result(drawing.picture)
        else:
            drawing.done.set_exception(_not_drawn())


def _not_drawn() -> Refused:
    return Refused(
        "not_drawn",
        Text(
            "the picture could not be drawn; try again",
            "картинку не удалось нарисовать; попробуйте ещё раз",
        ),
        503,
        retry_after=5,
    )


def _load() -> Begin:
    from kletka.web.pages.raster_jobs import begin  # loads the renderer

    return begin
