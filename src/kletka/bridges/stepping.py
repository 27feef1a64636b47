"""A game as the bridges step it: flat states, numbered actions, tables in one array."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from kletka.bridges import kernels
from kletka.bridges.actions import Actions
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.position import Position
from kletka.setting import Setting, setting_of
from kletka.spec import Spec


class Stepper:
    """Made once for each spec, by `stepper_of`. States are changed in place."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.spec = setting.spec
        self.players = len(setting.players)
        self.actions = Actions(setting)
        self.packed = kernels.pack(setting.number, setting.tables)
        self.first: State = setting.start()
        self.moves_bound: int = setting.kernel.moves_bound(setting.tables)

    def legal(self, state: State) -> list[int]:
        """The legal actions in ascending order; none when the game is over."""
        out = np.empty(self.moves_bound, np.int32)
        listed = out[: kernels.legal(self.packed, state, out)]
        codes: list[int] = (
            listed.tolist() if self.actions.are_codes else self.actions.numbers[listed].tolist()
        )
        return codes

    def apply(self, state: State, action: int) -> int:
        """Play an action, UNCHECKED; who is to move then, or OVER."""
        return int(kernels.advance(self.packed, state, self.actions.codes[action]))

    def returns(self, state: State) -> list[float]:
        """What each player gets: from -1 to 1, in all 0; nothing while the game goes on."""
        shares = np.zeros(self.players)
        if state[TO_MOVE] == OVER:
            kernels.outcome(self.packed, state, shares)
        values: list[float] = shares.tolist()
        return values

    def position(self, state: State) -> Position:
        return Position._of(self.setting, state.copy())

    # What a player sees.

    @property
    def planes(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
        board = self.setting.board
        return kernels.planes_count(self.setting.number, self.players), board.rows, board.columns

    @cached_property
    def spots(self) -> Any:
        """Where each cell lies on a plane that is written row by row."""
        board = self.setting.board
        left = min(x for x, _ in board.places)
        top = min(y for _, y in board.places)
        return np.array([(y - top) * board.columns + x - left for x, y in board.places], np.int64)

    def observe(self, state: State, observer: int, out: Any) -> None:
        """Fill float32 planes of that shape with what a player sees, themselves first."""
        flat = out.reshape(out.shape[0], -1)
        kernels.observe(self.packed, state, observer, self.spots, flat)


@lru_cache(maxsize=64)
def stepper_of(spec: str) -> Stepper:
    return Stepper(setting_of(Spec(spec)))
