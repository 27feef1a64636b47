"""Pictures of a game's positions, as its viewers look at them; they go out with events."""

from __future__ import annotations

import asyncio
import base64
import zlib
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from kletka.drawing import svg
from kletka.drawing.flat import without_style
from kletka.position import Position
from kletka.web.byte_cache import ByteCache
from kletka.web.live.game import LiveGame
from kletka.web.refusals import Refused
from kletka.web.thread_pools import drawing

MOST_MARKED = 50  # turns; more would hide the board
LONGEST_WAIT = 0.25  # seconds that an event waits for its picture
_ILLUSTRATED = {"turn", "takeback", "over"}  # the events after which the board is another
_pictures = ByteCache(32 * 2**20)  # many visitors look at the same position


class Moment(NamedTuple):
    """A position of a game, the turns to mark in its picture, and the position before them."""

    position: Position
    last: tuple[str, ...]
    before: Position | None


class Look(NamedTuple):
    """How a viewer looks at a position; the turns after the first `since` are marked."""

    since: int | None
    targets: bool
    territory: bool
    turned: int
    language: str

    def query(self, number: int) -> str:
        """What a page would ask for to get this picture of the position after `number` turns."""
        return urlencode(
            {
                "number": number,
                "since": self.since,
                "targets": int(self.targets),
                "territory": int(self.territory),
                "turned": self.turned,
                "lang": self.language,
            }
        )


class Wishes(NamedTuple):
    """What a page asks for that is shown the newest position whenever it changes."""

    territory: bool
    turned: int


def moment(game: LiveGame, shown: int, since: int | None = None) -> Moment:
    """The position after `shown` turns, with the turns after the first `since`, or the last one."""
    first = max(0, shown - 1 if since is None else min(since, shown - 1), shown - MOST_MARKED)
    before = game.position_at(first) if shown else None
    return Moment(game.position_at(shown), tuple(game.turns[first:shown]), before)


def picture(game: LiveGame, shown: int, look: Look) -> bytes:
    """The SVG of a game after so many turns."""
    position, last, before = moment(game, shown, look.since)
    _, targets, territory, turned, language = look
    key = (position, last, before, look[1:])
    drawn = _pictures.get(key)
    if drawn is None:
        drawn = svg(
            position,
            last=last,
            before=before,
            targets=targets,
            territory=territory,
            turned=turned,
            language=language,
            motion=True,
        ).encode()
        _pictures.put(key, drawn)
    return drawn


def packed_picture(game: LiveGame, look: Look) -> dict[str, str]:
    """The newest picture without its style, deflated, and what a page would ask for it."""
    bare = without_style(picture(game, game.number, look).decode())
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(bare.encode()) + packer.flush()
    return {"query": look.query(game.number), "packed": base64.b64encode(packed).decode()}


class IllustratedEvent(NamedTuple):
    """An event for a page, with the game after it."""

    message: dict[str, Any]
    game: LiveGame
    look: Look

    async def with_picture(self) -> dict[str, Any]:
        """The message with its picture; without, if too much is being drawn."""
        drawing_it = drawing.run(packed_picture, self.game, self.look)
        try:
            drawn = await asyncio.wait_for(drawing_it, LONGEST_WAIT)
        except (TimeoutError, Refused):
            return self.message
        return {**self.message, "picture": drawn}


def illustrated(
    message: dict[str, Any],
    game: LiveGame,
    seats: Collection[int],
    wishes: Wishes | None,
    language: str,
) -> IllustratedEvent | None:
    """A message that is to be sent with a picture of the game as it is now, or None."""
    if wishes is None or message["type"] not in _ILLUSTRATED:
        return None
    mover = None if game.over else game.to_move
    look = Look(
        marked_since(game.movers, seats, mover, len(game.terms.seats)),
        mover in seats and mover not in game.retired,
        wishes.territory or (game.over and shows_territory_at_end(game)),
        wishes.turned,
        language,
    )
    return IllustratedEvent(message, game.snapshot(), look)


def marked_since(
    movers: Sequence[int], mine: Collection[int], to_move: int | None, players: int
) -> int:
    """The number of turns before those to mark, as `markedSince` of the page's script."""
    own = set(mine) if 0 < len(mine) < players else {to_move}
    since = len(movers) - 1
    while since > 0 and None not in own and not {movers[since], movers[since - 1]} & own:
        since -= 1
    return max(0, since)


def shows_territory_at_end(game: LiveGame) -> bool:
    return game.position.variant.face.profile.territory_in_play
