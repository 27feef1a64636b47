"""Learn Kamiken from scratch with PettingZoo's environment and numpy.

    python -m examples.learn_kamiken

Both players share one table of values: the mean result of each position for the player that reached
it. They play against themselves, sometimes try another move, and update the table after each game.
On 3x3 White can win, but only from the centre: after a few thousand games the table shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kletka.bridges import pettingzoo

SPEC = "kamiken(size=3)"
GAMES = 3000
CURIOSITY = 0.2  # how often a random move is tried instead of the best known one
TRIALS = 300

Choose = Callable[[dict[str, Any]], int]


class ValueTable:
    """The mean result of every position for the player that reached it."""

    def __init__(self, source: np.random.Generator) -> None:
        self._source = source
        self._values: dict[bytes, tuple[int, float]] = {}

    def value(self, key: bytes) -> float:
        return self._values.get(key, (0, 0.0))[1]

    def learn(self, key: bytes, result: float) -> None:
        seen, mean = self._values.get(key, (0, 0.0))
        self._values[key] = (seen + 1, mean + (result - mean) / (seen + 1))

    def best(self, observation: dict[str, Any]) -> int:
        """The legal action that leads to the best position; ties are broken at random."""
        legal = np.flatnonzero(observation["action_mask"])
        values = [self.value(position_after(observation, int(action))) for action in legal]
        tied = legal[np.asarray(values) == max(values)]
        return int(self._source.choice(tied))


def position_after(observation: dict[str, Any], action: int) -> bytes:
    """A key for the position after an action: the observation and the action."""
    seen: bytes = observation["observation"].astype(np.int8).tobytes()
    return seen + bytes([action])


def any_legal(source: np.random.Generator) -> Choose:
    return lambda seen: int(source.choice(np.flatnonzero(seen["action_mask"])))


def play(environment: Any, choosers: dict[str, Choose]) -> tuple[dict[str, float], list[Any]]:
    """Play one game; returns each agent's result, and the positions that each reached."""
    environment.reset()
    left: list[Any] = []
    results: dict[str, float] = {}
    for agent in environment.agent_iter():
        observation, reward, ended, _, _ = environment.last()
        if ended:
            results[agent] = reward
            environment.step(None)
            continue
        action = choosers[agent](observation)
        left.append((agent, position_after(observation, action)))
        environment.step(action)
    return results, left


def learn(table: ValueTable, games: int, source: np.random.Generator) -> None:
    """Learn by self-play: every position gets the result of the player that reached it."""
    environment = pettingzoo.env(SPEC)
    anything = any_legal(source)

    def curious(observation: dict[str, Any]) -> int:
        choose = anything if source.random() < CURIOSITY else table.best
        return choose(observation)

    for _ in range(games):
        results, left = play(environment, dict.fromkeys(environment.possible_agents, curious))
        for agent, key in left:
            table.learn(key, results[agent])


def score(table: ValueTable, seat: int, source: np.random.Generator) -> float:
    """How often the table beats random moves from this seat."""
    environment = pettingzoo.env(SPEC)
    learner, other = f"player_{seat}", f"player_{1 - seat}"
    choosers = {learner: table.best, other: any_legal(source)}
    return sum(play(environment, choosers)[0][learner] > 0 for _ in range(TRIALS)) / TRIALS


def main(games: int = GAMES, seed: int = 1) -> tuple[tuple[float, float], tuple[float, float]]:
    """Print how well the table plays before and after learning, as White and as Black."""
    source = np.random.default_rng(seed)
    table = ValueTable(source)
    before = score(table, 0, source), score(table, 1, source)
    begin = time.perf_counter()
    learn(table, games, source)
    seconds = time.perf_counter() - begin
    after = score(table, 0, source), score(table, 1, source)
    environment = pettingzoo.env(SPEC)
    environment.reset()
    first = table.best(environment.last()[0])
    print(f"{games} games against itself in {seconds:.1f} s")
    print(f"won against random moves, as White: {before[0]:.0%} before, {after[0]:.0%} after")
    print(f"                          as Black: {before[1]:.0%} before, {after[1]:.0%} after")
    print(f"its first move: {environment.unwrapped.notation(first)}")
    return before, after


if __name__ == "__main__":
    main()
