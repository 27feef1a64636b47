"""What happens in a turn, beat by beat, for pages that show it in motion.

A beat is a list of things that happen together. Each names what it is about as the picture's
`data-at` does, and pages need not know the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from kletka.drawing.sheet import Point

Item = dict[str, Any]
Beat = list[Item]
Stroke = list[list[float]]


class Beside(NamedTuple):
    """A small piece beside another: moved by so much both ways, and so large."""

    shift: float
    size: float


def appear(place: str) -> Item:
    """A piece is put on a place."""
    return {"kind": "appear", "at": place}


def vanish(place: str, beside: Beside | None = None) -> Item:
    """A piece is removed from a place; `beside` says how it is drawn if another is there now."""
    if beside is None:
        return {"kind": "vanish", "at": place}
    shift, size = -beside.shift, round(1 / beside.size, 2)
    return {
        "kind": "vanish",
        "at": place,
        "start": f"translate({shift:g}px,{shift:g}px) scale({size})",
    }


def slide(place: str, along: Iterable[Sequence[Point]]) -> Item:
    """The piece that is on a place at the end slides along strokes; between them it is not seen."""
    return {"kind": "slide", "at": place, "along": strokes(along)}


def grow(place: str, curves: list[str]) -> Item:
    """Lines grow one after the other; they are the paths of the picture."""
    return {"kind": "grow", "at": place, "curves": curves}


def close(place: str) -> Item:
    """A place has been won."""
    return {"kind": "close", "at": place}


def strokes(along: Iterable[Sequence[Point]]) -> list[Stroke]:
    return [[[round(x, 1), round(y, 1)] for x, y in stroke] for stroke in along]
