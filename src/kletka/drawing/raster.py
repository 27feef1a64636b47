"""Pictures as PNG, by a renderer that does not support CSS custom properties."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kletka.drawing.palette import DARK, LIGHT, PLAYERS_DARK, PLAYERS_LIGHT, stylesheet
from kletka.extras import need

with need("web"):
    import resvg_py

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def png(picture: str, width: int, dark: bool = False) -> bytes:
    """An SVG picture of this package as PNG."""
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


@lru_cache(maxsize=2)
def flat_stylesheet(dark: bool) -> str:
    """The style sheet of pictures with its custom properties replaced by colours."""
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
    """A rule in a player's colour, repeated for each player."""
    return "".join(
        f"{_of_player(selector, number)}{{{body.replace('var(--c)', colour)}}}"
        for number, colour in enumerate(players, 1)
    )


def _of_player(selector: str, number: int) -> str:
    head, kind, *rest = selector.strip().split(" ")
    return " ".join([head, f"{kind}.kletka-p{number}", *rest])
