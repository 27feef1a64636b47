"""Writing SVG: numbers, elements, and the sheet on which layers are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise, repeat

Point = tuple[float, float]

UNIT = 40  # the side of a cell
_FORBIDDEN = re.compile("[^ -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def num(value: float) -> str:
    """A number with at most one decimal, written as short as possible."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def polyline(points: Iterable[Point], closed: bool = False) -> str:
    """A path of straight lines through points, written as short as possible."""
    written = [(num(x), num(y)) for x, y in points]
    path = f"M{' '.join(written[0])}"
    for (x0, y0), (x, y) in pairwise(written):
        path += f"H{x}" if y == y0 else f"V{y}" if x == x0 else f"L{x} {y}"
    return path + ("Z" if closed else "")


def dots(points: Iterable[Point]) -> str:
    """A path of dots: its stroke needs round caps, and is as wide as the dots."""
    return "".join(f"M{xy(p)}h0" for p in points)


def element(name: str, body: str | None = None, /, **attributes: object) -> str:
    """An element; `class_` and `data_move` stand for names that Python does not allow.

    Attributes are escaped, the body is not. An attribute of None is left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}/>" if body is None else f"<{name}{written}>{body}</{name}>"


def _text(value: object) -> str:
    return num(value) if isinstance(value, int | float) else printable(str(value))


def printable(text: str) -> str:
    """Text without the characters that XML does not allow."""
    return _FORBIDDEN.sub("", text)


def classes(kinds: str) -> str:
    """Names of classes with their prefix: `piece p1` becomes `kletka-piece kletka-p1`."""
    return " ".join(f"kletka-{kind}" for kind in kinds.split())


class Sheet:
    """What has been drawn so far; later elements lie on top."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def __str__(self) -> str:
        return "".join(self._parts)

    def path(self, kind: str, d: str, **attributes: object) -> None:
        """Draw a path in these classes; nothing if it is empty."""
        if d:
            self._parts.append(element("path", class_=classes(kind), d=d, **attributes))

    def paths(self, kind: str, shapes: Iterable[str], at: Sequence[str] = ()) -> None:
        """Draw several paths as a group; `at` names the places of the pieces that they show."""
        places: Iterable[str | None] = at or repeat(None)
        body = "".join(
            element("path", d=d, data_at=place) for d, place in zip(shapes, places, strict=bool(at))
        )
        if body:
            self._parts.append(element("g", body, class_=classes(kind)))

    def circle(self, kind: str, centre: Point, radius: float, **attributes: object) -> None:
        x, y = centre
        self._parts.append(
            element("circle", class_=classes(kind), cx=x, cy=y, r=radius, **attributes)
        )

    def text(self, kind: str, middle: Point, text: str, **attributes: object) -> None:
        x, y = middle
        self._parts.append(
            element(
                "text",
                escape(printable(text), quote=False),
                class_=classes(kind),
                x=x,
                y=y,
                **attributes,
            )
        )

    def group(self, kind: str, body: str, **attributes: object) -> None:
        if body:
            self._parts.append(element("g", body, class_=classes(kind), **attributes))
