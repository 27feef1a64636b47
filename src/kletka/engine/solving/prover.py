"""The interface of provers: does a player get at least a certain lead?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from kletka.engine.knowledge import knowledge_of, switchboard
from kletka.engine.solving import driver
from kletka.engine.solving.meter import Meter
from kletka.faces.base import TO_MOVE, State
from kletka.variant import Variant


class Prover(ABC):
    """Proves bounds of outcomes, by one of the compiled solvers."""

    search: Any  # the compiled solver's working memory

    def __init__(self, variant: Variant, meter: Meter) -> None:
        self.variant, self.meter = variant, meter
        self._scratch = bounds_scratch(variant)
        self.images = knowledge_of(variant.face.name).images(variant)

    def bound(self, state: State, player: int, target: int) -> int:
        """A bound of the player's lead: a lower bound if it is at least `target`, else an upper
        bound."""
        bound = self.bound_within(state, player, target, None)
        assert bound is not None
        return bound

    def bound_within(self, state: State, player: int, target: int, limit: int | None) -> int | None:
        """The same, or None if it takes more than `limit` nodes."""
        known = self.known(state)
        if known is not None:
            return known if player == 0 else -known
        low, high = bounds_of(self.variant, state, player, self._scratch)
        if low >= target or high < target:
            return low if low >= target else high
        mover = int(state[TO_MOVE])
        self.ask(state, target if mover == player else 1 - target)
        if not self.meter.run(self, limit):
            return None
        return self.result if mover == player else -self.result

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return int(self.search.status[driver.NODES])

    @property
    def result(self) -> int:
        """The bound that the last search found, for its player to move."""
        return int(self.search.status[driver.RESULT])

    @abstractmethod
    def guess(self, state: State, player: int) -> int:
        """A first guess of the player's lead."""

    @abstractmethod
    def known(self, state: State) -> int | None:
        """Player 0's lead if it is known without search, else None."""

    @abstractmethod
    def ask(self, state: State, beta: int) -> None: ...

    @abstractmethod
    def step(self, steps: int, most_nodes: int) -> bool:
        """Continue the search; returns whether it is finished."""


def komi(variant: Variant, player: int) -> float:
    """What the komi adds to a player's lead."""
    komi = float(switchboard.komi(variant.number, variant.tables))
    return komi if player == 1 else -komi


def bounds_scratch(variant: Variant) -> Any:
    """The scratch array that finding bounds needs."""
    return np.zeros(2 * (variant.tables.cells + variant.tables.walls), np.int16)


def bounds_of(variant: Variant, state: State, player: int, scratch: Any) -> tuple[int, int]:
    """Bounds of a player's lead that are known without search, komi left out."""
    low, high = switchboard.bounds(variant.number, state, variant.tables, scratch)
    return (int(low), int(high)) if player == 0 else (-int(high), -int(low))


def rows_within(memory: int, row_bytes: int) -> int:
    """The number of rows that fit, rounded down to a power of two."""
    return 1 << max((memory // row_bytes).bit_length() - 1, 4)
