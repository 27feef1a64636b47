"""Who can play a match: the engine, its levels, an inventor's style, chance, other engines."""

from __future__ import annotations

import random
import re
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from kletka.agents.levels import budget_of, check_level
from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.engine.thinking import Thinker

TREE_BYTES = 256 * 2**20  # of one engine: several play at the same time


class InvalidPlayer(KletkaError):
    """There is no such player."""


class PlayerFailed(KletkaError):
    """An engine crashed, hung or sent nonsense: it forfeits the game."""


class MatchPlayer(ABC):
    """Somebody who can choose moves. `name` is how the command line calls them."""

    name: str
    has_won = False  # whether the player's last move proved the win

    @abstractmethod
    def choose(self, position: Position, history: list[Move]) -> Move:
        """A move in a position that is not over; `history` is all that was played before."""

    def new_game(self, start: Position, seed: int) -> None:  # noqa: B027
        """A game begins from this position; chance is to follow the seed."""

    def close(self) -> None:  # noqa: B027
        """Nothing more will be asked."""


class RandomPlayer(MatchPlayer):
    """Any legal move, but no pass while there is another."""

    name = "random"

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        moves = [move for move in position.moves if str(move) != "pass"]
        return self._source.choice(moves or list(position.moves))


class EnginePlayer(MatchPlayer):
    """The engine on one thread, with its own settings or others, with or without its solver.

    With a time for each move it keeps what it knows of the position that comes of its move. With
    a number of simulations it starts anew, so that no more than these are behind a move.
    """

    def __init__(self, name: str, budget: Budget, knobs: Any = None, proves: bool = True) -> None:
        self.name, self._budget, self._knobs, self._proves = name, budget, knobs, proves
        self._seed = 1
        self._thinker: Thinker | None = None

    def new_game(self, start: Position, seed: int) -> None:
        self._seed = seed
        self._thinker = None

    def choose(self, position: Position, history: list[Move]) -> Move:
        self.has_won = False
        if len(position.moves) == 1:
            return Move(str(position.moves[0]))
        begun = time.perf_counter()
        thinker = self._thinker_at(position, history)
        best = thinker.think(self._budget.since(begun), proves=self._proves).best
        # An engine that overlooks moves may still lose a game that is won.
        self.has_won = self._budget.sight == 1 and thinker.has_win
        return best

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


class LevelPlayer(EnginePlayer):
    """One of the nine levels, on whatever board it is asked."""

    def __init__(self, level: int) -> None:
        check_level(level)
        super().__init__(f"level{level}", Budget(simulations=1))
        self._level = level

    def choose(self, position: Position, history: list[Move]) -> Move:
        self._budget = budget_of(self._level, position)
        return super().choose(position, history)


class InventorPlayer(MatchPlayer):
    """The inventor's own advice, to the letter."""

    name = "inventor"

    def new_game(self, start: Position, seed: int) -> None:
        self._seed = seed

    def choose(self, position: Position, history: list[Move]) -> Move:
        from kletka.agents.styles import inventor_move

        return inventor_move(position, seed=self._seed * 1009 + len(history))


def read_player(text: str) -> MatchPlayer:
    """A player by name: level3, engine@0.5s, plain@1000, inventor, random, ugi:COMMAND@1s…"""
    name, _, limit = text.rpartition("@") if "@" in text else (text, "", "")
    level = re.fullmatch(r"level([0-9]+)", text)
    if level:
        return LevelPlayer(int(level[1]))
    if text == "random":
        return RandomPlayer()
    if text == "inventor":
        return InventorPlayer()
    budget = read_budget(limit) if "@" in text else Budget(seconds=0.5)
    if name == "engine":
        return EnginePlayer(text, budget)
    if name == "plain":
        from kletka.engine.tuning import plain_knobs

        return EnginePlayer(text, budget, plain_knobs(), proves=False)
    if name.startswith("ugi:") and name != "ugi:":
        from kletka.agents.ugi_player import UgiPlayer

        return UgiPlayer(text, name.removeprefix("ugi:"), budget)
    if name == "openspiel-mcts":
        from kletka.agents.openspiel_player import OpenSpielPlayer

        return OpenSpielPlayer(text, budget)
    raise InvalidPlayer(
        Text(
            f"there is no player {text!r}; players are level1 to level9, engine, plain, "
            "openspiel-mcts or ugi:COMMAND (each with @0.5s or @1000 simulations), inventor, "
            "random",
            f"нет игрока {text!r}; есть level1 … level9, engine, plain, openspiel-mcts или "
            "ugi:КОМАНДА (с @0.5s или @1000 симуляций), inventor, random",
        )
    )


def read_budget(text: str) -> Budget:
    """A budget as written: 0.5s, 200ms, or a number of simulations."""
    if read := re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)s", text):
        return Budget(seconds=float(read[1]))
    if read := re.fullmatch(r"([0-9]+)ms", text):
        return Budget(seconds=int(read[1]) / 1000)
    if re.fullmatch(r"[0-9]{1,12}", text):
        return Budget(simulations=int(text))
    raise InvalidPlayer(
        Text(
            f"{text!r} is no time or number of simulations; write 0.5s, 200ms or 1000",
            f"{text!r} не время и не число симуляций; пишите 0.5s, 200ms или 1000",
        )
    )
