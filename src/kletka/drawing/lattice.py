"""The geometry of a board: where its cells lie in a picture.

Lattice coordinates are the board's own (column and row, or q and r on the hexagon), with whole
numbers for the middles of cells and fractions in between; points on paper start at the board's
upper left corner. Turning the board changes only how the first are mapped to the second.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from functools import cached_property
from math import cos, pi, radians, sin, sqrt
from string import ascii_uppercase

from kletka.drawing.sheet import UNIT, Point
from kletka.games.boards import HEX_DIRECTIONS, SQUARE_DIRECTIONS, Board, Place

Segment = tuple[Point, Point]
_ORDINARY = 9  # columns or rows of a board with coordinates of the usual size


class Lattice(ABC):
    """The geometry of one board; `width` and `height` are its size in the picture."""

    width: float
    height: float

    def __init__(self, board: Board, turned: int) -> None:
        self.board = board
        self.turned = turned

    @abstractmethod
    def at(self, x: float, y: float) -> Point:
        """The point in the picture for lattice coordinates."""

    @abstractmethod
    def corners(self, cell: int) -> list[Point]:
        """The corners of a cell in order."""

    @abstractmethod
    def labels(self) -> list[tuple[Point, str]]:
        """The letters of the columns and the numbers of the rows, with their points."""

    @cached_property
    def smallness(self) -> float:
        """1 for a board of ordinary size, less for one that has fewer columns and rows."""
        return min(1, max(self.board.columns, self.board.rows) / _ORDINARY)

    def centre(self, cell: int) -> Point:
        return self.at(*self.board.places[cell])

    def towards(self, cell: int, direction: int, steps: float) -> Point:
        """The point a number of cells away from the centre of a cell."""
        x, y = self.board.places[cell]
        ways = HEX_DIRECTIONS if self.board.hexagonal else SQUARE_DIRECTIONS
        dx, dy = ways[direction]
        return self.at(x + steps * dx, y + steps * dy)

    def sides(self) -> tuple[list[Segment], list[Segment]]:
        """The lines inside the board, and those around it."""
        uses = self._uses
        shared = [side for side, count in uses.items() if count > 1]
        return shared, [side for side, count in uses.items() if count == 1]

    def area(self) -> list[list[Point]]:
        """The outlines of the whole board, including its holes."""
        return strokes([side for side, count in self._uses.items() if count == 1])

    @cached_property
    def _uses(self) -> Counter[Segment]:
        """How many cells each side belongs to."""
        uses: Counter[Segment] = Counter()
        for cell in range(len(self.board.places)):
            around = [(round(x, 2), round(y, 2)) for x, y in self.corners(cell)]
            for one, other in zip(around, around[1:] + around[:1], strict=True):
                uses[min(one, other), max(one, other)] += 1
        return uses


class SquareLattice(Lattice):
    def __init__(self, board: Board, turned: int) -> None:
        super().__init__(board, turned % 4)
        across, down = board.columns * UNIT, board.rows * UNIT
        self.width, self.height = (down, across) if self.turned % 2 else (across, down)

    def at(self, x: float, y: float) -> Point:
        px, py = (x + 0.5) * UNIT, (y + 0.5) * UNIT
        across, down = self.board.columns * UNIT, self.board.rows * UNIT
        return ((px, py), (down - py, px), (across - px, down - py), (py, across - px))[self.turned]

    def corners(self, cell: int) -> list[Point]:
        x, y = self.centre(cell)
        half = UNIT / 2
        return [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ]

    def labels(self) -> list[tuple[Point, str]]:
        out = -0.5 - 0.48 * self.smallness
        return [
            *((self.at(x, out), ascii_uppercase[x]) for x in range(self.board.columns)),
            *((self.at(out, y), str(y + 1)) for y in range(self.board.rows)),
        ]


class CrossingLattice(SquareLattice):
    """A board of crossings, which ends with its outermost lines."""

    def __init__(self, board: Board, turned: int) -> None:
        super().__init__(board, turned)
        self.width -= UNIT
        self.height -= UNIT

    def at(self, x: float, y: float) -> Point:
        px, py = super().at(x, y)
        return px - UNIT / 2, py - UNIT / 2

    def sides(self) -> tuple[list[Segment], list[Segment]]:
        last = self.board.columns - 1
        lines = [
            line
            for i in range(last + 1)
            for line in (
                (self.at(i, 0), self.at(i, last)),
                (self.at(0, i), self.at(last, i)),
            )
        ]
        return lines[2:-2], lines[:2] + lines[-2:]


class HexLattice(Lattice):
    """A board of hexagons with flat tops, so that columns are straight."""

    def __init__(self, board: Board, turned: int) -> None:
        super().__init__(board, turned % 6)
        self.reach = board.columns // 2
        self.side = UNIT / sqrt(3)
        self.width = 2 * self.side * (1.5 * self.reach + 1)
        self.height = UNIT * board.columns

    def at(self, x: float, y: float) -> Point:
        px, py = 1.5 * self.side * x, UNIT * (y + x / 2)
        angle = self.turned * pi / 3
        return (
            self.width / 2 + px * cos(angle) - py * sin(angle),
            self.height / 2 + px * sin(angle) + py * cos(angle),
        )

    def corners(self, cell: int) -> list[Point]:
        x, y = self.centre(cell)
        return [
            (x + self.side * cos(radians(a)), y + self.side * sin(radians(a)))
            for a in range(0, 360, 60)
        ]

    def labels(self) -> list[tuple[Point, str]]:
        """Letters above the columns, numbers at the left ends of the bent rows."""
        tops, lefts = hex_ends(self.board)
        letters = [(self.at(q, r - 0.85), ascii_uppercase[i]) for i, (q, r) in enumerate(tops)]
        numbers = [(self.at(q - 0.8, r + 0.8), str(i)) for i, (q, r) in enumerate(lefts, 1)]
        return letters + numbers


def hex_ends(board: Board) -> tuple[list[Place], list[Place]]:
    """The tops of the columns and the left ends of the bent rows of a hexagon without holes."""
    reach = board.columns // 2
    tops = [(q, max(-reach, -q - reach)) for q in range(-reach, reach + 1)]
    lefts = [(-reach, r) for r in range(reach + 1)]
    return tops, lefts + [(q, reach) for q in range(1 - reach, 1)]


def lattice_of(board: Board, crossings: bool, turned: int) -> Lattice:
    if board.hexagonal:
        return HexLattice(board, turned)
    return CrossingLattice(board, turned) if crossings else SquareLattice(board, turned)


def strokes(segments: list[Segment]) -> list[list[Point]]:
    """The segments joined into strokes as long and as straight as possible."""
    beside: dict[Point, list[Point]] = {}
    for one, other in segments:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    # Strokes begin at the ends of lines; after those only closed loops remain.
    starts = sorted(beside, key=lambda p: (len(beside[p]) % 2 == 0, p))
    found = []
    for start in starts:
        while beside[start]:
            found.append(_stroke(beside, start))
    return found


def _stroke(beside: dict[Point, list[Point]], start: Point) -> list[Point]:
    stroke = [start]
    while beside[stroke[-1]]:
        here = stroke[-1]
        ahead = beside[here]
        straight = [p for p in ahead if len(stroke) > 1 and _in_line(stroke[-2], here, p)]
        there = (straight or ahead)[0]
        ahead.remove(there)
        beside[there].remove(here)
        if straight:
            stroke.pop()
        stroke.append(there)
    return stroke


def _in_line(a: Point, b: Point, c: Point) -> bool:
    return abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) < 1
