"""OpenSpiel's own C++ Monte Carlo tree search, playing our games over the bridge."""

from __future__ import annotations

import time
from typing import Any

from kletka.agents.agent import Agent, NoGameYet
from kletka.bridges.openspiel import load, pyspiel
from kletka.engine.budget import Budget
from kletka.move import Move
from kletka.position import Position

EXPLORATION = 2.0  # as in OpenSpiel's own examples
TREE_MEGABYTES = 1000
TRIAL = 50  # simulations before the first move, to measure their speed


class OpenSpielAgent(Agent):
    """`pyspiel.MCTSBot` with one random rollout per simulation and its solver on.

    It only counts simulations: given a time, it makes as many as fitted in on earlier moves.
    """

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self._budget = name, budget
        self._speed = 0.0  # simulations a second, as measured last
        self._game: Any = None

    def new_game(self, start: Position, seed: int) -> None:
        self._game = load(start.spec)
        self._seed = seed

    def choose(self, position: Position, history: list[Move]) -> Move:
        if self._game is None:
            raise NoGameYet(self.name)
        state = self._game.new_initial_state(str(position))
        if self._budget.simulations:
            return self._search(state, self._budget.simulations)
        if not self._speed:
            self._search(state, 2)  # compiles and loads everything
            self._speed = 0.0
            self._search(state, TRIAL)
        return self._search(state, max(int(self._speed * (self._budget.seconds or 0)), 2))

    def _search(self, state: Any, simulations: int) -> Move:
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = pyspiel.MCTSBot(
            self._game, evaluator, EXPLORATION, simulations, TREE_MEGABYTES, True, self._seed, False
        )
        begin = time.perf_counter()
        # `step` releases the GIL and crashes on games written in Python (OpenSpiel 2.0.2).
        root = bot.mcts_search(state)
        speed = root.explore_count / max(time.perf_counter() - begin, 1e-6)
        # The speed in a position that is solved at once says little about the next one.
        self._speed = min(speed, 2 * self._speed) if self._speed else speed
        return Move(state.action_to_string(root.best_child().action))
