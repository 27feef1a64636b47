"""Pictures for files: plain colours instead of CSS custom properties, which few programs know.

Browsers still follow the reader's light or dark preference; all other programs show the light
colours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kletka.drawing.palette import DARK, LIGHT, PLAYERS_DARK, PLAYERS_LIGHT, stylesheet

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def with_plain_colours(picture: str) -> str:
    """An SVG picture of this package that keeps its colours in any program."""
    body = _STYLE.sub("", picture, count=1)
    players = max((int(number) for number in re.findall(r"kletka-p([1-8])\b", body)), default=0)
    light, dark = flat_stylesheet(False, players), flat_stylesheet(True, players)
    style = f"<style>{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"
    return _STYLE.sub(lambda _: style, picture, count=1)


def without_style(picture: str) -> str:
    """A picture without its style sheet."""
    return _STYLE.sub("", picture, count=1)


@lru_cache(maxsize=32)
def flat_stylesheet(dark: bool, players: int = len(PLAYERS_LIGHT)) -> str:
    """The style sheet of pictures of so many players, with colours for custom properties."""
    colours = dict(DARK if dark else LIGHT)
    seats = (PLAYERS_DARK if dark else PLAYERS_LIGHT)[:players]
    rules = stylesheet(0).rpartition("}}")[2]
    rules = rules[rules.index(".kletka{") :]
    rules = re.sub(r"var\(--kletka-font,([^)]*)\)", r"\1", rules)
    rules = re.sub(r"var\(--kletka-([\w-]+)\)", lambda found: colours[found[1]], rules)
    return "".join(
        _for_players(selector, body, seats)
        if "var(--c)" in body
        else f"{selector.strip()}{{{body}}}"
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
