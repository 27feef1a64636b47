"""Ydyumby set up by hand: pieces, and how many of them are left to place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kletka.faces.base import State
from kletka.faces.fields import read_board, read_numbers, read_turn
from kletka.faces.options import number
from kletka.faces.ydyumby import value_begin
from kletka.language import Text
from kletka.setup.base import Arrangement, Counter, counts_of
from kletka.variant import Variant

if TYPE_CHECKING:
    from typing import Self

_LEFT = Text("pieces left", "фигур в запасе")


class Arranged(Arrangement):
    piece = Text("piece", "фигура")

    @classmethod
    def read(cls, variant: Variant, fields: Sequence[str], faults: list[Text]) -> Self | None:
        players = variant.players
        owners = read_board(variant.board, fields[0], players, faults)
        said = read_turn(fields[1], players, faults)
        supply = number(variant.spec.options, "supply")
        left = read_numbers(fields[2], len(players), 0, supply, _LEFT, faults)
        if owners is None or said is None or left is None:
            return None
        return cls(variant, tuple(owners), said, counts_of("supply", left))

    @property
    def supply(self) -> int:
        """The number of pieces that each player begins with."""
        return number(self.spec.options, "supply")

    @property
    def counters(self) -> tuple[Counter, ...]:
        players = range(len(self.players))
        return tuple(Counter(f"supply-{p}", p, _LEFT, self.supply) for p in players)

    def with_piece(self, cell: int, owner: int) -> Self:
        """A piece is taken from its player's supply, or goes back there.

        Pieces removed during a game are in neither place, so the supply can also be set.
        """
        changed = super().with_piece(cell, owner)
        counts = dict(self.counts)
        for before, after in ((self.owners[cell], 0), (0, owner)):
            if before:
                key = f"supply-{before - 1}"
                room = self.supply - changed.count_of(before - 1)
                counts[key] = max(counts[key], min(counts[key] + 1, room))
            if after:
                key = f"supply-{after - 1}"
                counts[key] = max(0, counts[key] - 1)
        return replace(changed, counts=counts)

    def fields(self) -> list[str]:
        left = ",".join(str(left) for left in self.numbers("supply"))
        return [self.written_board(), self.turn_letter, left]

    def state(self) -> State:
        state = self.plain_state()
        begin = value_begin(self.variant)
        state[1:begin] = self.numbers("supply")
        state[begin : begin + len(self.owners)] = self.owners
        return state
