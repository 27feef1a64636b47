"""White and black stones, for the games that are played with them."""

from __future__ import annotations

from kletka.drawing.base import ROOM, BasePicture, Belongings
from kletka.drawing.paper import Sheet
from kletka.drawing.shapes import circle, scribble
from kletka.language import Text


class StonesPicture(BasePicture):
    """White is an open circle, Black one filled with the pencil."""

    colours = False

    def draw_pieces(self, sheet: Sheet) -> None:
        for player in range(2):
            cells = self.cells_of(player)
            centres = [self.lattice.centre(cell) for cell in cells]
            sheet.paths(
                self.seat(player),
                (circle(point, ROOM, cell) for point, cell in zip(centres, cells, strict=True)),
            )
            if player == 1:
                strokes = (scribble(p, ROOM * 0.8, c) for p, c in zip(centres, cells, strict=True))
                sheet.path("pencil", "".join(strokes))

    def belongings(self) -> list[Belongings]:
        return [
            Belongings(
                Text("stones", "камни"),
                Text("no stones", "камней нет"),
                self.names_by_player(self.owners),
            )
        ]
