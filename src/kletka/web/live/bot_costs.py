"""How long a bot is expected to think about a move, before it does."""

from __future__ import annotations

from kletka.agents.levels import budget_of
from kletka.position import Position
from kletka.web.live.terms import INVENTOR, LEVEL_BOTS

SIMULATION = 0.7e-6  # seconds for each cell of the board
ADVICE = 3e-4  # likewise, for the inventor's advice


def expected_seconds(bot: str, position: Position) -> float:
    """A rough figure for a usual machine; what a move really took is known afterwards."""
    cells = len(position.board.places)
    if bot == INVENTOR:
        return ADVICE * cells
    budget = budget_of(LEVEL_BOTS.index(bot) + 1, position)
    limits = [] if budget.seconds is None else [budget.seconds]
    if budget.simulations is not None:
        limits.append(SIMULATION * cells * budget.simulations)
    return min(limits)
