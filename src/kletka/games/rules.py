"""The rules of a game by its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from kletka.games import defaults


@cache
def rules_of(game: str) -> Any:
    """The functions and constants of a game's module, with defaults for those it lacks."""
    return SimpleNamespace(**{**vars(defaults), **vars(import_module(f"kletka.games.{game}"))})
