"""The jobs of the processes that draw PNG and GIF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kletka.drawing import svg
from kletka.drawing.raster import png
from kletka.web.pages.gif import chosen_frames, film, frame, frames_of, shows_end
from kletka.web.pages.raster_workers import Film, Still
from kletka.web.workers import WORKING


def begin(asked: Still | Film) -> Iterator[Any]:
    """Draw a picture, which is the only report."""
    return _draw_still(asked) if isinstance(asked, Still) else _draw_film(asked)


def _draw_still(asked: Still) -> Iterator[Any]:
    position = asked.position
    drawn = svg(
        position,
        last=asked.last,
        before=asked.before,
        territory=shows_end(position),
        language=asked.language,
    )
    yield png(drawn, asked.width, asked.dark)


def _draw_film(asked: Film) -> Iterator[Any]:
    images = []
    for shown in chosen_frames(frames_of(asked.start, asked.turns)):
        images.append(frame(shown, asked.width, asked.language))
        yield WORKING  # a film can be dropped here, and other pictures come between
    yield film(images)
