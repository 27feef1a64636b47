"""The boards of the home page: small games between bots, shared by all visitors."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.position import Position, start
from kletka.web.languages import language_of
from kletka.web.live.bots import Bots
from kletka.web.refusals import NoSuchGame
from kletka.web.thread_pools import drawing

router = APIRouter(include_in_schema=False)
log = logging.getLogger("kletka.web")

BOT = "level3"
PLAY_SECONDS = 12.0  # the games continue for so many seconds after a request
REST_PAUSES = 4  # pauses before a new game starts


def showcase(game: str) -> tuple[Position, str | None]:
    """A position worth looking at, and the turn that led to it."""
    spec, written = face_of(game).profile.showcase
    position, last = start(spec), None
    for last in written.split():
        position = position.play_turn(last)
    return position, last


class DemoBoard:
    """A game between bots that starts again when it is over."""

    def __init__(self, game: str) -> None:
        self._spec = face_of(game).profile.first_board
        self._seed = random.randrange(10**6)
        # The first game continues from the picture that the page shows at first.
        self._position, self._last = showcase(game)
        self._before: Position | None = None
        self._rests = 0
        self._drawn: dict[str, bytes] = {}

    @property
    def version(self) -> str:
        """A tag that changes with every turn."""
        return f"{hash(self._position) & 0xFFFFFFFFFFFF:x}"

    async def picture(self, language: str) -> bytes:
        drawn = self._drawn  # another dictionary after the next turn
        if language not in drawn:
            picture = await drawing.run(
                svg, self._position, last=self._last, before=self._before, language=language
            )
            drawn[language] = picture.encode()
        return drawn[language]

    async def step(self, bots: Bots) -> None:
        """Play one more turn; after the end, wait and start again."""
        if not self._position.over:
            self._seed += 1
            self._last = await bots.choose(self._position, BOT, self._seed, last=True)
            self._before = self._position
            self._position = self._position.play_turn(self._last)
        elif self._rests < REST_PAUSES:
            self._rests += 1
            return
        else:
            self._position, self._last, self._rests = start(self._spec), None, 0
            self._before = None
        self._drawn = {}


class DemoBoards:
    """All boards; bots play only while visitors look at them, and do not disturb compiling."""

    def __init__(self, bots: Bots, pause: float, may_play: Callable[[], bool]) -> None:
        self._bots, self._pause, self._may_play = bots, pause, may_play
        self._boards: dict[str, DemoBoard] = {}
        self._looked_at = 0.0
        self._playing: asyncio.Task[None] | None = None

    def board(self, game: str) -> DemoBoard:
        """The board of a game; bots go on playing for a while."""
        self._looked_at = time.monotonic()
        if self._playing is None:
            self._playing = asyncio.create_task(self._play())
        return self._boards.setdefault(game, DemoBoard(game))

    def close(self) -> None:
        if self._playing is not None:
            self._playing.cancel()

    async def _play(self) -> None:
        try:
            while time.monotonic() - self._looked_at < PLAY_SECONDS:
                for board in list(self._boards.values()):
                    if self._may_play():
                        await board.step(self._bots)
                    await asyncio.sleep(self._pause / len(GAMES))
        except Exception:
            log.exception("the boards of the home page stand still")
        finally:
            self._playing = None


@router.get("/demo/{game}/board.svg")
async def demo_board(request: Request, game: str) -> Response:
    """The newest picture; 304 for browsers that have it."""
    if game not in GAMES:
        raise NoSuchGame
    demo: DemoBoards = request.app.state.demo_boards
    board, language = demo.board(game), language_of(request)
    tag = f'"{board.version}-{language}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(await board.picture(language), media_type="image/svg+xml", headers=headers)
