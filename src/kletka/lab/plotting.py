"""One style for all plots of the lab, in light and dark.

Matplotlib draws with the light colours; in the finished SVG each of them becomes a CSS variable
whose value follows the reader's theme, with the palette of the pictures of boards.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kletka.drawing.palette import DARK, LIGHT, PLAYERS_DARK, PLAYERS_LIGHT
from kletka.extras import need

WIDTH, HEIGHT = 5.6, 2.7  # inches
SERIES = (1, 0, 2, 4, 3, 6)  # the palette's colours in the order in which lines take them
FONT = "Georgia, 'PT Serif', 'Noto Serif', serif"

_NAMED = {
    LIGHT["ink"]: ("ink", DARK["ink"]),
    LIGHT["soft"]: ("soft", DARK["soft"]),
    LIGHT["grid"]: ("grid", DARK["grid"]),
    LIGHT["accent"]: ("accent", DARK["accent"]),
    **{
        light: (f"series-{number}", dark)
        for number, (light, dark) in enumerate(zip(PLAYERS_LIGHT, PLAYERS_DARK, strict=True), 1)
        if light != LIGHT["ink"]
    },
}


class Plot:
    """A plot: `axes` to draw on, `svg` once it is finished."""

    def __init__(self, figure: Any, axes: Any) -> None:
        self.figure, self.axes = figure, axes
        self.svg = ""


def series_colour(number: int) -> str:
    """The colour of a line or a bar; colour-blind readers can tell them apart."""
    return PLAYERS_LIGHT[SERIES[number % len(SERIES)]]


@contextmanager
def svg_plot(across: str, up: str, height: float = HEIGHT) -> Iterator[Plot]:
    """A plot with labelled axes; its SVG is ready when the block ends."""
    with need("lab"):
        import matplotlib
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator

    style: Any = {
        "font.family": "DejaVu Serif",  # wide: text that fits in this font fits in others
        "font.size": 9,
        "text.color": LIGHT["ink"],
        "axes.edgecolor": LIGHT["soft"],
        "axes.labelcolor": LIGHT["soft"],
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": True,
        "xtick.color": LIGHT["soft"],
        "ytick.color": LIGHT["soft"],
        "grid.color": LIGHT["grid"],
        "grid.linewidth": 0.5,
        "legend.frameon": False,
        "svg.fonttype": "none",
        "svg.hashsalt": "kletka",
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.subplots()
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(axis="y", alpha=0.6)
        axes.set_axisbelow(True)
        for axis in (
            axes.xaxis,
            axes.yaxis,
        ):  # whole numbers need no translation
            axis.set_major_locator(MaxNLocator(nbins=8, integer=True))
        drawn = Plot(figure, axes)
        yield drawn
        drawn.svg = _written(figure)


def _written(figure: Any) -> str:
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = re.sub(r"^.*?(?=<svg )", "", file.getvalue(), flags=re.DOTALL)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"font: ([^;\"]*?)'DejaVu Serif'[^;\"]*", rf"font: \1{FONT}", text)
    # A rule for all elements would affect the whole page that contains the plot.
    text = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'(width|height)="([0-9.]+)pt"', _in_pixels, text)
    text = text.replace("<svg ", '<svg stroke-linejoin="round" ', 1)
    for light, (name, _) in _NAMED.items():
        text = text.replace(light, f"var(--plot-{name})")
    light_ones = ";".join(f"--plot-{name}:{light}" for light, (name, _) in _NAMED.items())
    dark_ones = ";".join(f"--plot-{name}:{dark}" for name, dark in _NAMED.values())
    style = (
        f"<style>:where(:root,[data-theme=light]){{{light_ones}}}"
        "@media (prefers-color-scheme:dark){"
        f":where(:root:not([data-theme=light])){{{dark_ones}}}}}"
        f":where([data-theme=dark]){{{dark_ones}}}</style>"
    )
    return re.sub(r"(<svg [^>]*>)", rf"\1{style}", text, count=1)


def _in_pixels(size: re.Match[str]) -> str:
    return f'{size[1]}="{float(size[2]) * 4 / 3:.0f}"'


def save_svg(path: Path, svg: str) -> None:
    path.write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8")
