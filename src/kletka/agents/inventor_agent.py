"""A game's inventor as an agent."""

from __future__ import annotations

from kletka.agents.agent import Agent
from kletka.move import Move
from kletka.position import Position


class InventorAgent(Agent):
    """The inventor's own advice, to the letter."""

    name = "inventor"

    def new_game(self, start: Position, seed: int) -> None:
        self._seed = seed

    def choose(self, position: Position, history: list[Move]) -> Move:
        from kletka.agents.styles import inventor_move

        return inventor_move(position, seed=self._seed * 1009 + len(history))
