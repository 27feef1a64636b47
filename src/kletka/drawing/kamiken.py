"""Kamiken: stones in squares; the points are shaded, contested squares are hatched."""

from __future__ import annotations

from kletka.drawing.base import BasePicture
from kletka.drawing.shapes import circle, hatching
from kletka.drawing.sheet import UNIT, Sheet, polyline


class Picture(BasePicture):
    """Stones in squares; the points are shaded and contested squares hatched."""

    def draw_territory(self, sheet: Sheet) -> None:
        lattice, cell_named = self.lattice, self.board.cell_named
        hatched = ""
        for holding in self.territory.of(None):
            hatched += hatching(lattice.corners(cell_named[holding.place]))
        sheet.path("hatch", hatched)
        for player in range(2):
            cells = [cell_named[holding.place] for holding in self.territory.of(player)]
            sheet.path(
                ("glow", "shade")[player],
                "".join(polyline(lattice.corners(cell), closed=True) for cell in cells),
            )
            sheet.paths(
                self.seat(player),
                (circle(lattice.centre(cell), 0.09 * UNIT, cell) for cell in cells),
            )
