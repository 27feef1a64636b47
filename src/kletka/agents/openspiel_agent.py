"""OpenSpiel's own C++ Monte Carlo tree search, playing our games over the bridge."""

from __future__ import annotations

import time
from typing import Any

from kletka.agents.agent import Agent
from kletka.bridges.openspiel import load, pyspiel
from kletka.engine.budget import Budget
from kletka.move import Move
from kletka.position import Position

EXPLORATION = 2.0  # as in OpenSpiel's own examples
TREE_MEGABYTES = 1000
TRIAL = 50  # simulations before the first move, to learn how fast they are here


class OpenSpielAgent(Agent):
    """`pyspiel.MCTSBot` with one random rollout a simulation and its solver on.

    It counts simulations only: for a time, as many as that time allowed for the moves before.
    """

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self._budget = name, budget
        self._speed = 0.0  # simulations a second, as measured last

    def new_game(self, start: Position, seed: int) -> None:
        self._game = load(start.spec)
        self._seed = seed

    def choose(self, position: Position, history: list[Move]) -> Move:
        state = self._game.new_initial_state(str(position))
        if self._budget.simulations:
            return self._search(state, self._budget.simulations)
        if not self._speed:
            self._search(state, 2)  # whatever must be compiled or loaded is loaded now
            self._speed = 0.0
            self._search(state, TRIAL)
        return self._search(state, max(int(self._speed * (self._budget.seconds or 0)), 2))

    def _search(self, state: Any, simulations: int) -> Move:
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = pyspiel.MCTSBot(
            self._game, evaluator, EXPLORATION, simulations, TREE_MEGABYTES, True, self._seed, False
        )
        begin = time.perf_counter()
        # `step` lets go of the GIL and crashes on games written in Python (OpenSpiel 2.0.2).
        root = bot.mcts_search(state)
        speed = root.explore_count / max(time.perf_counter() - begin, 1e-6)
        # A position that is solved at once tells little of the next one.
        self._speed = min(speed, 2 * self._speed) if self._speed else speed
        return Move(state.action_to_string(root.best_child().action))
