"""Boards: their cells, the names of the cells, and which cells are neighbours.

Plain Python, built once for each board. Cells are numbered row by row on the square lattice
and column by column on the hexagonal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_uppercase

Place = tuple[int, int]  # column and row; on the hexagon the axial q and r

SQUARE_DIRECTIONS: tuple[Place, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
HEX_DIRECTIONS: tuple[Place, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
SQUARE_KNIGHT: tuple[Place, ...] = tuple(
    (x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)
)
HEX_KNIGHT: tuple[Place, ...] = tuple(
    (q, r)
    for q in range(-3, 4)
    for r in range(-3, 4)
    if sorted((abs(q), abs(r), abs(q + r))) == [1, 2, 3]
)


@dataclass(frozen=True)
class Symmetry:
    """A rotation or reflection of a board onto itself."""

    name: str
    cells: tuple[int, ...]  # cells[c] is where cell c goes
    mirrors: bool  # whether clockwise becomes anticlockwise


@dataclass(frozen=True)
class Board:
    """The cells of a board by their places; `columns` and `rows` are its extent."""

    hexagonal: bool
    columns: int
    rows: int
    places: tuple[Place, ...]

    @cached_property
    def index(self) -> dict[Place, int]:
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell, such as C3."""
        if not self.hexagonal:
            return tuple(f"{ascii_uppercase[x]}{y + 1}" for x, y in self.places)
        reach = self.columns // 2
        return tuple(
            f"{ascii_uppercase[q + reach]}{r - max(-reach, -q - reach) + 1}" for q, r in self.places
        )

    @cached_property
    def cell_named(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell and direction the next cell, or None at an edge."""
        directions = HEX_DIRECTIONS if self.hexagonal else SQUARE_DIRECTIONS
        return tuple(tuple(self._steps(place, directions)) for place in self.places)

    @cached_property
    def knights(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that are a knight's move away."""
        leaps = HEX_KNIGHT if self.hexagonal else SQUARE_KNIGHT
        return tuple(
            tuple(cell for cell in self._steps(place, leaps) if cell is not None)
            for place in self.places
        )

    @cached_property
    def to_edge(self) -> tuple[tuple[int, ...], ...]:
        """For each cell and direction the number of cells between it and the edge."""

        def count(cell: int | None, direction: int) -> int:
            steps = -1
            while cell is not None:
                cell = self.neighbours[cell][direction]
                steps += 1
            return steps

        return tuple(
            tuple(count(cell, direction) for direction in range(len(around)))
            for cell, around in enumerate(self.neighbours)
        )

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the numbers of the lines through it, one per pair of opposite directions.

        A line goes from edge to edge, and a hole is an edge. Cell numbers ascend along it.
        """
        lines: list[tuple[int, ...]] = []
        count = 0
        for cell, around in enumerate(self.neighbours):
            through: list[int] = []
            for two_ways in zip(
                around[: len(around) // 2], around[len(around) // 2 :], strict=True
            ):
                before = [n for n in two_ways if n is not None and n < cell]
                through.append(lines[before[0]][len(through)] if before else count)
                count += not before
            lines.append(tuple(through))
        return tuple(lines)

    @cached_property
    def walls(self) -> dict[int, tuple[int, int]]:
        """Each wall of the square lattice with its two cells, the upper or left one first.

        Walls are numbered by vertices, row by row: of n vertices, vertex v has wall v to its
        right and wall n + v below it.
        """
        if self.hexagonal:
            return {}
        stride = self.columns + 1
        vertices = stride * (self.rows + 1)
        walls = {}
        for cell, (x, y) in enumerate(self.places):
            _, right, below, _ = self.neighbours[cell]
            if right is not None:
                walls[vertices + y * stride + x + 1] = (cell, right)
            if below is not None:
                walls[(y + 1) * stride + x] = (cell, below)
        return walls

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All rotations and reflections of the board onto itself; the first is the identity."""
        turns = _hex_turns() if self.hexagonal else _square_turns(self.columns, self.rows)
        found: dict[tuple[int, ...], Symmetry] = {}
        for name, turn, mirrors in turns:
            images = [self.index.get(turn(place)) for place in self.places]
            cells = tuple(image for image in images if image is not None)
            if len(cells) == len(images):
                found.setdefault(cells, Symmetry(name, cells, mirrors))
        return tuple(found.values())

    def _steps(self, place: Place, steps: Iterable[Place]) -> Iterable[int | None]:
        return [self.index.get((place[0] + dx, place[1] + dy)) for dx, dy in steps]


_Turn = tuple[str, Callable[[Place], Place], bool]


def _square_turns(columns: int, rows: int) -> list[_Turn]:
    right, bottom = columns - 1, rows - 1
    turns: list[_Turn] = [
        ("identity", lambda p: p, False),
        ("half turn", lambda p: (right - p[0], bottom - p[1]), False),
        ("mirror left-right", lambda p: (right - p[0], p[1]), True),
        ("mirror top-bottom", lambda p: (p[0], bottom - p[1]), True),
    ]
    if columns == rows:
        turns += [
            ("quarter turn right", lambda p: (right - p[1], p[0]), False),
            ("quarter turn left", lambda p: (p[1], right - p[0]), False),
            ("mirror on the diagonal", lambda p: (p[1], p[0]), True),
            ("mirror on the antidiagonal", lambda p: (right - p[1], right - p[0]), True),
        ]
    return turns


def _hex_turns() -> list[_Turn]:
    def turned(sixths: int, mirrored: bool) -> Callable[[Place], Place]:
        def turn(place: Place) -> Place:
            q, r = place[::-1] if mirrored else place
            for _ in range(sixths):
                q, r = -r, q + r
            return q, r

        return turn

    names = ("identity", "sixth right", "third right", "half turn", "third left", "sixth left")
    return [
        (f"mirrored, {name}" if mirrored else name, turned(sixths, mirrored), mirrored)
        for mirrored in (False, True)
        for sixths, name in enumerate(names)
    ]


@lru_cache(maxsize=256)
def rectangle(columns: int, rows: int) -> Board:
    places = tuple((x, y) for y in range(rows) for x in range(columns))
    return Board(False, columns, rows, places)


@lru_cache(maxsize=256)
def shape(rows: tuple[str, ...]) -> Board:
    """A board drawn with `.` for a cell and `#` for a hole, in rows of equal length."""
    places = tuple(
        (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "."
    )
    return Board(False, len(rows[0]), len(rows), places)


def hex_columns(side: int) -> list[list[Place]]:
    """The places of a hexagon by columns from left to right, each from its top."""
    reach = side - 1
    return [
        [(q, r) for r in range(max(-reach, -q - reach), min(reach, -q + reach) + 1)]
        for q in range(-reach, reach + 1)
    ]


@lru_cache(maxsize=32)
def hexagon(side: int) -> Board:
    return hex_shape(tuple("." * len(column) for column in hex_columns(side)))


@lru_cache(maxsize=256)
def hex_shape(columns: tuple[str, ...]) -> Board:
    """A hexagon drawn by its columns, with `.` for a cell and `#` for a hole."""
    side = len(columns[0])
    places = tuple(
        place
        for marks, column in zip(columns, hex_columns(side), strict=True)
        for mark, place in zip(marks, column, strict=True)
        if mark == "."
    )
    return Board(True, 2 * side - 1, 2 * side - 1, places)
