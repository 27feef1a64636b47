"""Colours and strokes, as one style sheet inside every picture.

All colours are custom properties of no specificity (`:where`), so that any rule of a page overrides
them. They follow the reader's light or dark preference, and `data-theme="light"` or `"dark"` on
the page or on any element around a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

# In the order of `COLOURS` in faces/players.py, and as they are called there. They were chosen by a
# search: as far apart as possible for normal and for colour-blind eyes (tests/test_colours.py).
PLAYERS_LIGHT = (
    "#d3190f", "#1f56ad", "#00936a", "#ea9300", "#9a63e0", "#e0cd12", "#4abeef", "#4a4f57",
)  # fmt: skip
PLAYERS_DARK = (
    "#f0323a", "#4379e4", "#61cd9e", "#ff8e02", "#c191f3", "#f8ed62", "#9ce0ff", "#85888e",
)  # fmt: skip

LIGHT = {
    "paper": "#faf8f1",
    "squares": "#d3dee8",
    "margin": "#e3a1a1",
    "board": "#fffefa",
    "grid": "#a9bccb",
    "ink": "#2b3442",
    "soft": "#75818f",
    "accent": "#c2304a",
    "white": "#ffffff",
    "black": "#2b3442",
    "rim": "#2b3442",
    "outline": "#2b3442",
    "glow": "#fff3c4",
    "shade": "#2b344226",
    "shine": "#ffffff59",
    "hover": "#c2304a1f",
}
DARK = {
    "paper": "#1b222b",
    "squares": "#28323e",
    "margin": "#5e3a42",
    "board": "#27313c",
    "grid": "#4a5a6a",
    "ink": "#d5dde6",
    "soft": "#93a0ad",
    "accent": "#ff8296",
    "white": "#e9ecee",
    "black": "#0b0e13",
    "rim": "#9fb0bf",
    "outline": "#11161d",
    "glow": "#e9ecee2b",
    "shade": "#0b0e1373",
    "shine": "#ffffff24",
    "hover": "#ff829629",
}

_RULES = """
.kletka{font-family:var(--kletka-font,Georgia,"PT Serif","Noto Serif",serif)}
.kletka path,.kletka circle{fill:none;stroke-linecap:round;stroke-linejoin:round}
.kletka text{fill:var(--kletka-soft);text-anchor:middle;dominant-baseline:central}
.kletka .kletka-paper{fill:var(--kletka-paper)}
.kletka .kletka-squares{stroke:var(--kletka-squares)}
.kletka .kletka-margin{stroke:var(--kletka-margin);stroke-width:1.2}
.kletka .kletka-board{fill:var(--kletka-board);fill-rule:evenodd}
.kletka .kletka-grid{stroke:var(--kletka-grid)}
.kletka .kletka-edge{stroke:var(--kletka-ink);stroke-width:1.3;opacity:.75}
.kletka .kletka-spots{stroke:var(--kletka-grid);stroke-width:5}
.kletka .kletka-cell,.kletka .kletka-target{fill:transparent;pointer-events:all}
.kletka .kletka-can,.kletka .kletka-target{cursor:pointer}
.kletka .kletka-can:hover,.kletka .kletka-target:hover{fill:var(--kletka-hover)}
.kletka circle.kletka-target{stroke:var(--kletka-accent);stroke-dasharray:3 4;opacity:.8}
.kletka .kletka-dots{stroke:var(--kletka-soft);stroke-width:5;opacity:.55}
.kletka .kletka-ways{stroke:var(--kletka-soft);stroke-width:1.6;opacity:.7}
.kletka .kletka-last,.kletka .kletka-ring{stroke:var(--kletka-accent);stroke-width:2}
.kletka .kletka-trail{stroke:var(--kletka-accent);stroke-width:17;opacity:.22}
.kletka .kletka-ghost{stroke:var(--kletka-accent);stroke-width:1.5;stroke-dasharray:2 4}
.kletka .kletka-faint{opacity:.45}
.kletka .kletka-sample{display:none}
.kletka .kletka-mark{fill:var(--kletka-accent);font-size:15px;font-weight:bold;stroke-width:3;\
stroke:var(--kletka-board);paint-order:stroke;pointer-events:none}
.kletka .kletka-landing{stroke:var(--kletka-accent);stroke-width:1.3;opacity:.8}
.kletka .kletka-glow{fill:var(--kletka-glow)}
.kletka .kletka-hatch{stroke:var(--kletka-soft);stroke-width:.9;opacity:.6}
.kletka .kletka-shade{fill:var(--kletka-shade)}
.kletka .kletka-count{fill:var(--kletka-ink);font-size:11px;stroke:var(--kletka-board);\
stroke-width:3;paint-order:stroke}
.kletka .kletka-note{text-anchor:start}
.kletka .kletka-tally,.kletka .kletka-struck{stroke:var(--kletka-ink);stroke-width:1.6}
.kletka .kletka-white path,.kletka .kletka-black path{stroke:var(--kletka-rim);stroke-width:1.8}
.kletka .kletka-white path{fill:var(--kletka-white)}
.kletka .kletka-black path{fill:var(--kletka-black)}
.kletka .kletka-pencil{stroke:var(--kletka-shine);stroke-width:2}
.kletka .kletka-piece path{stroke:var(--kletka-outline);stroke-width:1.4;fill:var(--c);\
fill-rule:evenodd}
.kletka .kletka-tint path{fill:var(--c);opacity:.16}
.kletka .kletka-seed path{fill:var(--c);opacity:.75}
.kletka .kletka-open path{stroke:var(--c);stroke-width:1.6}
.kletka .kletka-line path{stroke:var(--c);stroke-width:2.4}
.kletka .kletka-ray path{stroke:var(--c);stroke-width:7;opacity:.18}
.kletka .kletka-halo path{stroke:var(--kletka-board);stroke-width:7.5}
.kletka .kletka-vine path{stroke:var(--c);stroke-width:3.6}
.kletka .kletka-leaf path{stroke:var(--c);stroke-width:1.2;fill:var(--c)}
"""


@lru_cache(maxsize=16)
def stylesheet(players: int) -> str:
    """The style of a picture with that many coloured players; 0 for games of stones."""
    light = _declare(LIGHT, PLAYERS_LIGHT[:players])
    dark = _declare(DARK, PLAYERS_DARK[:players])
    seats = "".join(f".kletka-p{n}{{--c:var(--kletka-player-{n})}}" for n in range(1, players + 1))
    return (
        f":where(:root,[data-theme=light]){{{light}}}"
        f"@media (prefers-color-scheme:dark){{:where(:root:not([data-theme=light])){{{dark}}}}}"
        f":where([data-theme=dark]){{{dark}}}"
        f"{seats}{_RULES}".replace("\n", "")
    )


def _declare(colours: Mapping[str, str], players: tuple[str, ...]) -> str:
    named = {**colours, **{f"player-{n}": c for n, c in enumerate(players, 1)}}
    return ";".join(f"--kletka-{name}:{colour}" for name, colour in named.items())
