"""Stepping through a game with flat states, numbered actions and packed tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kletka.bridges import packed_games
from kletka.errors import KletkaError
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.language import Text
from kletka.position import Position
from kletka.spec import Spec
from kletka.variant import Variant, variant_of


class Stepper:
    """Steps states of one spec in place; made once per spec by `stepper_of`."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.spec = variant.spec
        self.players = len(variant.players)
        self.actions = variant.actions
        self.packed = packed_games.pack(variant.number, variant.tables)
        self.first: State = variant.start()
        self.moves_bound: int = variant.rules.moves_bound(variant.tables)

    def legal(self, state: State) -> list[int]:
        """The legal actions in ascending order; none when the game is over."""
        out = np.empty(self.moves_bound, np.int32)
        listed = out[: packed_games.legal(self.packed, state, out)]
        codes: list[int] = (
            listed.tolist() if self.actions.are_codes else self.actions.numbers[listed].tolist()
        )
        return codes

    def apply(self, state: State, action: int) -> int:
        """Play an action, UNCHECKED; returns the next player to move, or OVER."""
        return int(packed_games.advance(self.packed, state, self.actions.codes[action]))

    def returns(self, state: State) -> list[float]:
        """Each player's utility: from -1 to 1, summing up to 0; all 0 until the game is over."""
        shares = np.zeros(self.players)
        if state[TO_MOVE] == OVER:
            packed_games.outcome(self.packed, state, shares)
        values: list[float] = shares.tolist()
        return values

    def position(self, state: State) -> Position:
        """The position of a state."""
        return Position.of_state(self.variant, state.copy())

    def state_of(self, position: Position | str) -> State:
        """The state of a position or of its text, to be copied; it must be of the same spec."""
        read = Position.parse(position) if isinstance(position, str) else position
        if read.spec != self.spec:
            raise KletkaError(
                Text(
                    f"this position is of {read.spec}, not of {self.spec}",
                    f"позиция игры {read.spec} не подходит к {self.spec}",
                )
            )
        return read.state

    # What a player sees.

    @property
    def planes(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
        return self.variant.planes.shape

    @property
    def spots(self) -> Any:
        """The index of each cell on a flattened plane."""
        return self.variant.planes.spots

    def observe(self, state: State, observer: int, out: Any) -> None:
        """Fill float32 planes of that shape with a player's view, its own planes first."""
        flat = out.reshape(out.shape[0], -1)
        packed_games.observe(self.packed, state, observer, self.spots, flat)


@lru_cache(maxsize=64)
def stepper_of(spec: str) -> Stepper:
    return Stepper(variant_of(Spec(spec)))
