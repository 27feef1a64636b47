"""The ways that Manu's stones take over the board, crossing by crossing.

Places are columns and rows; a flight past the edge goes on with numbers beyond it, and is
brought back by whoever draws it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kletka.faces.base import CELL
from kletka.games.boards import SQUARE_DIRECTIONS, Board, Place


@dataclass(frozen=True)
class Way:
    """One stone's way: from where, over or round which pivot, through which crossings.

    `passed` are the crossings entered, the last one being where it stops; for a flight this is
    only the landing. `direction` is None for a square.
    """

    origin: Place
    pivot: Place
    distance: int
    direction: Place | None
    passed: tuple[Place, ...]

    def landing(self, size: int) -> Place:
        x, y = self.passed[-1]
        return x % size, y % size


def flight(origin: Place, pivot: Place) -> Way | None:
    """Over the pivot and as far again; None if the two are not in line."""
    dx, dy = pivot[0] - origin[0], pivot[1] - origin[1]
    distance = abs(dx) + abs(dy)
    if (dx and dy) or not distance:
        return None
    direction = (dx // distance, dy // distance)
    return Way(origin, pivot, distance, direction, ((pivot[0] + dx, pivot[1] + dy),))


def square(origin: Place, pivot: Place, turn: int, steps: int) -> Way | None:
    """Along the square round the pivot, clockwise for turn 1; None if the two are not in line."""
    dx, dy = origin[0] - pivot[0], origin[1] - pivot[1]
    distance = abs(dx) + abs(dy)
    if (dx and dy) or not distance:
        return None
    passed = []
    for _ in range(steps):
        dx, dy = _step(dx, dy, distance, turn)
        passed.append((pivot[0] + dx, pivot[1] + dy))
    return Way(origin, pivot, distance, None, tuple(passed))


def _step(dx: int, dy: int, half: int, turn: int) -> Place:
    """The next crossing of the square; rows grow downwards, so clockwise goes right on top."""
    if dy == -half and -half <= dx * turn < half:
        return dx + turn, dy
    if dx == half and -half <= dy * turn < half:
        return dx, dy + turn
    if dy == half and -half <= -dx * turn < half:
        return dx - turn, dy
    return dx, dy - turn


def jumps(origin: Place, landing: Place, size: int) -> list[Way]:
    """All flights from one crossing to another, by whatever pivot, the shortest first."""
    found = []
    for dx, dy in SQUARE_DIRECTIONS:
        for distance in range(1, size):
            pivot = (origin[0] + dx * distance, origin[1] + dy * distance)
            way = flight(origin, pivot)
            if way and max(pivot) < size and min(pivot) >= 0 and way.landing(size) == landing:
                found.append(way)
    return sorted(found, key=lambda way: way.distance)


def ways_of_turn(board: Board, steps: list[str], likely: Callable[[Way], float]) -> list[Way]:
    """The ways of a turn's moves as far as they can be told, for turns that begin with a jump.

    A jump's notation leaves its pivot open; of several the most `likely` one is taken.
    """
    ways: list[Way] = []
    jumper = (0, 0)
    for step in steps:
        cells = [board.places[board.cell_named[name]] for name in re.findall(CELL, step)]
        way: Way | None = None
        if ">" in step:
            possible = jumps(cells[0], cells[1], board.columns)
            way = max(possible, key=likely, default=None)
        elif ways and step[0] in "^@":
            way = capture(jumper, cells[0], step)
        if way is None:
            return ways
        ways.append(way)
        # After a capture the two change roles: who was the pivot is the next to move.
        jumper = way.landing(board.columns) if ">" in step else way.pivot
    return ways


def capture(jumper: Place, pivot: Place, step: str) -> Way | None:
    """The way of a capture such as `^F10` or `@F10+3`."""
    if step[0] == "^":
        return flight(jumper, pivot)
    turn, number = re.split(r"([+-])", step)[1:]
    return square(jumper, pivot, 1 if turn == "+" else -1, int(number))
