"""Kamiken set up by hand: stones, and the players that have passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import State
from kletka.faces.fields import NOBODY, read_board, read_turn
from kletka.faces.kamiken import place_stones, read_passed
from kletka.language import Text
from kletka.setup.base import Arrangement, Counter, counts_of
from kletka.variant import Variant

if TYPE_CHECKING:
    from typing import Self


class Arranged(Arrangement):
    piece = Text("stone", "камень")

    @classmethod
    def read(cls, variant: Variant, fields: Sequence[str], faults: list[Text]) -> Self | None:
        owners = read_board(variant.board, fields[0], variant.players, faults)
        said = read_turn(fields[1], variant.players, faults)
        passed = read_passed(fields[2], faults)
        if owners is None or said is None or passed is None:
            return None
        stopped = counts_of("stopped", [passed >> player & 1 for player in range(2)])
        return cls(variant, tuple(owners), said, stopped)

    @property
    def counters(self) -> tuple[Counter, ...]:
        name = Text("has passed", "пас")
        return tuple(Counter(f"stopped-{p}", p, name, 1, flag=True) for p in range(2))

    def fields(self) -> list[str]:
        stopped = zip(self.players, self.numbers("stopped"), strict=True)
        passed = "".join(player.letter for player, has in stopped if has)
        return [self.written_board(), self.turn_letter, passed or NOBODY]

    def state(self) -> State:
        state = self.plain_state()
        place_stones(self.variant, state, self.owners)
        return state
