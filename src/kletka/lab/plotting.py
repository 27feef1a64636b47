"""One style for all plots of the lab, in light and dark.

Matplotlib draws with the light colours. In the finished SVG they are attributes, which every
program understands, and a style sheet replaces them where the reader's theme is dark. The palette
is that of the pictures of boards.
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

_IN_THE_DARK = {
    **dict(zip(PLAYERS_LIGHT, PLAYERS_DARK, strict=True)),
    **{LIGHT[name]: DARK[name] for name in ("ink", "soft", "grid", "accent")},
}
_COLOUR = re.compile(r"(fill|stroke): (#[0-9a-f]{6})(?:; |$)")
_CLASS = "kletka-plot"


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
    text = re.sub(r'style="([^"]*)"', _with_attributes, text)
    text = text.replace("<g ", f'<g class="{_CLASS}" ', 1)
    style = (
        "<style>@media (prefers-color-scheme:dark){"
        f"{_dark_rules(text, f'.{_CLASS}:not([data-theme=light] *)')}}}"
        f"{_dark_rules(text, f'[data-theme=dark] .{_CLASS}')}</style>"
    )
    return re.sub(r"(<svg [^>]*>)", lambda opened: opened[1] + style, text, count=1)


def _with_attributes(style: re.Match[str]) -> str:
    """The style of an element with its colours as attributes, which a style sheet can override."""
    attributes = [f'{name}="{colour}"' for name, colour in _COLOUR.findall(style[1])]
    rest = _COLOUR.sub("", style[1]).removesuffix("; ")
    return " ".join([*attributes, *([f'style="{rest}"'] if rest else [])])


def _dark_rules(text: str, within: str) -> str:
    """The rules that replace the light colours of a plot."""
    return "".join(
        f'{within} [{name}="{light}"]{{{name}:{dark}}}'
        for light, dark in _IN_THE_DARK.items()
        for name in ("fill", "stroke")
        if f'{name}="{light}"' in text
    )


def _in_pixels(size: re.Match[str]) -> str:
    return f'{size[1]}="{float(size[2]) * 4 / 3:.0f}"'


def save_svg(path: Path, svg: str) -> None:
    path.write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8")
