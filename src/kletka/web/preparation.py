"""The first start on a machine: the kernels are compiled while the server already answers."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection

from fastapi import Request

from kletka.drawing import svg
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import start
from kletka.web.live.terms import bots_of
from kletka.web.refusals import Refused

OnProgress = Callable[[Text], None]


class Preparation:
    """Compiles the kernels in another process and reports the progress."""

    def __init__(self, tell: OnProgress) -> None:
        self.ready = False
        self._tell = tell
        self._done, self._steps, self._what = 0, 0, ""

    async def run(self) -> None:
        """Return when everything is compiled, which may be at once."""
        if not await asyncio.to_thread(_is_prepared):
            self._tell(
                Text(
                    "Compiling for this machine; this happens once and takes a minute or two.",
                    "Компилирую для этого компьютера: один раз, минуту-другую.",
                )
            )
            await self._compile()
        await asyncio.to_thread(_load_rules)
        self.ready = True

    def refusal(self) -> Refused:
        """The refusal of requests until everything is compiled."""
        return Refused("preparing", self._how_far(), 503, retry_after=2)

    def _how_far(self) -> Text:
        if not self._steps:
            return Text(
                "Kletka is starting; this page opens by itself in a moment",
                "Клетка запускается; страница сейчас откроется сама",
            )
        return Text(
            f"Kletka is getting ready on this machine, step {self._done + 1} of {self._steps} "
            f"({self._what}); this happens once and takes a minute or two, then this page opens "
            "by itself",
            f"Клетка готовится к первой игре на этом компьютере, шаг {self._done + 1} из "
            f"{self._steps} ({self._what}); это бывает один раз и длится минуту-другую, потом "
            "страница откроется сама",
        )

    async def _compile(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_prepare, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        try:
            while (report := await asyncio.to_thread(_next_report, ours)) is not None:
                self._done, self._steps, self._what = report
                bar = "■" * self._done + "·" * (self._steps - self._done)
                self._tell(Text.plain(f"{bar} {self._what}"))
        finally:
            process.kill()
            await asyncio.to_thread(process.join)


def _load_rules() -> None:
    """Load the compiled rules, so that the first click need not wait for them."""
    for game in GAMES:
        position = start(game)
        after = position.play(position.moves[0])
        svg(after, territory=True, targets=True)
        bots_of(game)


def _is_prepared() -> bool:
    from kletka.agents.preparing import ENGINE, is_prepared

    return is_prepared(ENGINE)


def _prepare(reports: Connection) -> None:
    from kletka.agents.preparing import ENGINE, prepare

    prepare(lambda done, steps, what: reports.send((done, steps, what)), ENGINE)


def _next_report(reports: Connection) -> tuple[int, int, str] | None:
    try:
        report: tuple[int, int, str] = reports.recv()
    except EOFError:
        return None
    return report


async def require_ready(request: Request) -> None:
    """A dependency of all routes: raises Refused until the kernels are compiled."""
    preparation: Preparation = request.app.state.preparation
    if not preparation.ready and not request.url.path.startswith("/static/"):
        raise preparation.refusal()
