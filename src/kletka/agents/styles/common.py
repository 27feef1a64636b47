"""What all styles share: the view of a move, and numbers in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kletka.errors import KletkaError
from kletka.games.boards import Place
from kletka.language import Text, plural_ru
from kletka.move import Move

Forms = tuple[str, str, str]  # 1 камень, 2 камня, 5 камней


class InvalidGroup(KletkaError):
    """A group that cannot be attacked: a cell off the board, or a game without groups."""


@dataclass(frozen=True)
class MoveView:
    """A move as the inventor of the game sees it.

    `criteria` are the numbers of the inventor's advice, by name. A move with a larger `rank`,
    compared number by number, is better; `reason` says why.
    """

    move: Move
    criteria: Mapping[str, float]
    rank: tuple[float, ...]
    reason: Text


def counted(number: int, one: str, many: str, forms: Forms) -> Text:
    """A number and its noun: `1 stone`, `2 stones`; «1 камень», «2 камня», «5 камней»."""
    return Text(f"{number} {one if number == 1 else many}", f"{number} {plural_ru(number, *forms)}")


def sum_text(first: float, *others: float) -> str:
    """Numbers written as a sum, with their signs: `1+3−2`."""
    return f"{first:g}{''.join(f'{number:+g}' for number in others)}".replace("-", "−")


def steps_between(one: Place, other: Place) -> int:
    """The number of orthogonal steps between two places of the square lattice."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
