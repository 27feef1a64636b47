"""The players' shapes, drawn as if by hand.

The wobble of the lines is computed from a seed, such as the number of the cell, so the same
position always gives the same picture.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin, sqrt

from kletka.drawing.sheet import Point, num, polyline, xy

Shape = Callable[[Point, float, int], str]  # centre, radius, seed

HANDS = 6  # the ways in which the same shape is drawn by hand
_TINY = 5
_KAPPA = 0.5523  # a quarter of a circle as a cubic curve


def wobble(seed: int, index: int) -> float:
    """A number from -1 to 1 that looks random but depends only on the arguments."""
    mixed = (seed * 0x9E3779B1 + index * 0x85EBCA6B + 0x27D4EB2F) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 12) * 0x297A2D39) & 0xFFFFFFFF
    return (mixed >> 16) / 32767.5 - 1


def hand_of(cell: int) -> int:
    """In which of the ways the piece in a cell is drawn: the seed of its shape."""
    return int((wobble(cell, 77) + 1) * HANDS / 2) % HANDS


def circle(centre: Point, radius: float, seed: int) -> str:
    """A circle that is not quite round, unless it is too small for that to be seen."""
    x, y = centre
    if radius < _TINY:
        r = num(radius)
        half = f"a{r} {r} 0 1 0 "
        return f"M{xy((x - radius, y))}{half}{num(2 * radius)} 0{half}{num(-2 * radius)} 0z"
    radii = [radius * (1 + 0.045 * wobble(seed, i)) for i in range(4)]
    begin = wobble(seed, 5) * pi
    anchors = [
        (x + r * cos(begin + i * pi / 2), y + r * sin(begin + i * pi / 2))
        for i, r in enumerate(radii)
    ]
    path = f"M{xy(anchors[0])}"
    for i in range(4):
        j = (i + 1) % 4
        handle = _KAPPA * (radii[i] + radii[j]) / 2
        leaves, arrives = begin + (i + 1) * pi / 2, begin + i * pi / 2
        here, there = anchors[i], anchors[j]
        path += _curve(
            here,
            (here[0] + handle * cos(leaves), here[1] + handle * sin(leaves)),
            (there[0] + handle * cos(arrives), there[1] + handle * sin(arrives)),
            there,
        )
    return path + "z"


def _curve(here: Point, one: Point, other: Point, there: Point) -> str:
    return "c" + " ".join(xy((p[0] - here[0], p[1] - here[1])) for p in (one, other, there))


def _star_of(count: int, inner: float, turn: float, reach: float) -> Shape:
    """A regular polygon; `inner` below 1 makes it a star."""

    def shape(centre: Point, radius: float, seed: int) -> str:
        points = []
        corners = count if inner == 1 else 2 * count
        for i in range(corners):
            r = radius * reach * (inner if inner < 1 and i % 2 else 1)
            r *= 1 + 0.05 * wobble(seed, i)
            angle = turn + 2 * pi * i / corners + 0.05 * wobble(seed, 20 + i)
            points.append((centre[0] + r * cos(angle), centre[1] + r * sin(angle)))
        return polyline(points, closed=True)

    return shape


def cross(centre: Point, radius: float, seed: int) -> str:
    arm, half = radius * 1.12, radius * 0.42
    outline = [
        (-half, -arm), (half, -arm), (half, -half), (arm, -half), (arm, half), (half, half),
        (half, arm), (-half, arm), (-half, half), (-arm, half), (-arm, -half), (-half, -half),
    ]  # fmt: skip
    shake = radius * 0.05
    return polyline(
        [
            (
                centre[0] + x + shake * wobble(seed, i),
                centre[1] + y + shake * wobble(seed, 20 + i),
            )
            for i, (x, y) in enumerate(outline)
        ],
        closed=True,
    )


def ring(centre: Point, radius: float, seed: int) -> str:
    """A circle with a hole, to be filled by the even-odd rule."""
    return circle(centre, radius, seed) + circle(centre, radius * 0.48, seed + 1)


SHAPES: tuple[Shape, ...] = (
    circle,
    _star_of(4, 1, pi / 4, 1.22),  # square
    _star_of(3, 1, -pi / 2, 1.3),  # triangle
    _star_of(4, 1, 0, 1.28),  # diamond
    cross,
    _star_of(5, 0.48, -pi / 2, 1.32),
    _star_of(6, 1, 0, 1.12),  # hexagon
    ring,
)


def scribble(centre: Point, radius: float, seed: int) -> str:
    """Pencil strokes to and fro that fill a shape."""
    x, y = centre
    path = ""
    for i, offset in enumerate((-0.62, -0.2, 0.22, 0.64)):
        half = radius * sqrt(1 - offset * offset) * (0.86 + 0.1 * wobble(seed, i))
        across = radius * (offset + 0.06 * wobble(seed, 10 + i))
        one = (x + (across - half) / sqrt(2), y + (across + half) / sqrt(2))
        long = num(2 * half / sqrt(2))
        path += f"M{xy(one)}l{long}-{long}"
    return path


def hatching(corners: list[Point]) -> str:
    """Slanting strokes across a square cell."""
    left, top = corners[0]
    side = corners[2][0] - left
    path = ""
    for i in range(1, 6):
        begin = side * i / 3
        if begin <= side:
            path += f"M{xy((left, top + begin))}l{num(begin)}-{num(begin)}"
        else:
            rest = 2 * side - begin
            path += f"M{xy((left + side - rest, top + side))}l{num(rest)}-{num(rest)}"
    return path


def pencil(points: list[Point], seed: int, shake: float = 0.8) -> str:
    """A path through points whose lines are not quite straight."""
    closed = points[0] == points[-1]
    path = f"M{xy(points[0])}"
    for i, (here, there) in enumerate(pairwise(points)):
        middle = (
            (here[0] + there[0]) / 2 + shake * wobble(seed, 2 * i),
            (here[1] + there[1]) / 2 + shake * wobble(seed, 2 * i + 1),
        )
        path += f"Q{xy(middle)} {xy(there)}"
    return path + ("Z" if closed else "")


def brackets(centre: Point, half: float, seed: int) -> str:
    """The four corners of a frame around a point."""
    path = ""
    arm = half * 0.45
    for i, (sx, sy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        x = centre[0] + sx * half + 0.6 * wobble(seed, i)
        y = centre[1] + sy * half + 0.6 * wobble(seed, 10 + i)
        path += f"M{xy((x - sx * arm, y))}L{xy((x, y))}L{xy((x, y - sy * arm))}"
    return path


def crossing_out(centre: Point, half: float, seed: int) -> str:
    """Two quick pencil strokes over something that is gone."""
    x, y = centre
    one, two, three, four = (half * (1 + 0.12 * wobble(seed, i)) for i in range(4))
    return pencil([(x - one, y - one), (x + two, y + two)], seed) + pencil(
        [(x - three, y + three), (x + four, y - four)], seed + 1
    )


def arrowhead(tip: Point, before: Point, size: float) -> str:
    """The two strokes at the end of a line that comes from `before`."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = sqrt(dx * dx + dy * dy) or 1
    ux, uy = dx / length * size, dy / length * size
    left = (tip[0] - ux + 0.6 * uy, tip[1] - uy - 0.6 * ux)
    right = (tip[0] - ux - 0.6 * uy, tip[1] - uy + 0.6 * ux)
    return polyline([left, tip, right])
