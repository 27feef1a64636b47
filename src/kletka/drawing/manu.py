"""Manu: stones on crossings; jumps, leaps and squares as lines, stocks as tallies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kletka.drawing.base import PIECE_RADIUS, BasePicture
from kletka.drawing.motion import Beat, slide, strokes
from kletka.drawing.shapes import arrowhead, brackets, circle, wobble
from kletka.drawing.sheet import UNIT, Point, Sheet, dots, polyline, xy
from kletka.drawing.story import PlayedTurn
from kletka.faces.manu_paths import Path, capture_path, turn_paths
from kletka.games.boards import SQUARE_DIRECTIONS
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.position import Position

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_CLEAR = 0.4  # the distance from a stone to the line that begins there
_BEYOND = 0.75  # how far a line goes on past the edge
_TAKEN = Text("taken", "взято")
_FIVE = 0.85 * UNIT  # the width of five strokes of a tally


class Picture(BasePicture):
    """Stones on crossings, with the turn under way, and the stocks as tallies."""

    crossings = True
    foot_height = 1.5 * UNIT
    least_width = 6 * UNIT

    @property
    def tap_size(self) -> int:
        return 0  # where a jump ends has to be seen

    # The turn under way.

    def jumper(self) -> int | None:
        """The stone that has jumped in the turn under way."""
        return self._header(self.variant.rules.JUMPER)

    def _header(self, slot: int) -> int | None:
        crossing = int(self.state[slot])
        return crossing if crossing >= 0 and self.position.in_turn else None

    # Layers.

    def draw_territory(self, sheet: Sheet) -> None:
        """Draw where jumps land and the pivots of captures, with the number of stones taken."""
        amounts: dict[tuple[str, str], int] = {}
        for holding in self.territory.holdings:
            key = (holding.kind, holding.place)
            amounts[key] = max(amounts.get(key, 0), holding.amount)
        for (kind, place), amount in amounts.items():
            cell = self.board.cell_named[place]
            x, y = self.lattice.centre(cell)
            size = PIECE_RADIUS * (1.45 if self.owners[cell] else 0.9)
            corners = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
            if kind == "capture":
                size = PIECE_RADIUS * 1.2
                corners = [(x + dx * size, y + dy * size) for dx, dy in _CORNERS]
            sheet.path("landing", polyline(corners, closed=True))
            if amount:
                sheet.text("count", (x + 0.4 * UNIT, y - 0.38 * UNIT), str(amount))

    def draw_pieces(self, sheet: Sheet) -> None:
        size = self.board.columns
        if size >= 9:
            near, far = (3, size - 4) if size >= 13 else (2, size - 3)
            spots = {near, far} | ({size // 2} if size % 2 else set())
            sheet.path("spots", dots(self.lattice.at(x, y) for x in spots for y in spots))
        super().draw_pieces(sheet)
        jumper, pivot = self.jumper(), self._header(self.variant.rules.PIVOT)
        if jumper is not None:
            sheet.path("ring", circle(self.lattice.centre(jumper), PIECE_RADIUS * 1.3, jumper))
        if pivot is not None:
            sheet.path("ghost", circle(self.lattice.centre(pivot), PIECE_RADIUS * 1.3, pivot))

    def draw_last(self, sheet: Sheet, steps: list[str]) -> None:
        paths = turn_paths(self.variant, steps, self._likelihood)
        if not paths:
            named = self.board.cell_named.get(steps[0].lstrip("^@").split("+")[0].split("-")[0])
            if named is not None:
                sheet.path("last", brackets(self.lattice.centre(named), 0.44 * UNIT, named))
            return
        for number, path in enumerate(paths):
            if path.direction is None:
                self._draw_square(sheet, path)
            else:
                self._draw_flight(sheet, path, 0.55 if number % 2 else -0.55)
        sheet.path("ghost", circle(self.lattice.centre(paths[0].origin), PIECE_RADIUS, 1))
        cell = paths[-1].landing
        sheet.path("last", brackets(self.lattice.centre(cell), 0.44 * UNIT, cell))

    def motion(self, turn: PlayedTurn, before: Position) -> list[Beat]:
        """Stones slide along jumps and leaps and sweep round their pivots."""
        paths = turn_paths(self.variant, turn.steps, self._likelihood)
        if not paths:
            return super().motion(turn, before)
        beats: list[Beat] = []
        ends: dict[int, int] = {}  # where the stone that comes to a crossing is in the end
        for path, removed in reversed(list(zip(paths, turn.removed_by_step, strict=False))):
            end = ends.pop(path.landing, path.landing)
            ends[path.origin] = end
            sliding = slide(self.board.names[end], self._along(path))
            beats.insert(0, [sliding, *self.vanishing(removed)])
        return beats

    def _along(self, path: Path) -> list[list[Point]]:
        """The way of a stone: one stroke, or two if it goes on from the opposite edge."""
        start, end = self.lattice.centre(path.origin), self.lattice.centre(path.landing)
        if path.direction is None:
            return [[start, *map(self.lattice.centre, path.crossings)]]
        room, total = self._room(path), 2 * path.distance
        if total <= room:
            return [[start, end]]
        out = self.lattice.towards(path.origin, path.direction, room + _BEYOND)
        back = self.lattice.towards(path.landing, path.direction, room + 1 - _BEYOND - total)
        return [[start, out], [back, end]]

    def _room(self, path: Path) -> int:
        """How many crossings there are before the edge on a flight's way."""
        assert path.direction is not None
        across, down = SQUARE_DIRECTIONS[path.direction]
        along = self.board.places[path.origin][0 if across else 1]
        return self.board.columns - 1 - along if across + down > 0 else along

    def _likelihood(self, path: Path) -> float:
        """How well a jump fits the board after the turn: its pivot should still be there."""
        mover, there = self.owners[path.landing], self.owners[path.pivot]
        return (2 if there and there != mover else 1 if there else 0) - path.distance / 100

    def _draw_flight(self, sheet: Sheet, path: Path, side: float) -> None:
        """Draw a bow beside the line; one that leaves the board comes back from the other edge."""
        room, total = self._room(path), 2 * path.distance
        if total <= room:
            self._draw_bow(sheet, path, side, (_CLEAR, total - _CLEAR), 0)
            return
        self._draw_bow(sheet, path, side, (_CLEAR, room + _BEYOND), 0)
        back = (room + 1 - _BEYOND, total - _CLEAR)
        self._draw_bow(sheet, path, side, back, self.board.columns)

    def _draw_bow(
        self, sheet: Sheet, path: Path, side: float, part: tuple[float, float], back: int
    ) -> None:
        """Draw a part of the bow, between two distances from its origin.

        `back` is the number of crossings by which a part beyond the edge is moved back. The bow
        is a parabola, so every part of it is one quadratic curve.
        """
        assert path.direction is not None
        (dx, dy), total = SQUARE_DIRECTIONS[path.direction], 2 * path.distance
        x, y = self.board.places[path.origin]
        start, end = part

        def at(along: float, aside: float) -> Point:
            return self.lattice.at(
                x + dx * (along - back) - dy * aside,
                y + dy * (along - back) + dx * aside,
            )

        def height(along: float) -> float:
            return side * 4 * along * (total - along) / (total * total)

        slope = side * 4 * (total - 2 * start) / (total * total)
        half = (end - start) / 2
        bend = at(start + half, height(start) + slope * half)
        tip = at(end, height(end))
        sheet.path("last", f"M{xy(at(start, height(start)))}Q{xy(bend)} {xy(tip)}")
        if end == total - _CLEAR:
            sheet.path("last", arrowhead(tip, bend, 0.22 * UNIT))

    def _draw_square(self, sheet: Sheet, path: Path) -> None:
        points = [self.lattice.centre(crossing) for crossing in (path.origin, *path.crossings)]
        tip, before = points[-1], points[-2]
        short = (before[0] + 0.55 * (tip[0] - before[0]), before[1] + 0.55 * (tip[1] - before[1]))
        sheet.path("last", polyline([*points[:-1], short]))
        sheet.path("last", arrowhead(short, before, 0.22 * UNIT))

    # What can be clicked.

    def draw_targets(self, sheet: Sheet) -> None:
        jumper = self.jumper()
        for text in map(str, self.position.moves):
            path: Path | None = None
            if ">" in text:
                [path] = turn_paths(self.variant, [text], self._likelihood)
            elif text[0] in "^@" and jumper is not None:
                path = capture_path(self.variant, jumper, text)
            if path is not None:
                self._draw_target(sheet, text, path)

    def _draw_target(self, sheet: Sheet, move: str, path: Path) -> None:
        along = strokes(self._along(path))
        straight = len(along) == 1 and len(along[0]) == 2
        sheet.circle(
            "target",
            self.lattice.centre(path.landing),
            0.3 * UNIT,
            data_move=move,
            data_from=self.board.names[path.origin],
            data_to=self.board.names[path.landing],
            data_along=None if straight else json.dumps(along, separators=(",", ":")),
        )

    # Below the board.

    @property
    def _note_size(self) -> float:
        return max(13, self.type_size)  # not as small as the coordinates of a small board

    def draw_foot(self, sheet: Sheet, language: str) -> None:
        top = self.lattice.height + 1.1 * UNIT
        left = min(0.0, (self.lattice.width - self.least_width) / 2)
        em = self._note_size
        for player in range(2):
            stocks = self.position.stocks[player]
            y = top + player * 0.75 * UNIT
            sheet.paths(self.seat(player), [circle((left, y), 0.2 * UNIT, player)])
            reserve = dict(self.face.stock_names)["reserve"].say(language)
            reserved = f"{reserve} {stocks['reserve']}"
            sheet.text("note", (left + 1.2 * em, y), reserved, font_size=em)
            sheet.text("note", (left + 8 * em, y), _TAKEN.say(language), font_size=em)
            self._draw_tally(sheet, (left + 11.6 * em, y), stocks["taken"])

    def _draw_tally(self, sheet: Sheet, start: Point, count: int) -> None:
        """Draw tally marks in groups of five; 0 and counts too large for the board are numbers."""
        x, y = start
        if not count or count * _FIVE / 5 > max(self.least_width, self.lattice.width) + UNIT - x:
            sheet.text("note", start, str(count), font_size=self._note_size)
            return
        path = ""
        for i in range(count):
            group, within = divmod(i, 5)
            left = x + group * _FIVE
            lean = wobble(i, 3)
            if within < 4:
                here = left + within * 6
                path += f"M{xy((here + lean, y - 8))}L{xy((here - lean, y + 8))}"
            else:
                path += f"M{xy((left - 4, y + 5 + lean))}L{xy((left + 22, y - 5))}"
        sheet.path("tally", path)

    def touched(self, steps: list[str]) -> set[int]:
        paths = turn_paths(self.variant, steps, self._likelihood)
        if not paths:
            return super().touched(steps)
        return {path.landing for path in paths}
