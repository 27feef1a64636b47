"""What the styles of all four games share: the view of a move, and numbers in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kletka.errors import KletkaError
from kletka.games.boards import Place
from kletka.language import Text, plural_ru
from kletka.move import Move

Forms = tuple[str, str, str]  # 1 камень, 2 камня, 5 камней


class InvalidGroup(KletkaError):
    """A group that cannot be attacked: no cells of this board, or a game without groups."""


@dataclass(frozen=True)
class MoveView:
    """A move as the game's inventor would look at it.

    `criteria` are the numbers of the inventor's advice, by name. Of two moves the one with the
    larger `rank`, compared number by number, is the better; `reason` says why in words.
    """

    move: Move
    criteria: Mapping[str, float]
    rank: tuple[float, ...]
    reason: Text


def counted(number: int, one: str, many: str, forms: Forms) -> Text:
    """A number and what it counts: `1 stone`, `2 stones`; «1 камень», «2 камня», «5 камней»."""
    return Text(f"{number} {one if number == 1 else many}", f"{number} {plural_ru(number, *forms)}")


def steps_between(one: Place, other: Place) -> int:
    """How many orthogonal steps lie between two places of the square lattice."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
