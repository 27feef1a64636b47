"""An agent is a program that chooses moves for a player."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from kletka.errors import KletkaError
from kletka.faces.base import PASS
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.engine.analysis import Analysis


class InvalidAgent(KletkaError):
    """There is no such agent, or it cannot play this game."""


class AgentFailed(KletkaError):
    """An agent crashed, hung or sent nonsense: it forfeits the game."""


class AgentNotStarted(KletkaError):
    """A program that should play cannot be started at all: there is no match."""


class NoGameYet(KletkaError):
    """An agent was asked for a move before its first game began."""

    def __init__(self, name: str) -> None:
        super().__init__(
            Text(
                f"{name} has no game yet; call new_game(position, seed) before choose",
                f"у {name} ещё нет партии; до choose нужно вызвать new_game(position, seed)",
            )
        )


class Agent(ABC):
    """A program that chooses moves. `name` is what the command line calls it.

    `new_game` comes before the first `choose` of every game; without it `choose` raises NoGameYet
    if the agent needs to know the game.
    """

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
    _source: random.Random | None = None

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        if self._source is None:
            raise NoGameYet(self.name)
        moves = [move for move in position.moves if str(move) != PASS]
        return self._source.choice(moves or list(position.moves))
