"""Any game of pieces on cells set up by hand, for games without a module of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import State
from kletka.faces.fields import read_board, read_turn
from kletka.faces.placement import PlacementFace
from kletka.language import Text
from kletka.setup.base import Arrangement, Counter, counts_of
from kletka.variant import Variant

if TYPE_CHECKING:
    from typing import Self


class Arranged(Arrangement):
    """Pieces and the player to move; other numbers of the position stay as they are."""

    piece = Text("piece", "фигура")

    @classmethod
    def read(cls, variant: Variant, fields: Sequence[str], faults: list[Text]) -> Self | None:
        owners = read_board(variant.board, fields[0], variant.players, faults)
        said = read_turn(fields[1], variant.players, faults)
        others = _face(variant).read_others(variant, fields[2:], faults)
        if owners is None or said is None or others is None:
            return None
        return cls(variant, tuple(owners), said, counts_of("other", others))

    @property
    def counters(self) -> tuple[Counter, ...]:
        return ()

    def fields(self) -> list[str]:
        others = ",".join(str(number) for number in self.counts.values())
        return [self.written_board(), self.turn_letter, *([others] if others else [])]

    def state(self) -> State:
        state = self.plain_state()
        state[1 : 1 + len(self.counts)] = list(self.counts.values())
        _face(self.variant).put_owners(self.variant, state, self.owners)
        return state


def _face(variant: Variant) -> PlacementFace:
    assert isinstance(variant.face, PlacementFace)
    return variant.face
