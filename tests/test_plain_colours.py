"""Pictures in files keep their colours in programs that know no CSS custom properties."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

import kletka
from kletka.drawing.palette import LIGHT, PLAYERS_LIGHT
from kletka.lab.plotting import series_colour, svg_plot

DOCS = Path(__file__).parent.parent / "docs"
BOARDS = {
    "kamiken(size=3)": [LIGHT["white"], LIGHT["black"]],
    "manu(size=5)": [LIGHT["white"], LIGHT["black"]],
    "ydyumby(board=hex3,players=3)": PLAYERS_LIGHT[:3],
    "vyun(board=4x4,players=4)": PLAYERS_LIGHT[:4],
}


def colours(svg: str) -> set[str]:
    """The colours of an SVG as another program draws it."""
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=600, background="#ffffff", dpi=96))
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    found = image.getcolors(image.width * image.height) or []
    return {"#{:02x}{:02x}{:02x}".format(*colour) for _, colour in found}  # type: ignore[misc]


@pytest.mark.parametrize("spec", BOARDS)
def test_a_board_keeps_its_colours(spec: str) -> None:
    position = kletka.start(spec)
    for _ in position.players:
        position = position.play(position.moves[len(position.moves) // 2])
    drawn = kletka.svg(position, plain_colours=True)
    assert "var(" not in drawn
    assert {LIGHT["paper"], LIGHT["board"], *BOARDS[spec]} <= colours(drawn)
    assert "prefers-color-scheme:dark" in drawn
    assert drawn == position._repr_svg_()
    body = re.compile(r"<style>.*?</style>", re.DOTALL)
    assert body.sub("", drawn) == body.sub("", kletka.svg(position))


def test_a_plot_keeps_its_colours_and_error_bars() -> None:
    with svg_plot("across", "up") as plot:
        for number in range(3):
            plot.axes.errorbar(
                [number], [0], [[1], [1]], color=series_colour(number), capsize=3, elinewidth=8
            )
    assert "var(" not in plot.svg
    # Nothing but the error bars has these colours.
    assert {series_colour(number) for number in range(3)} <= colours(plot.svg)
    assert LIGHT["soft"] in colours(plot.svg)


def test_a_plot_follows_the_readers_theme() -> None:
    with svg_plot("across", "up") as plot:
        plot.axes.plot([0, 1], [0, 1], color=series_colour(0))
    for selector in (".kletka-plot:not([data-theme=light] *)", "[data-theme=dark] .kletka-plot"):
        assert f'{selector} [stroke="#1f56ad"]{{stroke:#4379e4}}' in plot.svg
    assert 'stroke="#d3190f"' not in plot.svg  # only the colours that are used


@pytest.mark.parametrize("file", sorted(DOCS.rglob("*.svg")), ids=lambda file: file.name)
def test_no_picture_of_the_documents_depends_on_custom_properties(file: Path) -> None:
    assert "var(--" not in file.read_text("utf-8")
