"""The rules of a game by its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from kletka.games import defaults


@cache
def rules_of(game: str) -> Any:
    """All that a game's module has, and the defaults for what it does not have."""
    return SimpleNamespace(**{**vars(defaults), **vars(import_module(f"kletka.games.{game}"))})
