"""A game as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from kletka.drawing import svg
from kletka.drawing.raster import png
from kletka.position import Position

MOST_FRAMES = 150


def gif(frames: Sequence[tuple[Position, str | None]], width: int, language: str) -> bytes:
    """An animation of positions and the turns that led to them; the last one stays longer."""
    chosen = _thinned(frames)
    images = [_frame(position, last, width, language) for position, last in chosen]
    size = max(image.size for image in images)
    images = [image if image.size == size else image.resize(size) for image in images]
    film = io.BytesIO()
    pauses = [900] * (len(images) - 1) + [4000]
    images[0].save(
        film, "GIF", save_all=True, append_images=images[1:], duration=pauses, loop=0, optimize=True
    )
    return film.getvalue()


def _thinned(frames: Sequence[tuple[Position, str | None]]) -> list[tuple[Position, str | None]]:
    """At most MOST_FRAMES frames, including the last one."""
    step = -(-len(frames) // MOST_FRAMES)
    return list(frames)[::-1][::step][::-1]


def _frame(position: Position, last: str | None, width: int, language: str) -> Image.Image:
    drawn = png(svg(position, last=last, language=language), width)
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    return image.quantize(64, dither=Image.Dither.NONE)
