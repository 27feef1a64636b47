"""Apart as people meet it."""

from __future__ import annotations

from kletka.faces.options import WholeNumber
from kletka.faces.placement import PlacementFace
from kletka.faces.players import WHITE_AND_BLACK
from kletka.language import Text


class Apart(PlacementFace):
    name = "apart"
    title = Text("Apart", "Порознь")
    motto = Text("Your stones must not touch.", "Ваши камни не должны соприкасаться.")
    how = Text(
        "Place a stone on an empty cell with none of yours beside it. More stones win.",
        "Ставьте камень на пустую клетку, рядом с которой нет вашего. Побеждает, у кого больше.",
    )
    options = (
        WholeNumber("size", Text("Board size", "Размер доски"), lambda v: 5, 2, lambda v: 26),
    )
    sides = WHITE_AND_BLACK


FACE = Apart()
