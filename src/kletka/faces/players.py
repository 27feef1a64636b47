"""The names and letters of the players: White and Black, or up to eight colours."""

from __future__ import annotations

from dataclasses import dataclass

from kletka.language import Text


@dataclass(frozen=True)
class Player:
    """One side of a game; `letter` stands for it in the texts of positions.

    `of` is the possessive ("White's", «белых»), `by` the instrumental («белыми»). Older records
    may have `old_name` for the player.
    """

    letter: str
    name: Text
    of: Text
    old_name: str = ""

    @property
    def tags(self) -> tuple[str, ...]:
        """What records call the player: today's name, then the older one."""
        return (self.name.en, self.old_name) if self.old_name else (self.name.en,)

    @property
    def by(self) -> Text:
        return Text(self.name.en, self.name.ru.lower().removesuffix("е") + "ми")


WHITE_AND_BLACK = (
    Player("w", Text("White", "Белые"), Text("White's", "белых")),
    Player("b", Text("Black", "Чёрные"), Text("Black's", "чёрных")),
)
COLOURS = (
    Player("r", Text("Red", "Красные"), Text("Red's", "красных")),
    Player("b", Text("Blue", "Синие"), Text("Blue's", "синих")),
    Player("g", Text("Green", "Зелёные"), Text("Green's", "зелёных")),
    Player("o", Text("Orange", "Оранжевые"), Text("Orange's", "оранжевых")),
    Player("p", Text("Purple", "Фиолетовые"), Text("Purple's", "фиолетовых")),
    Player("y", Text("Yellow", "Жёлтые"), Text("Yellow's", "жёлтых")),
    Player("s", Text("Sky", "Голубые"), Text("Sky's", "голубых")),
    # Not black, which nobody would see on dark paper.
    Player("k", Text("Grey", "Серые"), Text("Grey's", "серых"), old_name="Black"),
)
