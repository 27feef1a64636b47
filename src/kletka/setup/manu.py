"""Manu set up by hand, between turns: stones, and how many each side has taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kletka.errors import InvalidPosition
from kletka.faces.base import OVER, State
from kletka.faces.fields import NOBODY, read_board, read_numbers
from kletka.faces.manu_fields import STUCK, read_mover
from kletka.faces.options import number
from kletka.language import Text
from kletka.position import Position
from kletka.setup.base import Arrangement, Counter, counts_of
from kletka.variant import Variant

if TYPE_CHECKING:
    from typing import Self

_RESERVES = Text("reserves", "запасы")
_TAKEN = Text("taken", "взято")


class Arranged(Arrangement):
    piece = Text("stone", "камень")

    @classmethod
    def read(cls, variant: Variant, fields: Sequence[str], faults: list[Text]) -> Self | None:
        stones = number(variant.spec.options, "reserve")
        owners = read_board(variant.board, fields[0], variant.players, faults)
        said = read_mover(fields[1], faults)
        left = read_numbers(fields[2], 2, 0, stones, _RESERVES, faults)
        taken = read_numbers(fields[3], 2, 0, stones, _TAKEN, faults)
        if owners is None or said is None or left is None or taken is None:
            return None
        counts = {**counts_of("reserve", left), **counts_of("taken", taken)}
        return cls(variant, tuple(owners), said, counts)

    @property
    def stones(self) -> int:
        """The number of stones that each side begins with."""
        return number(self.spec.options, "reserve")

    @property
    def counters(self) -> tuple[Counter, ...]:
        taken = (Counter(f"taken-{p}", p, _TAKEN, self.stones) for p in range(2))
        in_reserve = Text("in reserve", "в запасе")
        reserve = (
            Counter(f"reserve-{p}", p, in_reserve, self.stones, follows=True) for p in range(2)
        )
        return (*taken, *reserve)

    def with_piece(self, cell: int, owner: int) -> Self:
        return super().with_piece(cell, owner)._counted()

    def with_count(self, key: str, number: int) -> Self:
        return super().with_count(key, number)._counted()

    def _counted(self) -> Self:
        """With reserves: all stones that are neither on the board nor taken."""
        left = [
            max(0, self.stones - self.count_of(player) - self.counts[f"taken-{1 - player}"])
            for player in range(2)
        ]
        return replace(self, counts={**self.counts, **counts_of("reserve", left)})

    def fields(self) -> list[str]:
        return [
            self.written_board(),
            self.turn_letter,
            ",".join(str(left) for left in self.numbers("reserve")),
            ",".join(str(taken) for taken in self.numbers("taken")),
            NOBODY,
        ]

    def position(self) -> Position:
        """The position, which may also be one in which the player to move is stuck and has lost."""
        try:
            return super().position()
        except InvalidPosition:
            if self.to_move == OVER:
                raise
            board, turn, *rest = self.fields()
            try:
                return Position.parse(" ".join([str(self.spec), board, turn + STUCK, *rest]))
            except InvalidPosition:
                pass
            raise

    def state(self) -> State:
        kernel, state = self.variant.rules, self.plain_state()
        state[kernel.WINNER] = kernel.NOBODY
        state[kernel.RESERVE : kernel.RESERVE + 2] = self.numbers("reserve")
        state[kernel.TAKEN : kernel.TAKEN + 2] = self.numbers("taken")
        state[kernel.JUMPER] = state[kernel.PIVOT] = -1
        state[kernel.HEADER : kernel.HEADER + len(self.owners)] = self.owners
        return state
