"""The one place where a game is registered.

To add a game: its rules in `games/`, its face in `faces/`, its drawing in `drawing/`, its
rules for people in `rules/`, one line here and one branch in `games/switchboard.py`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kletka.faces.kamiken import Kamiken
from kletka.faces.manu import Manu
from kletka.faces.vyun import Vyun
from kletka.faces.ydyumby import Ydyumby

if TYPE_CHECKING:
    from kletka.faces.base import Game

_CLASSES: tuple[type[Game], ...] = (Kamiken, Ydyumby, Vyun, Manu)

GAMES: tuple[str, ...] = tuple(game.name for game in _CLASSES)


@cache
def game_named(name: str) -> Game:
    """The face of a game of the catalogue."""
    return _CLASSES[GAMES.index(name)]()
