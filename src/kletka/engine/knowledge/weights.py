"""Learned weights of the features of moves, from `weights.txt` beside a game's knowledge.

`kletka learn` writes these files.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import numpy as np

MOST_FEATURES = 1024


@cache
def weights_of(game: str) -> Any:
    """The learned weights of a game's features, all 0 for games without any."""
    weights = no_weights()
    file = resources.files("kletka.engine.knowledge") / game / "weights.txt"
    if file.is_file():
        lines = file.read_text("utf-8").splitlines()
        learned = [float(line) for line in lines if not line.startswith("#")]
        weights[: len(learned)] = learned
    return weights


def no_weights() -> Any:
    return np.zeros(MOST_FEATURES, np.float32)
