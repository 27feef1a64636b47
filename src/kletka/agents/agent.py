"""An agent is a program that chooses moves for a player."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from kletka.errors import KletkaError
from kletka.faces.base import PASS
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.engine.analysis import Analysis


class InvalidAgent(KletkaError):
    """There is no such agent, or it cannot play this game."""


class AgentFailed(KletkaError):
    """An agent crashed, hung or sent nonsense: it forfeits the game."""


class Agent(ABC):
    """A program that chooses moves. `name` is what the command line calls it."""

    name: str
    has_won = False  # whether a win was proved when the agent chose its last move
    analysis: Analysis | None = None  # what it thought of that move, if it searched

    @abstractmethod
    def choose(self, position: Position, history: list[Move]) -> Move:
        """A move in a position that is not over; `history` is all that was played before."""

    def new_game(self, start: Position, seed: int) -> None:  # noqa: B027
        """A game begins from this position; all random choices follow the seed."""

    def close(self) -> None:  # noqa: B027
        """Release what the agent holds: it will not be asked again."""


class RandomAgent(Agent):
    """Any legal move, but no pass while there is another."""

    name = "random"

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        moves = [move for move in position.moves if str(move) != PASS]
        return self._source.choice(moves or list(position.moves))
