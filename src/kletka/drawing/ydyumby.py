"""Ydyumby: pieces with ticks towards the edges that they can see."""

from __future__ import annotations

from kletka.drawing.base import BasePicture
from kletka.drawing.sheet import UNIT, Sheet, polyline


class Picture(BasePicture):
    """Pieces with ticks towards the edges that they see."""

    def draw_territory(self, sheet: Sheet) -> None:
        """Draw the free line from each piece to the edge for each support, and their number."""
        for player in range(len(self.position.players)):
            rays = (
                polyline([self.lattice.centre(cell), self.lattice.towards(cell, way, steps + 0.5)])
                for cell in self.cells_of(player)
                for way, steps in self.supports(cell)
            )
            sheet.paths(f"ray {self.seat(player)}", rays)
        for holding in self.territory.holdings:
            x, y = self.lattice.centre(self.board.cell_named[holding.place])
            sheet.text("count", (x + 0.38 * UNIT, y - 0.38 * UNIT), str(holding.amount))

    def draw_pieces(self, sheet: Sheet) -> None:
        for player in range(len(self.position.players)):
            ticks = "".join(self._ticks(cell) for cell in self.cells_of(player))
            sheet.paths(f"line {self.seat(player)}", [ticks] if ticks else [])
            self.draw_alike(sheet, player, self.pieces_of(player))

    def _ticks(self, cell: int) -> str:
        lattice = self.lattice
        return "".join(
            polyline([lattice.towards(cell, way, 0.38), lattice.towards(cell, way, 0.48)])
            for way, _ in self.supports(cell)
        )

    def supports(self, cell: int) -> list[tuple[int, int]]:
        """The directions in which a piece sees an edge, with the number of cells in between."""
        owners, neighbours = self.owners, self.board.neighbours
        seen = []
        for way in range(len(neighbours[cell])):
            steps, there = 0, neighbours[cell][way]
            while there is not None and not owners[there]:
                steps, there = steps + 1, neighbours[there][way]
            if there is None:
                seen.append((way, steps))
        return seen
