"""Game clocks: none, real time (minutes and an increment), or days for each turn.

Times are whole milliseconds and come from the caller; nothing here reads the system clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kletka.language import Text
from kletka.web.refusals import Refused

KINDS = ("none", "real", "days")
MOST_MINUTES, MOST_INCREMENT, MOST_DAYS = 180, 180, 30
DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Clock:
    """The time control of a game."""

    kind: str = "none"
    minutes: float = 0
    increment: float = 0  # seconds, added after each turn
    days: int = 0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise _bad(
                f"a clock is none, real or days, not {self.kind!r}",
                f"часы бывают none, real или days, а не {self.kind!r}",
            )
        if self.kind == "real" and not (
            0 < self.minutes <= MOST_MINUTES and 0 <= self.increment <= MOST_INCREMENT
        ):
            raise _bad(
                f"a clock has up to {MOST_MINUTES} minutes (more than 0) and an increment of "
                f"0 to {MOST_INCREMENT} seconds",
                f"на часах бывает до {MOST_MINUTES} минут (больше 0) и добавка "
                f"от 0 до {MOST_INCREMENT} секунд",
            )
        if self.kind == "days" and not 1 <= self.days <= MOST_DAYS:
            raise _bad(
                f"a turn may take 1 to {MOST_DAYS} days", f"на ход даётся от 1 до {MOST_DAYS} дней"
            )

    @property
    def first(self) -> int:
        """What each clock shows at the start, in milliseconds."""
        return round(self.minutes * 60_000) if self.kind == "real" else self.days * DAY

    def to_json(self) -> dict[str, Any]:
        if self.kind == "real":
            return {"kind": "real", "minutes": self.minutes, "increment": self.increment}
        if self.kind == "days":
            return {"kind": "days", "days": self.days}
        return {"kind": "none"}


@dataclass(frozen=True)
class Times:
    """The clocks of one game; `since` is when the running one was started, or None."""

    clock: Clock
    remaining: tuple[int, ...]
    since: int | None = None

    @classmethod
    def at_start(cls, clock: Clock, seats: int) -> Times:
        return cls(clock, (clock.first,) * seats)

    @property
    def used(self) -> bool:
        return self.clock.kind != "none"

    def shown(self, seat: int | None, now: int) -> tuple[int, ...]:
        """What all clocks show now, when `seat` is to move."""
        return tuple(
            max(0, left - self._gone(now)) if player == seat else left
            for player, left in enumerate(self.remaining)
        )

    def due(self, seat: int | None) -> int | None:
        """When the player to move runs out of time, or None."""
        if not self.used or self.since is None or seat is None:
            return None
        return self.since + self.remaining[seat]

    def after_turn(self, seat: int, at: int) -> Times:
        """The clocks after a turn: the mover gets the increment or new days; the next runs."""
        if not self.used:
            return self
        left = max(0, self.remaining[seat] - self._gone(at))
        if self.clock.kind == "days":
            left = self.clock.first
        elif self.since is not None:
            left += round(self.clock.increment * 1000)
        remaining = (*self.remaining[:seat], left, *self.remaining[seat + 1 :])
        return replace(self, remaining=remaining, since=at)

    def stopped(self, seat: int, at: int) -> Times:
        """The clocks after the running clock of this player has been stopped."""
        if not self.used:
            return self
        return replace(self, remaining=self.shown(seat, at), since=None)

    def restarted(self, at: int | None) -> Times:
        """The clocks with the running one counting from `at`, or stopped for None."""
        return replace(self, since=at) if self.used else self

    def _gone(self, now: int) -> int:
        return 0 if self.since is None else max(0, now - self.since)


def _bad(en: str, ru: str) -> Refused:
    return Refused("bad_clock", Text(en, ru), 422, field="clock")
