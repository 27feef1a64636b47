"""The outcome of a finished game as a whole number, for solving."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import kernel
from kletka.engine.knowledge import switchboard as knowledge
from kletka.games import switchboard as rules


@kernel
def final_lead(game, state, tables, points):
    """The outcome for player 0, without komi."""
    rules.points(game, state, tables, points)
    lead = knowledge.outcome(game, state, tables, points) + knowledge.komi(game, tables)
    return np.int64(np.floor(lead + 0.5))
