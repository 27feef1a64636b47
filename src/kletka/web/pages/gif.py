"""A game as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from kletka.drawing import svg
from kletka.drawing.raster import png
from kletka.extras import need
from kletka.position import Position

with need("web"):
    from PIL import Image

MOST_FRAMES = 150
MOST_CELLS = 40_000  # in all frames together: large boards take long to draw


class Frame(NamedTuple):
    """A position, the turn that led to it, and the position before."""

    position: Position
    last: str | None = None
    before: Position | None = None


def gif(frames: Sequence[Frame], width: int, language: str) -> bytes:
    """An animation of a game; the last frame stays longer."""
    return film([frame(shown, width, language) for shown in chosen_frames(frames)])


def frames_of(start: Position, turns: Sequence[str]) -> list[Frame]:
    frames = [Frame(start)]
    for turn in turns:
        before = frames[-1].position
        frames.append(Frame(before.play_turn(turn), turn, before))
    return frames


def shows_end(position: Position) -> bool:
    """Whether the picture is of a finished game whose territory counts."""
    return position.over and position.variant.face.profile.territory_in_play


def chosen_frames(frames: Sequence[Frame]) -> list[Frame]:
    """Evenly, as many as a GIF may have, the last one among them."""
    most = min(MOST_FRAMES, MOST_CELLS // len(frames[0].position.board.places))
    step = -(-len(frames) // max(2, most))
    return list(frames)[::-1][::step][::-1]


def frame(shown: Frame, width: int, language: str) -> Image.Image:
    position, last, before = shown
    land = shows_end(position)
    drawn = png(svg(position, last=last, before=before, territory=land, language=language), width)
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
