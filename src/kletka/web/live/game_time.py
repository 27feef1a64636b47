"""The time of games: it runs evenly, whatever happens to the system clock.

The system clock may be set while a game is played. It only says what time it is when a game is
created or loaded; from then on the steady clock counts, which nobody can set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class ServerTime:
    """Two clocks that show milliseconds: the system clock, and one that is never set."""

    wall: Callable[[], int] = _wall
    steady: Callable[[], int] = _steady


class GameTime:
    """The time in one game, from the time of its last event on."""

    def __init__(self, server: ServerTime, last_at: int) -> None:
        self._server = server
        self._ahead = max(server.wall(), last_at) - server.steady()

    def now(self) -> int:
        return self._server.steady() + self._ahead

    def not_before(self, at: int) -> None:
        """Another server's clock showed this time already: it does not become earlier again."""
        self._ahead = max(self._ahead, at - self._server.steady())
