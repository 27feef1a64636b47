"""The jobs of the processes that draw PNG and GIF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kletka.drawing import svg
from kletka.drawing.raster import png
from kletka.position import Position
from kletka.web.pages.gif import chosen_frames, film, frame
from kletka.web.pages.raster_workers import Film, Still
from kletka.web.workers import WORKING


def begin(asked: Still | Film) -> Iterator[Any]:
    """Draw a picture, which is the only report."""
    return _draw_still(asked) if isinstance(asked, Still) else _draw_film(asked)


def _draw_still(asked: Still) -> Iterator[Any]:
    drawn = svg(asked.position, last=asked.last, language=asked.language)
    yield png(drawn, asked.width, asked.dark)


def _draw_film(asked: Film) -> Iterator[Any]:
    frames: list[tuple[Position, str | None]] = [(asked.start, None)]
    for turn in asked.turns:
        frames.append((frames[-1][0].play_turn(turn), turn))
    images = []
    for position, last in chosen_frames(frames):
        images.append(frame(position, last, asked.width, asked.language))
        yield WORKING  # a film can be dropped here, and other pictures come between
    yield film(images)
