"""The first start on a machine: people play while the kernels are being compiled.

Until then kernels run as plain Python (`kletka.compiling.switching`), in this process and in its
workers. Kernels that came with the package are used at once; code for this very processor, which is
faster, is compiled at the lowest priority and used from the next start on.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from fastapi import Request

from kletka.agents.preparing import PLAY, is_native, is_prepared, prepare
from kletka.drawing import svg
from kletka.errors import KletkaError
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import start
from kletka.web.live.terms import bots_of
from kletka.web.refusals import Refused

OnProgress = Callable[[Text], None]
NICENESS, LOWEST = 5, 19  # of compiling while people play, and of compiling what can wait


class Preparation:
    """Loads the rules, and has the kernels compiled in other processes."""

    def __init__(self, tell: OnProgress) -> None:
        self.ready = False  # whether pages can be shown
        self.compiled = False  # whether bots have all their speed
        self._tell = tell

    async def load(self) -> None:
        """Return when pages can be shown."""
        await asyncio.to_thread(_load_rules)
        self.compiled = is_prepared(PLAY)
        self.ready = True

    async def compile(self) -> None:
        """Return when everything is compiled, which may be at once."""
        if not self.compiled:
            self._tell(
                Text(
                    "You can play now. Kletka is still compiling for this machine, once, for a "
                    "minute; until then bots think slowly.",
                    "Можно играть. Тем временем компилирую для этого компьютера: один раз, около "
                    "минуты; до тех пор боты думают медленно.",
                )
            )
            await self._compile(native=False, niceness=NICENESS)
            await asyncio.to_thread(_load_rules)
            self.compiled = True
        elif not is_native():
            await self._compile(native=True, niceness=LOWEST)

    def refusal(self) -> Refused:
        """The refusal of requests until the rules are loaded."""
        return Refused(
            "preparing",
            Text(
                "Kletka is starting; this page will open in a moment",
                "Клетка запускается; страница сейчас откроется сама",
            ),
            503,
            retry_after=1,
        )

    async def _compile(self, native: bool, niceness: int) -> None:
        """Return when other processes have compiled; a server that stops does not wait for them."""
        done = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait_for_them() -> None:
            try:
                prepare(self._tell_how_far, PLAY, niceness=niceness, native=native)
            except KletkaError as error:
                self._tell(error.text)
            with suppress(RuntimeError):  # the loop is closed: the server has stopped
                loop.call_soon_threadsafe(done.set)

        threading.Thread(target=wait_for_them, name="kletka-prepare", daemon=True).start()
        await done.wait()

    def _tell_how_far(self, done: int, steps: int, what: str) -> None:
        if not self.compiled:
            self._tell(Text.plain(f"{'■' * done}{'·' * (steps - done)} {what}"))


def _load_rules() -> None:
    """Load the rules, so that the first click need not wait for them."""
    for game in GAMES:
        position = start(game)
        after = position.play(position.moves[0])
        svg(after, territory=True, targets=True)
        bots_of(game)


async def require_ready(request: Request) -> None:
    """A dependency of all routes: raises Refused until the rules are loaded."""
    preparation: Preparation = request.app.state.preparation
    if not preparation.ready and not request.url.path.startswith("/static/"):
        raise preparation.refusal()
