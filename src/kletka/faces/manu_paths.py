"""The paths of Manu's stones over the board, worked out by the kernels of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kletka.faces.base import CELL, State

if TYPE_CHECKING:
    from kletka.variant import Variant

DIRECTIONS = range(4)  # up, right, down, left


@dataclass(frozen=True)
class Path:
    """One stone's path over or around a pivot.

    `crossings` are those of a square in order; of a flight only the landing. `direction` is
    None for a square.
    """

    origin: int
    pivot: int
    distance: int
    direction: int | None
    crossings: tuple[int, ...]

    @property
    def landing(self) -> int:
        return self.crossings[-1]


# On an empty board.


def flight_over(variant: Variant, origin: int, pivot: int) -> Path | None:
    """Over the pivot and as far again; None if the two are not on one line."""
    from kletka.games.manu_paths import landing_over, line_between

    direction, distance = line_between(variant.tables, origin, pivot)
    if not distance:
        return None
    landing = landing_over(variant.tables, origin, pivot)
    return Path(origin, pivot, distance, direction, (landing,))


def square_round(variant: Variant, origin: int, pivot: int, turn: int, steps: int) -> Path | None:
    """Along the square around the pivot, clockwise for turn 1; None if there is no such path."""
    distance = half_side(variant, origin, pivot)
    crossings = square_crossings(variant, origin, pivot, turn)[:steps] if distance else ()
    if not crossings or len(crossings) < steps:
        return None
    return Path(origin, pivot, distance, None, crossings)


def half_side(variant: Variant, origin: int, pivot: int) -> int:
    """How far the sides of a square are from its pivot; 0 if the pivot must be on one line with
    the stone, and is not."""
    from kletka.games.manu_paths import line_between

    if variant.spec.options["pivot"] == "any":
        pairs = zip(variant.board.places[origin], variant.board.places[pivot], strict=True)
        return max(abs(one - other) for one, other in pairs)
    _, distance = line_between(variant.tables, origin, pivot)
    return int(distance)


def square_crossings(variant: Variant, origin: int, pivot: int, turn: int) -> tuple[int, ...]:
    """The crossings of a square in order, until it closes or leaves the board."""
    import numpy as np

    from kletka.games.manu_paths import list_square

    out = np.empty(8 * variant.tables.width, np.int32)
    count = list_square(variant.tables, origin, pivot, int(turn < 0), out)
    return tuple(out[:count].tolist())


def jumps_between(variant: Variant, origin: int, landing: int) -> list[Path]:
    """All flights from one crossing to another, over whichever pivot, the shortest first."""
    import numpy as np

    from kletka.games.manu_paths import list_pivots

    out = np.empty(4 * variant.tables.width, np.int32)
    count = list_pivots(variant.tables, origin, landing, out)
    paths = (flight_over(variant, origin, pivot) for pivot in out[:count].tolist())
    return [path for path in paths if path is not None]


def capture_path(variant: Variant, jumper: int, step: str) -> Path | None:
    """The path of a capture such as `^F10` or `@F10+3`; None if there is no such path."""
    pivot = variant.board.cell_named[re.findall(CELL, step)[0]]
    if step[0] == "^":
        return flight_over(variant, jumper, pivot)
    turn, steps = re.split(r"([+-])", step)[1:]
    return square_round(variant, jumper, pivot, 1 if turn == "+" else -1, int(steps))


def turn_paths(
    variant: Variant, steps: list[str], likelihood: Callable[[Path], float]
) -> list[Path]:
    """The paths of the moves of a turn that begins with a jump, as far as they are known.

    A jump's notation does not say its pivot; of several the most likely one is taken.
    """
    paths: list[Path] = []
    jumper = 0
    for step in steps:
        path: Path | None = None
        if ">" in step:
            origin, landing = (variant.board.cell_named[name] for name in step.split(">"))
            path = max(jumps_between(variant, origin, landing), key=likelihood, default=None)
        elif paths and step[0] in "^@":
            path = capture_path(variant, jumper, step)
        if path is None:
            return paths
        paths.append(path)
        # After a capture the two change roles: the pivot is the next to move.
        jumper = path.landing if ">" in step else path.pivot
    return paths


# On the board as it stands.


class Flight(NamedTuple):
    """A flight over the nearest stone in a direction; `obstacle` is the first stone in its way."""

    pivot: int
    distance: int
    landing: int
    obstacle: int | None


def flight_towards(variant: Variant, state: State, origin: int, direction: int) -> Flight | None:
    """The flight from a crossing in a direction; None if there is no stone to fly over."""
    from kletka.games.manu_paths import flight

    pivot, distance, landing, obstacle = flight(state, variant.tables, origin, direction)
    if pivot < 0:
        return None
    return Flight(pivot, distance, landing, obstacle if obstacle >= 0 else None)


def direction_to(variant: Variant, origin: int, target: int) -> int | None:
    """The direction from one crossing to another; None if they are not on one line."""
    from kletka.games.manu_paths import line_between

    direction, distance = line_between(variant.tables, origin, target)
    return int(direction) if distance else None


def jump_lines(variant: Variant, state: State, origin: int, player: int) -> int:
    """In how many directions the player's stone on a crossing can jump by rule 2."""
    from kletka.games import manu_paths

    return int(manu_paths.jump_lines(state, variant.tables, origin, player))
