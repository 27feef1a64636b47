"""The cost of the bridges: OpenSpiel compared with its own Python games, PettingZoo, many games,
and tree search in many games at once.

Measures the processor time of this thread, alternating with the reference, so that other load on
the machine matters little. Promised: a random simulation of our games in OpenSpiel takes at most
five times as long as one of OpenSpiel's own Python games of similar length.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pyspiel
from examples.batched_search import simulations_a_second

from kletka.bridges import pettingzoo
from kletka.bridges.gymnasium import GamesVectorEnv, random_opponent
from kletka.bridges.openspiel import load
from kletka.bridges.vectorised import ManyGames

PROMISED = 5.0
ROUNDS = 5
SIMULATIONS = 40
# OpenSpiel's own Python games, and games of ours of about the same length.
PAIRS = {
    "tic_tac_toe": ["kamiken(size=3)", "ydyumby(board=4x4)"],
    "block_dominoes": ["kamiken(size=7)", "vyun(board=3x3)", "manu(size=5)"],
    "liars_poker": ["kamiken(size=7)", "vyun(board=3x3)", "manu(size=5)"],
    "team_dominoes": ["ydyumby(board=8x8)"],
}
SEARCHED = ["kamiken(size=5)", "kamiken(size=9)", "ydyumby(board=6x6)", "vyun(board=4x4)"]
AT_ONCE = 64  # games that are searched at once
SPECS = ["kamiken(size=9)", "ydyumby(board=8x8)", "vyun(board=6x6)", "manu(size=9)"]


def simulate(game: Any, source: random.Random) -> int:
    """Play a random game in OpenSpiel; returns its number of steps."""
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
        state.apply_action(source.choice(actions))
        steps += 1
    return steps


def measure(work: Callable[[], int]) -> tuple[float, float]:
    """The processor time of one run in microseconds, and the mean result of the runs."""
    work()
    begin = time.thread_time()
    counted = sum(work() for _ in range(SIMULATIONS))
    return (time.thread_time() - begin) / SIMULATIONS * 1e6, counted / SIMULATIONS


def compare_with_openspiel() -> bool:
    """Print how our games compare; returns whether the promise is kept."""
    kept = True
    print("A random simulation in OpenSpiel, µs of processor time (steps)")
    for module, specs in PAIRS.items():
        import_module(f"open_spiel.python.games.{module}")
        theirs = pyspiel.load_game(f"python_{module}")
        for spec in specs:
            ratio, line = _compare(theirs, spec)
            kept &= ratio <= PROMISED
            print(f"  {module:15} {line}  {ratio:.2f} times (promised at most {PROMISED:g})")
    return kept


def _compare(theirs: Any, spec: str) -> tuple[float, str]:
    source = random.Random(1)
    ours = load(spec)
    rounds = [
        (measure(lambda: simulate(theirs, source)), measure(lambda: simulate(ours, source)))
        for _ in range(ROUNDS)
    ]
    (their_cost, their_steps), (our_cost, our_steps) = (
        tuple(statistics.median(each[side][part] for each in rounds) for part in range(2))
        for side in range(2)
    )
    ratio = statistics.median(our[0] / their[0] for their, our in rounds)
    return (
        ratio,
        f"{their_cost:6.0f} ({their_steps:2.0f})  {spec:19} {our_cost:6.0f} ({our_steps:2.0f})",
    )


def search_speed(spec: str, simulations: int = 500) -> float:
    """Simulations a second of OpenSpiel's compiled search."""
    game = load(spec)
    state = game.new_initial_state()
    speeds = []
    for number in range(ROUNDS):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, number, False)
        begin = time.thread_time()
        bot.mcts_search(state)
        speeds.append(simulations / (time.thread_time() - begin))
    return statistics.median(speeds)


def environment_speed(spec: str) -> float:
    """Steps a second of a PettingZoo environment, observations and masks included."""
    environment = pettingzoo.env(spec)

    def play() -> int:
        environment.reset()
        steps = 0
        for agent in environment.agent_iter():
            observation, _, ended, _, _ = environment.last()
            legal = observation["action_mask"]
            environment.step(None if ended else environment.action_space(agent).sample(legal))
            steps += 1
        return steps

    microseconds, steps = measure(play)
    return 1e6 * steps / microseconds


def vectorised_speed(spec: str, games: int, observing: bool) -> float:
    """Steps a second of random play in many games at once, all games counted."""
    many = ManyGames(spec, games)
    seen = many.observe() if observing else None
    rounds = max(20_000 // games, 10)
    speeds = []
    for _ in range(ROUNDS):
        begin = time.thread_time()
        for _ in range(rounds):
            many.step(many.random_actions())
            if observing:
                many.observe(seen)
        speeds.append(rounds * games / (time.thread_time() - begin))
    return statistics.median(speeds)


def gymnasium_speed(spec: str, games: int) -> float:
    """Steps a second of a learner in the vector environment, the random opponent's moves included
    in their cost but not in their number."""
    environment = GamesVectorEnv(spec, games, opponent=random_opponent)
    environment.reset(seed=1)
    rounds = max(10_000 // games, 10)
    speeds = []
    for _ in range(ROUNDS):
        begin = time.thread_time()
        for _ in range(rounds):
            environment.step(environment.games.random_actions())
        speeds.append(rounds * games / (time.thread_time() - begin))
    return statistics.median(speeds)


def batched_search_speed(spec: str) -> tuple[float, float, float]:
    """Simulations a second of the batched search, game by game and in many games at once, and the
    median of their ratio."""
    rounds = [
        (simulations_a_second(spec, 2, 1, 64), simulations_a_second(spec, AT_ONCE, AT_ONCE, 64))
        for _ in range(ROUNDS)
    ]
    alone, together = (statistics.median(speeds) for speeds in zip(*rounds, strict=True))
    return alone, together, statistics.median(many / one for one, many in rounds)


def main() -> None:
    kept = compare_with_openspiel()
    print("Each second of processor time on one core")
    for spec in SPECS:
        search = search_speed(spec)
        steps = environment_speed(spec)
        learning = gymnasium_speed(spec, 256)
        plain, seeing = (vectorised_speed(spec, 256, observing) for observing in (False, True))
        print(
            f"  {spec:19} OpenSpiel's search {search:6,.0f} simulations, PettingZoo "
            f"{steps:7,.0f} steps, Gymnasium {learning:8,.0f} steps, "
            f"256 games at once {plain:10,.0f} steps, {seeing:9,.0f} with observations"
        )
    print("examples/batched_search.py, simulations each second of processor time")
    for spec in SEARCHED:
        alone, together, ratio = batched_search_speed(spec)
        print(
            f"  {spec:19} {alone:6,.0f} game by game, {together:7,.0f} in {AT_ONCE} games at once: "
            f"{ratio:.1f} times"
        )
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
