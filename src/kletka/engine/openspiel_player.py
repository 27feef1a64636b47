"""OpenSpiel's own C++ Monte Carlo tree search, playing our games through a Python game."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pyspiel

from kletka.engine.budget import Budget
from kletka.engine.players import MatchPlayer
from kletka.faces.base import OVER, TO_MOVE
from kletka.move import Move
from kletka.position import Position
from kletka.setting import Setting

EXPLORATION = 2.0  # as in OpenSpiel's own examples
MEMORY_MB = 1000


class OpenSpielPlayer(MatchPlayer):
    """`pyspiel.MCTSBot` with one random rollout a simulation and its solver on.

    It counts simulations only: for a time, as many as that time allowed for the moves before.
    """

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self._budget = name, budget
        self._speed = 200.0  # simulations a second, as measured last

    def new_game(self, start: Position, seed: int) -> None:
        self._game = _game_of(start._setting)
        self._seed = seed

    def choose(self, position: Position, history: list[Move]) -> Move:
        seconds = self._budget.seconds
        simulations = self._budget.simulations or max(int(self._speed * (seconds or 0)), 2)
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = pyspiel.MCTSBot(
            self._game, evaluator, EXPLORATION, simulations, MEMORY_MB, True, self._seed, False
        )
        state = self._game.new_initial_state()
        state.kernel_state = position._state.copy()
        begin = time.perf_counter()
        # `step` lets go of the GIL and crashes on games written in Python (OpenSpiel 2.0.2).
        root = bot.mcts_search(state)
        speed = root.explore_count / max(time.perf_counter() - begin, 1e-6)
        self._speed = min(speed, 2 * self._speed)  # a position solved at once tells little
        code = root.best_child().action
        return Move(position._setting.game.notation(position._setting, code))


def _game_of(setting: Setting) -> Any:
    players = len(setting.players)
    game_type = pyspiel.GameType(
        short_name="kletka_player",
        long_name="Kletka",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    cells = len(setting.board.names)
    info = pyspiel.GameInfo(
        num_distinct_actions=cells * (2 + cells + 2 * 256) + 1,
        max_chance_outcomes=0,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=100 * cells,
    )

    # A copied state copies its attributes; the setting must be shared, so the class holds it.
    class BoundState(_State):
        shared = setting

    class BoundGame(_Game):
        state_class = BoundState

    return BoundGame(game_type, info, {})


class _Game(pyspiel.Game):  # type: ignore[misc]
    state_class: type

    def new_initial_state(self, state: object = None) -> Any:
        return self.state_class(self)


class _State(pyspiel.State):  # type: ignore[misc]
    shared: Setting

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.kernel_state = self.shared.start()

    def current_player(self) -> int:
        player = int(self.kernel_state[TO_MOVE])
        return int(pyspiel.PlayerId.TERMINAL) if player == OVER else player

    def _legal_actions(self, player: int) -> list[int]:
        out = np.empty(self.shared.kernel.moves_bound(self.shared.tables), np.int32)
        count = self.shared.kernel.moves(self.kernel_state, self.shared.tables, out)
        codes: list[int] = out[:count].tolist()
        return codes

    def _apply_action(self, action: int) -> None:
        self.shared.kernel.apply(self.kernel_state, self.shared.tables, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.shared.game.notation(self.shared, action)

    def is_terminal(self) -> bool:
        return bool(self.kernel_state[TO_MOVE] == OVER)

    def returns(self) -> list[float]:
        players = len(self.shared.players)
        if not self.is_terminal():
            return [0.0] * players
        winners = self.shared.winners(self.kernel_state)
        if len(winners) == players:
            return [0.0] * players
        lost = -1.0 / (players - len(winners)) if players > 2 else -1.0
        return [1.0 / len(winners) if p in winners else lost for p in range(players)]

    def __str__(self) -> str:
        return " ".join(map(str, self.kernel_state.tolist()))
