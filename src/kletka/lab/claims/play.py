"""Games that are watched: who plays them, and how many; every task is seeded and repeatable."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kletka.agents import Agent, read_agent
from kletka.agents.engine_agent import EngineAgent
from kletka.agents.match import GameResult, play_game
from kletka.agents.styles import inventor_view
from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position, start

Watch = Callable[[list[Position], GameResult], Any]

# The share of the full number of games that an effort plays.
EFFORTS = {"tiny": 0.02, "quick": 0.08, "medium": 0.25, "full": 1.0}


class InvalidEffort(KletkaError):
    """There is no such effort."""


@dataclass(frozen=True)
class Kind:
    """Games of one kind: who plays, on which board, from which opening."""

    spec: str
    agents: tuple[str, str]
    opening: tuple[str, ...] = ()
    seed: int = 1


class Lab:
    """A pool, how much it is asked for, and the games it has already played."""

    def __init__(self, pool: WorkerPool, effort: str = "quick") -> None:
        if effort not in EFFORTS:
            raise InvalidEffort(
                Text(
                    f"there is no effort {effort!r}; write {' or '.join(EFFORTS)}",
                    f"нет такого объёма {effort!r}; есть {', '.join(EFFORTS)}",
                )
            )
        self.pool, self.effort = pool, effort
        self._kept: dict[tuple[Watch, Kind, int], list[Any]] = {}

    @property
    def tiny(self) -> bool:
        """Whether only the smallest boards are wanted."""
        return self.effort == "tiny"

    @property
    def full(self) -> bool:
        return self.effort == "full"

    def count(self, games: int) -> int:
        """How many games to play where the full effort plays so many."""
        return max(4, round(games * EFFORTS[self.effort] / 2) * 2)

    def watch(self, watch: Watch, kind: Kind, games: int) -> list[Any]:
        """What was seen in so many games of the full effort; the same games are played once."""
        number = self.count(games)
        key = (watch, kind, number)
        if key not in self._kept:
            tasks = ((watch, kind, seed) for seed in range(number))
            self._kept[key] = list(map_in_order(self.pool, watched_game, tasks))
        return self._kept[key]

    def watch_all(self, watch: Watch, kinds: Iterable[Kind], games: int) -> list[list[Any]]:
        """The same for several kinds of games, all of them given out together."""
        number, kinds = self.count(games), list(kinds)
        tasks = ((watch, kind, seed) for kind in kinds for seed in range(number))
        seen = map_in_order(self.pool, watched_game, tasks)
        return [list(islice(seen, number)) for _ in kinds]

    def each(self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Any other work, task by task."""
        return list(map_in_order(self.pool, function, tasks))


def watched_game(watch: Watch, kind: Kind, number: int) -> Any:
    """A task: one game, and what is to be seen in it."""
    agents = [named_agent(name) for name in kind.agents]
    position = start(kind.spec)
    for opening in kind.opening:
        position = position.play(opening)
    game = play_game(agents, [0, 1], position, kind.seed * 100_003 + number)
    positions = [position]
    for move in game.moves:
        positions.append(positions[-1].play(move))
    return watch(positions, game)


def margin(positions: list[Position], game: GameResult) -> float:
    """The first player's lead in the end."""
    return float(game.points[0] - game.points[1])


def first_share(positions: list[Position], game: GameResult) -> float:
    """What the first player got of the win."""
    return game.shares[0]


class SearchPlayer(EngineAgent):
    """The engine's search alone, which takes the same time whatever the position."""

    def __init__(self, simulations: int) -> None:
        super().__init__(f"search@{simulations}", Budget(simulations=simulations), proves=False)


class GroupPlayer(Agent):
    """Ydyumby's inventor attacking one group: the opponent's weakest piece and those near it."""

    name = "group"

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        from kletka.lab.claims.ydyumby_facts import weakest_group

        views = inventor_view(position, weakest_group(position) or None)
        best = [view.move for view in views if view.rank == views[0].rank]
        return self._source.choice(best)


class HoardPlayer(Agent):
    """Ydyumby played to last: the move that leaves both players the most placements."""

    name = "hoard"

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        from kletka.lab.claims.ydyumby_facts import room_after

        rooms = [
            (room_after(position, move), self._source.random(), move) for move in position.moves
        ]
        return max(rooms)[2]


def named_agent(name: str) -> Agent:
    """A player of a match, or one of those that only the claims need."""
    if name == "group":
        return GroupPlayer()
    if name == "hoard":
        return HoardPlayer()
    if name.startswith("search@"):
        return SearchPlayer(int(name.removeprefix("search@")))
    return read_agent(name)
