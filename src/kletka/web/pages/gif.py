"""A game as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence

from kletka.drawing import svg
from kletka.drawing.raster import png
from kletka.extras import need
from kletka.position import Position

with need("web"):
    from PIL import Image

MOST_FRAMES = 150
MOST_CELLS = 40_000  # in all frames together: large boards take long to draw


def gif(frames: Sequence[tuple[Position, str | None]], width: int, language: str) -> bytes:
    """An animation of positions and the turns that led to them; the last one stays longer."""
    chosen = chosen_frames(frames)
    return film([frame(position, last, width, language) for position, last in chosen])


def chosen_frames(
    frames: Sequence[tuple[Position, str | None]],
) -> list[tuple[Position, str | None]]:
    """Evenly as many as a film may have, the last one among them."""
    most = min(MOST_FRAMES, MOST_CELLS // len(frames[0][0].board.places))
    step = -(-len(frames) // max(2, most))
    return list(frames)[::-1][::step][::-1]


def frame(position: Position, last: str | None, width: int, language: str) -> Image.Image:
    drawn = png(svg(position, last=last, language=language), width)
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    return image.quantize(64, dither=Image.Dither.NONE)


def film(images: Sequence[Image.Image]) -> bytes:
    size = max(image.size for image in images)
    images = [image if image.size == size else image.resize(size) for image in images]
    written = io.BytesIO()
    pauses = [900] * (len(images) - 1) + [4000]
    images[0].save(
        written,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=pauses,
        loop=0,
        optimize=True,
    )
    return written.getvalue()
