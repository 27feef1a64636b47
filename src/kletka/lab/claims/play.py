"""The games that claims are tested with; every game is seeded and repeatable."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kletka.agents import Agent, read_agent
from kletka.agents.match import GameResult, play_game
from kletka.agents.styles import inventor_view
from kletka.errors import KletkaError
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position, start

Observer = Callable[[list[Position], GameResult], Any]

LEVELS = (2, 4)  # of the engine in its games against itself: a beginner and a decent player
# The share of the full number of games that is played at each effort.
EFFORTS = {"tiny": 0.02, "quick": 0.08, "medium": 0.25, "full": 1.0}


class InvalidEffort(KletkaError):
    """There is no such effort."""


@dataclass(frozen=True)
class GameKind:
    """Games of one kind: the spec, the agents, the opening and the seed."""

    spec: str
    agents: tuple[str, str]
    opening: tuple[str, ...] = ()
    seed: int = 1


def with_itself(level: int) -> tuple[str, str]:
    """The agents of a game of the engine against itself."""
    return (f"level{level}", f"level{level}")


class GameRunner:
    """Plays the games that claims ask for, on a pool, and keeps what was observed."""

    def __init__(self, pool: WorkerPool, effort: str = "quick") -> None:
        if effort not in EFFORTS:
            raise InvalidEffort(
                Text(
                    f"there is no effort {effort!r}; write {' or '.join(EFFORTS)}",
                    f"нет такого объёма {effort!r}; есть {', '.join(EFFORTS)}",
                )
            )
        self.pool, self.effort = pool, effort
        self._kept: dict[tuple[Observer, GameKind, int], list[Any]] = {}

    @property
    def tiny(self) -> bool:
        """Whether only the smallest boards should be used."""
        return self.effort == "tiny"

    @property
    def full(self) -> bool:
        return self.effort == "full"

    def count(self, games: int) -> int:
        """The number of games at this effort where the full effort plays `games`."""
        return max(4, round(games * EFFORTS[self.effort] / 2) * 2)

    def watch(self, watch: Observer, kind: GameKind, games: int) -> list[Any]:
        """What `watch` observed in each game; the same games are played only once."""
        number = self.count(games)
        key = (watch, kind, number)
        if key not in self._kept:
            tasks = ((watch, kind, seed) for seed in range(number))
            self._kept[key] = list(map_in_order(self.pool, watched_game, tasks))
        return self._kept[key]

    def watch_all(self, watch: Observer, kinds: Iterable[GameKind], games: int) -> list[list[Any]]:
        """The same for several kinds of games at once."""
        number, kinds = self.count(games), list(kinds)
        tasks = ((watch, kind, seed) for kind in kinds for seed in range(number))
        seen = map_in_order(self.pool, watched_game, tasks)
        return [list(islice(seen, number)) for _ in kinds]

    def each(self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> list[Any]:
        """The results of a function for each task."""
        return list(map_in_order(self.pool, function, tasks))


def watched_game(watch: Observer, kind: GameKind, number: int) -> Any:
    """A task: play one game and observe it."""
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
    """The first player's lead at the end."""
    return float(game.points[0] - game.points[1])


def first_share(positions: list[Position], game: GameResult) -> float:
    """The first player's share of the win."""
    return game.shares[0]


class GroupAgent(Agent):
    """Ydyumby: the inventor's advice against one group, the weakest piece and those near it."""

    name = "group"

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        from kletka.lab.claims.ydyumby_facts import weakest_group

        views = inventor_view(position, weakest_group(position) or None)
        best = [view.move for view in views if view.rank == views[0].rank]
        return self._source.choice(best)


class HoardAgent(Agent):
    """Ydyumby: plays for a long game, by the move that leaves the most placements."""

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
    """An agent as in matches, or one of those that only the claims need."""
    if name == "group":
        return GroupAgent()
    if name == "hoard":
        return HoardAgent()
    return read_agent(name)
