"""What a measured portrait has to know about a game, and the words it uses for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kletka.language import Text


class Noun(NamedTuple):
    """Something that is counted: in English, and in Russian after 1, 2 and 5."""

    en: str
    ru: tuple[str, str, str]


POINT = Noun("point", ("очко", "очка", "очков"))
STONE = Noun("stone", ("камень", "камня", "камней"))


_REMOVED = Text("In a game {} pieces are removed.", "За партию снимается фигур: {}.")


@dataclass(frozen=True)
class Compensation:
    """What the second player could be given to make games even.

    `option` is the option of the spec that sets it, if the game has one. `without` and `giving`
    are the name in Russian after "без" and "дать".
    """

    name: str = "bonus"
    without: str = "прибавки"
    giving: str = "прибавку"
    option: str | None = None


_BONUS = Compensation()


@dataclass(frozen=True)
class PortraitWords:
    """The words for a game's portrait; the defaults suit a game that is won by points.

    `target_option` is the option that says how many points win at once, in a game that is not won
    by having more of them. `removed` is a sentence with {} for the number of pieces removed.
    """

    has_draws: bool = True
    target_option: str | None = None
    counted: Noun = POINT
    compensation: Compensation = _BONUS
    removed: Text = _REMOVED
