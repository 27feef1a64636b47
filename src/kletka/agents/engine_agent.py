"""The engine as an agent, with a budget of its own or at one of the levels."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kletka.agents.agent import Agent
from kletka.agents.levels import budget_at, budget_of, check_height, check_level
from kletka.engine.budget import Budget
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.engine.thinking import Thinker

TREE_BYTES = 256 * 2**20  # for one agent; several may play at the same time


class EngineAgent(Agent):
    """The engine on one thread, with its tuned knobs or others, with or without proofs.

    With a time per move it keeps its tree from move to move. With a number of simulations per move
    it starts from an empty tree, so that a move never rests on more simulations than that.
    """

    def __init__(self, name: str, budget: Budget, knobs: Any = None, proves: bool = True) -> None:
        self.name, self._budget, self._knobs, self._proves = name, budget, knobs, proves
        self._seed = 1
        self._thinker: Thinker | None = None

    def new_game(self, start: Position, seed: int) -> None:
        self._seed = seed
        self._thinker = None

    def choose(self, position: Position, history: list[Move]) -> Move:
        self.has_won, self.analysis = False, None
        if len(position.moves) == 1:
            return Move(str(position.moves[0]))
        begun = time.perf_counter()
        thinker = self._thinker_at(position, history)
        self.analysis = thinker.think(self._budget.since(begun), proves=self._proves)
        # An engine that overlooks moves may still lose a game that is won.
        self.has_won = self._budget.sight == 1 and thinker.has_win
        return self.analysis.best

    def _thinker_at(self, position: Position, history: list[Move]) -> Thinker:
        from kletka.engine.thinking import Thinker

        keeps = self._budget.simulations is None
        if keeps and self._thinker is not None and self._thinker.follow(history):
            return self._thinker
        self._thinker = Thinker(
            position,
            played=history,
            knobs=self._knobs,
            tree_bytes=TREE_BYTES,
            seed=self._seed * 1009 + len(history),
        )
        return self._thinker


class LevelAgent(EngineAgent):
    """One of the nine levels; how much it thinks depends on the board."""

    def __init__(self, level: int) -> None:
        check_level(level)
        super().__init__(f"level{level}", Budget(simulations=1))
        self._level = level

    def choose(self, position: Position, history: list[Move]) -> Move:
        self._budget = budget_of(self._level, position)
        return super().choose(position, history)


class HeightAgent(EngineAgent):
    """A height of the ladder, possibly between two levels; it counts simulations, not seconds."""

    PREFIX = "height"

    def __init__(self, height: float) -> None:
        check_height(height)
        super().__init__(f"{self.PREFIX}{height:g}", replace(budget_at(height), seconds=None))
