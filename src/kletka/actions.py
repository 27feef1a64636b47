"""Moves numbered without gaps, as learning programs expect actions to be."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kletka.errors import InvalidMove, KletkaError
from kletka.language import Text, brief

if TYPE_CHECKING:
    from kletka.variant import Variant


class Actions:
    """All moves that can ever be legal in a variant; an action is an index into them."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self.codes = list(variant.face.all_codes(variant))
        self.are_codes = self.codes[-1] == len(self.codes) - 1

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def code_array(self) -> Any:
        """The move number of each action, as an array."""
        return np.array(self.codes, np.int32)

    @cached_property
    def numbers(self) -> Any:
        """The action of each move number, -1 where there is none."""
        numbers = np.full(self.codes[-1] + 1, -1, np.int32)
        numbers[self.codes] = np.arange(len(self.codes))
        return numbers

    def notation(self, action: int) -> str:
        """The notation of an action; raises KletkaError if there is no such action."""
        if not 0 <= action < len(self):
            raise KletkaError(
                Text(
                    f"there is no action {action}; they are numbered from 0 to {len(self) - 1}",
                    f"нет действия {action}; они пронумерованы от 0 до {len(self) - 1}",
                )
            )
        return self._variant.face.notation(self._variant, self.codes[action])

    def number(self, notation: str) -> int:
        """The action with this notation; raises InvalidMove."""
        code = self._variant.face.code(self._variant, notation)
        action = int(self.numbers[code]) if code < len(self.numbers) else -1
        if action < 0:
            raise InvalidMove(
                Text(
                    f"{brief(notation)} can never be legal on this board, so it has no number",
                    f"{brief(notation)}: на этой доске такой ход невозможен, и номера у него нет",
                )
            )
        return action
