"""Ydyumby: pieces with ticks towards the edges that they can see."""

from __future__ import annotations

from kletka.drawing.base import ROOM, BasePicture, Belongings
from kletka.drawing.paper import UNIT, Sheet, polyline
from kletka.drawing.shapes import scribble
from kletka.faces.ydyumby import pieces
from kletka.language import Text

_SIZE = ROOM * 0.84


class Picture(BasePicture):
    stocks = (("supply", Text("supply", "в запасе")),)
    off_board = frozenset({"supply"})

    def read_owners(self) -> list[int]:
        return pieces(self.variant, self.state)

    def draw_territory(self, sheet: Sheet) -> None:
        """The free way from each piece to the edge for each of its supports, and their number."""
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
            cells = self.cells_of(player)
            centres = [self.lattice.centre(cell) for cell in cells]
            ticks = "".join(self._ticks(cell) for cell in cells)
            sheet.paths(f"line {self.seat(player)}", [ticks] if ticks else [])
            shape = self.shape(player)
            pairs = list(zip(centres, cells, strict=True))
            sheet.paths(f"piece {self.seat(player)}", (shape(p, _SIZE, c) for p, c in pairs))
            # The ring is hollow: nothing to fill.
            strokes = "".join(scribble(p, _SIZE * 0.62, c) for p, c in pairs if player != 7)
            sheet.path("pencil", strokes)

    def _ticks(self, cell: int) -> str:
        lattice = self.lattice
        return "".join(
            polyline([lattice.towards(cell, way, 0.38), lattice.towards(cell, way, 0.48)])
            for way, _ in self.supports(cell)
        )

    def supports(self, cell: int) -> list[tuple[int, int]]:
        """The directions in which a piece sees an edge, and how many cells lie between."""
        owners, neighbours = self.owners, self.board.neighbours
        seen = []
        for way in range(len(neighbours[cell])):
            steps, there = 0, neighbours[cell][way]
            while there is not None and not owners[there]:
                steps, there = steps + 1, neighbours[there][way]
            if there is None:
                seen.append((way, steps))
        return seen

    def belongings(self) -> list[Belongings]:
        return [
            Belongings(
                Text("pieces", "фигуры"),
                Text("no pieces", "фигур нет"),
                self.names_by_player(self.owners),
            )
        ]
