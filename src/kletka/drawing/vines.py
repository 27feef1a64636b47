"""The curves of Vyun's vines in the squares, in lattice coordinates.

The rules only say which walls a vine crosses. Every wall carries at most one vine, so vines pass
through the middles of walls, roughly at right angles, and meet only inside squares. In each square
a player's vines are joined in pairs, start at the sprout, or end in growth points. Any way of
joining them that fits the counts will do, because growth points of one player are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin

from kletka.drawing.shapes import wobble
from kletka.games.boards import SQUARE_DIRECTIONS

Spot = tuple[float, float]
Curve = tuple[Spot, Spot, Spot, Spot]  # a cubic: start, two handles, end

_DIAGONALS = ((-0.31, -0.33), (0.31, -0.33), (0.31, 0.33), (-0.31, 0.33))


@dataclass(frozen=True)
class Gate:
    """Where a vine crosses a wall of a square: the spot, and the direction inwards."""

    direction: int
    spot: Spot
    inwards: Spot

    def inside(self, depth: float, aside: float = 0) -> Spot:
        """The spot at a distance inside the square and to the side."""
        (x, y), (dx, dy) = self.spot, self.inwards
        return x + depth * dx - aside * dy, y + depth * dy + aside * dx


def gate(middle: Spot, direction: int, wall: int) -> Gate:
    """The gate in a wall of a square; those of both sides make one smooth line."""
    dx, dy = SQUARE_DIRECTIONS[direction]
    slide, tilt = 0.09 * wobble(wall, 1), pi / 9 * wobble(wall, 2)
    spot = (
        middle[0] + dx / 2 + slide * abs(dy),
        middle[1] + dy / 2 + slide * abs(dx),
    )
    return Gate(
        direction,
        spot,
        (-dx * cos(tilt) + dy * sin(tilt), -dy * cos(tilt) - dx * sin(tilt)),
    )


@dataclass
class Tangle:
    """One player's vines in one square: their curves, and the spots of growth points."""

    curves: list[Curve] = field(default_factory=list)
    buds: list[Spot] = field(default_factory=list)


def tangle(middle: Spot, gates: list[Gate], own: bool, foreign: bool, growth: int) -> Tangle:
    """The vines of a square; `own` and `foreign` say whose sprout stands in it, if any."""
    found = Tangle()
    resting = min(2, growth, max(0, (growth + 2 - len(gates)) // 2)) if own else 0
    from_sprout = min(len(gates), 2 - resting) if own else 0
    ending = min(growth - resting, len(gates) - from_sprout)
    ordered = _straight_last(gates)
    for end in ordered[:ending]:
        _end_in_bud(found, end, own or foreign)
    for end in ordered[ending : ending + from_sprout]:
        found.curves.append((middle, _towards(middle, end.spot, 0.45), end.inside(0.2), end.spot))
    through = ordered[ending + from_sprout :]
    for one, other in zip(through[::2], through[1::2], strict=False):
        found.curves.append(_joined(one, other, own or foreign))
    for i in range(resting):
        _rest_at_sprout(found, middle, i)
    # Vines that no game can have grown are drawn too, while a position is being set up.
    if len(through) % 2:
        end = through[-1]
        found.curves.append((end.spot, end.inside(0.1), end.inside(0.2), end.inside(0.3)))
    loose = growth - resting - ending
    for i in range(loose):
        found.buds.append((middle[0] + 0.15 * (i - (loose - 1) / 2), middle[1] + 0.34))
    return found


@dataclass
class Vine:
    """What has grown together: its curves, and the squares of its growth points."""

    curves: list[Curve] = field(default_factory=list)
    growing: set[int] = field(default_factory=set)


def whole_vines(tangles: Mapping[int, Tangle]) -> list[Vine]:
    """The vines of a player, from the tangles in the squares."""
    curves = [(square, curve) for square, found in tangles.items() for curve in found.curves]
    meeting: dict[Spot, list[int]] = {}
    for number, (_, curve) in enumerate(curves):
        for end in _ends(curve):
            meeting.setdefault(end, []).append(number)
    vines, seen = [], set[int]()
    for first in range(len(curves)):
        vine, ahead = Vine(), [first]
        while ahead:
            number = ahead.pop()
            if number not in seen:
                seen.add(number)
                square, curve = curves[number]
                vine.curves.append(curve)
                if curve[-1] in tangles[square].buds:
                    vine.growing.add(square)
                ahead += [other for end in _ends(curve) for other in meeting[end]]
        if vine.curves:
            vines.append(vine)
    return vines


def _ends(curve: Curve) -> tuple[Spot, Spot]:
    """Both ends, rounded, so that they are the same seen from both sides of a wall."""
    (x0, y0), (x1, y1) = curve[0], curve[-1]
    return (round(x0, 3), round(y0, 3)), (round(x1, 3), round(y1, 3))


def _straight_last(gates: list[Gate]) -> list[Gate]:
    """The gates, of three the odd one first, so that the other two make a straight vine."""
    directions = {g.direction for g in gates}
    if len(gates) == 3:
        return sorted(gates, key=lambda g: (g.direction + 2) % 4 in directions)
    return sorted(gates, key=lambda g: g.direction)


def _end_in_bud(found: Tangle, end: Gate, crowded: bool) -> None:
    depth = 0.17 if crowded else 0.3
    aside = 0.09 if end.direction % 2 else -0.09
    bud = end.inside(depth, aside)
    found.curves.append((end.spot, end.inside(0.1), end.inside(depth, 0), bud))
    found.buds.append(bud)


def _rest_at_sprout(found: Tangle, middle: Spot, index: int) -> None:
    dx, dy = _DIAGONALS[index]
    bud = (middle[0] + dx, middle[1] + dy)
    bend = (middle[0] + 0.25 * dx, middle[1] + 0.9 * dy)
    found.curves.append((middle, _towards(middle, bend, 0.6), bend, bud))
    found.buds.append(bud)


def _joined(one: Gate, other: Gate, round_sprout: bool) -> Curve:
    """A vine from wall to wall that avoids a sprout in the middle."""
    if (one.direction - other.direction) % 4 == 2:
        aside = 0.4 if round_sprout else 0.0
        return one.spot, one.inside(0.28, aside), other.inside(0.28, -aside), other.spot
    depth = 0.1 if round_sprout else 0.33
    return one.spot, one.inside(depth), other.inside(depth), other.spot


def _towards(start: Spot, end: Spot, share: float) -> Spot:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
