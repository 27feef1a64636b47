"""What the engine knows of each game beyond its rules.

A game may have a module or package here, named as in the catalogue, with any functions of
`contract.py`; `default.py` stands in for the rest. Numbers that were fitted by matches lie beside
it in `tuning.toml`, and weights that were learned in `weights.txt`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from kletka.engine.knowledge import default


@cache
def knowledge_of(game: str) -> Any:
    """The plain functions of `contract.Plans` for a game: its own, or the defaults."""
    module = f"{__name__}.{game}"
    own = vars(import_module(module)) if find_spec(module) else {}
    return SimpleNamespace(**{**vars(default), **own})
