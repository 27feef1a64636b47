"""What every prover answers: does a player get at least so much?"""

from __future__ import annotations

from abc import ABC, abstractmethod

from kletka.engine.knowledge import knowledge_of, switchboard
from kletka.engine.solving.meter import Meter
from kletka.faces.base import TO_MOVE, State
from kletka.variant import Variant


class Prover(ABC):
    """Answers how a position comes out, by one of the compiled solvers."""

    def __init__(self, variant: Variant, meter: Meter) -> None:
        self.variant, self.meter = variant, meter
        self.images = knowledge_of(variant.face.name).images(variant)

    def bound(self, state: State, player: int, target: int) -> int:
        """At least `target` if and only if the player's lead is; the lead is then at least what is
        returned, and otherwise at most."""
        bound = self.bound_within(state, player, target, None)
        assert bound is not None
        return bound

    def bound_within(self, state: State, player: int, target: int, limit: int | None) -> int | None:
        """The same, or None if that takes more than `limit` nodes."""
        known = self.known(state)
        if known is not None:
            return known if player == 0 else -known
        mover = int(state[TO_MOVE])
        self.ask(state, target if mover == player else 1 - target)
        if not self.meter.run(self, limit):
            return None
        return self.result if mover == player else -self.result

    @property
    @abstractmethod
    def nodes(self) -> int: ...

    @property
    @abstractmethod
    def result(self) -> int: ...

    @abstractmethod
    def guess(self, state: State, player: int) -> int:
        """Where to begin."""

    @abstractmethod
    def known(self, state: State) -> int | None:
        """Player 0's lead, where no search is needed."""

    @abstractmethod
    def ask(self, state: State, beta: int) -> None: ...

    @abstractmethod
    def step(self, steps: int, most_nodes: int) -> bool:
        """Search on; whether the answer is found."""


def komi(variant: Variant, player: int) -> float:
    """What the komi adds to a player's lead."""
    komi = float(switchboard.komi(variant.number, variant.tables))
    return komi if player == 1 else -komi


def rows_within(memory: int, row_bytes: int) -> int:
    """How many rows fit, as a power of two."""
    return 1 << max((memory // row_bytes).bit_length() - 1, 4)
