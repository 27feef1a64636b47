"""The library's pictures as PNG and GIF."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import lru_cache

import resvg_py
from PIL import Image

from kletka.drawing import svg
from kletka.drawing.palette import DARK, LIGHT, PLAYERS_DARK, PLAYERS_LIGHT, stylesheet
from kletka.position import Position

MOST_FRAMES = 150
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def png(picture: str, width: int, dark: bool = False) -> bytes:
    """An SVG of the library as PNG."""
    plain = re.sub(r"<style>.*?</style>", "", picture, count=1, flags=re.DOTALL)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=plain,
            width=width,
            style_sheet=flat_stylesheet(dark),
            font_family="Georgia",
            serif_family="DejaVu Serif",
        )
    )


def gif(frames: Sequence[tuple[Position, str | None]], width: int, language: str) -> bytes:
    """A game as a film: positions and the turns that led to them; the last one stays longer."""
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
    """At most so many frames, the last one among them."""
    step = -(-len(frames) // MOST_FRAMES)
    return list(frames)[::-1][::step][::-1]


def _frame(position: Position, last: str | None, width: int, language: str) -> Image.Image:
    drawn = png(svg(position, last=last, language=language), width)
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    return image.quantize(64, dither=Image.Dither.NONE)


@lru_cache(maxsize=2)
def flat_stylesheet(dark: bool) -> str:
    """The pictures' style with all colours written out, for renderers without custom properties."""
    colours = dict(DARK if dark else LIGHT)
    players = PLAYERS_DARK if dark else PLAYERS_LIGHT
    colours |= {f"player-{number}": colour for number, colour in enumerate(players, 1)}
    rules = stylesheet(0).rpartition("}}")[2]
    rules = rules[rules.index(".kletka{") :]
    rules = re.sub(r"var\(--kletka-font,([^)]*)\)", r"\1", rules)
    rules = re.sub(r"var\(--kletka-([\w-]+)\)", lambda found: colours[found[1]], rules)
    return "".join(
        _for_players(selector, body, players) if "var(--c)" in body else f"{selector}{{{body}}}"
        for selector, body in _RULE.findall(rules)
    )


def _for_players(selector: str, body: str, players: Sequence[str]) -> str:
    """A rule in the player's colour, once for each player."""
    return "".join(
        f"{_of_player(selector, number)}{{{body.replace('var(--c)', colour)}}}"
        for number, colour in enumerate(players, 1)
    )


def _of_player(selector: str, number: int) -> str:
    head, kind, *rest = selector.strip().split(" ")
    return " ".join([head, f"{kind}.kletka-p{number}", *rest])
