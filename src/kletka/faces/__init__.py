"""A game as people meet it: its notation, options, refusals and profile. One module per game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kletka.faces.base import Face


@cache
def face_of(game: str) -> Face:
    """The face of a game in the catalogue."""
    face: Face = import_module(f"kletka.faces.{game}").FACE
    return face
