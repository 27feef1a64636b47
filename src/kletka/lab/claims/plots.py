"""The plots of the report: figures with their intervals, maps of boards, histograms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kletka.extras import need
from kletka.lab.claims.base import (
    UNKNOWN,
    WINS,
    BoardMap,
    Claim,
    Figures,
    Histogram,
    Row,
    level_name,
)

MEASURED, EXACT, NEUTRAL = "#1f6f8b", "#c8553d", "#999999"
BY_LEVEL = ("#e0a030", "#1f6f8b", "#7b5ea7")  # from the lowest level
APART = 0.26  # between the levels of a figure, in rows
WIDTH = 8.5  # inches
ROW_HEIGHT, PANEL_HEAD = 0.3, 0.9
MAP_HEIGHT, HISTOGRAM_HEIGHT = 2.6, 2.0
MAPS_IN_ROW = 3
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "kletka",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def is_drawn(figures: Figures) -> bool:
    """Whether there is anything to draw."""
    return bool(_panels(figures) or figures.maps or figures.histograms)


def draw(claim: Claim, figures: Figures, language: str, file: Path) -> None:
    """Write the plots of a claim as one picture."""
    panels = _panels(figures)
    with need("lab"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure

    map_rows, histogram_rows = _rows_for(figures.maps), _rows_for(figures.histograms)
    bands = [
        *((PANEL_HEAD + ROW_HEIGHT * len(_labels(rows, language)), 1) for rows in panels),
        *((MAP_HEIGHT, MAPS_IN_ROW) for _ in range(map_rows)),
        *((HISTOGRAM_HEIGHT, MAPS_IN_ROW) for _ in range(histogram_rows)),
    ]
    with rc_context(STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(WIDTH, sum(height for height, _ in bands)), layout="constrained")
        grids = figure.subfigures(
            len(bands), 1, height_ratios=[height for height, _ in bands], squeeze=False
        )[:, 0]
        places = [
            list(grid.subplots(1, count, squeeze=False)[0])
            for grid, (_, count) in zip(grids, bands, strict=True)
        ]
        for rows, (axes,) in zip(panels, places, strict=False):
            _draw_panel(axes, claim, rows, language)
        rest = [axes for row in places[len(panels) :] for axes in row]
        for axes in rest:
            axes.set_visible(False)
        for board, axes in zip(figures.maps, rest, strict=False):
            _draw_map(axes, board, language)
        for shown, axes in zip(figures.histograms, rest[map_rows * MAPS_IN_ROW :], strict=False):
            _draw_histogram(axes, shown, language)
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None, dpi=110)


def _panels(figures: Figures) -> list[list[Row]]:
    panels: dict[str, list[Row]] = {}
    for row in figures.rows:
        if row.panel is not None:
            panels.setdefault(row.panel.en, []).append(row)
    return list(panels.values())


def _rows_for(pictures: Sequence[object]) -> int:
    """How many rows these pictures need."""
    return -(-len(pictures) // MAPS_IN_ROW)


def _labels(rows: list[Row], language: str) -> dict[str, str]:
    """The labels of a panel by their keys; the levels of a figure share one."""
    return {row.key: row.label.say(language) for row in rows}


def _draw_panel(axes: Any, claim: Claim, rows: list[Row], language: str) -> None:
    """Draw a dot with its interval for each figure, one below the other for each level; exact ones
    are diamonds."""
    factor = 100 if rows[0].kind == "share" else 1
    labels, levels = _labels(rows, language), Figures(rows).levels
    keys = list(labels)
    for row in rows:
        place, value = float(keys.index(row.key)), factor * row.value
        colour = MEASURED if row.games is not None else EXACT
        name = ""
        if row.level is not None:
            number = levels.index(row.level)
            place += APART * (number - (len(levels) - 1) / 2)
            colour, name = BY_LEVEL[number], level_name(row.level).say(language)
        if row.low is None or row.high is None:
            axes.plot(value, place, "D", color=colour, markersize=5)
            continue
        if row.high < UNKNOWN:
            axes.plot([factor * row.low, factor * row.high], [place] * 2, color=colour, lw=2)
        axes.plot(value, place, "o", color=colour, markersize=5, label=name)
    _draw_legend(axes)
    shares = rows[0].kind == "share"
    if claim.neutral is not None and (rows[0].panel == WINS or not shares):
        axes.axvline(factor * claim.neutral, color=NEUTRAL, lw=1, ls="--", zorder=0)
    if shares:
        axes.set_xlim(-2, 102)
    axes.set_yticks(range(len(keys)), list(labels.values()))
    axes.set_ylim(len(keys) - 0.5, -0.5)
    axes.grid(axis="x", color="#e5e5e5", zorder=0)
    axes.set_axisbelow(True)
    panel = rows[0].panel
    assert panel is not None
    axes.set_title(panel.say(language), loc="left", fontsize=10)
    axes.set_xlabel("%" if shares else claim.scale.say(language))


def _draw_legend(axes: Any) -> None:
    """Name the colours of the levels, each once, beside the title."""
    handles, names = axes.get_legend_handles_labels()
    named = {name: handle for handle, name in zip(handles, names, strict=True) if name}
    if named:
        axes.legend(
            named.values(),
            named.keys(),
            loc="lower right",
            bbox_to_anchor=(1, 1),
            ncols=len(named),
            frameon=False,
            fontsize=8,
        )


def _draw_map(axes: Any, board: BoardMap, language: str) -> None:
    """Draw the board with a number in each cell."""
    numbers = [[0.0 if cell is None else cell for cell in row] for row in board.cells]
    most = max(max(abs(cell) for row in numbers for cell in row), 0.5)
    axes.set_visible(True)
    axes.imshow(numbers, cmap="BrBG", vmin=-1.4 * most, vmax=1.4 * most)
    size = len(numbers)
    for y, row in enumerate(numbers):
        for x, cell in enumerate(row):
            shown = f"{cell:g}" if cell == int(cell) and size < 7 else f"{cell:.1f}"
            axes.text(
                x,
                y,
                shown.replace("-", "−"),
                ha="center",
                va="center",
                fontsize=9 if size < 7 else 5.5,
            )
    axes.set_xticks(range(size), [chr(ord("A") + x) for x in range(size)])
    axes.set_yticks(range(size), [str(y + 1) for y in range(size)])
    axes.tick_params(length=0, labelsize=7)
    axes.set_title(board.title.say(language), fontsize=9)


def _draw_histogram(axes: Any, shown: Histogram, language: str) -> None:
    axes.set_visible(True)
    axes.bar(list(shown.counts), list(shown.counts.values()), color=MEASURED, width=0.8)
    axes.axvline(0, color=NEUTRAL, lw=1, ls="--")
    axes.set_title(shown.title.say(language), fontsize=9)
    axes.tick_params(labelsize=7)
