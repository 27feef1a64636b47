"""Agents as opponents of a learner: they answer many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from kletka.agents.agent import Agent
from kletka.agents.names import read_agent
from kletka.bridges.vectorised import ManyGames


class AgentOpponent:
    """An agent, or its name such as `level3`, that chooses an action in each of many games.

    It knows positions, not how they came about: it chooses as if a game began there. All random
    choices follow the seed and the number of moves chosen.
    """

    def __init__(self, agent: Agent | str, seed: int = 1) -> None:
        self._agent = read_agent(agent) if isinstance(agent, str) else agent
        self._seed, self._chosen = seed, 0

    def __call__(self, games: ManyGames) -> Any:
        """An action for each game: int64[games]; the agent must be to move in all of them."""
        return np.array([self._choose(games, number) for number in range(len(games))], np.int64)

    def _choose(self, games: ManyGames, number: int) -> int:
        position = games.position(number)
        self._chosen += 1
        self._agent.new_game(position, self._seed * 10_007 + self._chosen)
        move = self._agent.choose(position, [])
        return games.action(str(position.steps(move)[0]))
