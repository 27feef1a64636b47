"""Small pictures of the players' pieces."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from kletka.drawing.base import picture_of
from kletka.drawing.sheet import classes, element
from kletka.faces import face_of
from kletka.position import start

_CENTRE, _RADIUS = (12.0, 12.0), 8.5


@lru_cache(maxsize=64)
def swatch_group(game: str, seat: int) -> Markup:
    """The piece of a seat in a square of 24 by 24 units."""
    picture = picture_of(start(face_of(game).profile.quick_board))
    outline = picture.shape(seat)(_CENTRE, _RADIUS, seat + 3)
    kinds = f"piece {picture.seat(seat)}" if picture.colours else picture.seat(seat)
    return Markup(element("g", element("path", d=outline), class_=classes(kinds)))


def swatch(game: str, seat: int) -> Markup:
    """The piece of a seat as an SVG element, hidden from screen readers."""
    return Markup(
        element(
            "svg",
            swatch_group(game, seat),
            class_="kletka swatch",
            viewBox="0 0 24 24",
            aria_hidden="true",
        )
    )


def swatches(game: str, count: int) -> list[Markup]:
    return [swatch(game, seat) for seat in range(max(count, face_of(game).player_count({})))]
