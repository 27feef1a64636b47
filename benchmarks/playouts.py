"""Measure the speed of the rules, compared with OpenSpiel's C++ tree search on Go 9x9.

Both run on one thread, alternately, for several rounds; the machine may be shared, so the ratio
counts. Exits with 1 if a ratio is below the promised one.
"""

from __future__ import annotations

import statistics
import sys
import time

import pyspiel

import kletka
from kletka.cli.bench import measure_playouts

PROMISED = {
    "kamiken(size=9)": 60,
    "ydyumby(board=8x8)": 15,
    "vyun(board=8x8)": 15,
    "manu(size=9)": 3,
}
ROUNDS = 5
SECONDS = 1.0
SIMULATIONS = 4000


def openspiel_simulations_a_second(seed: int) -> float:
    """The speed of OpenSpiel's MCTS, one random rollout a simulation, from the empty board."""
    game = pyspiel.load_game("go(board_size=9)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, seed, False)
    state = game.new_initial_state()
    begin = time.perf_counter()
    bot.step(state)
    return SIMULATIONS / (time.perf_counter() - begin)


def main() -> None:
    yardstick: list[float] = []
    ours: dict[str, list[float]] = {spec: [] for spec in PROMISED}
    ratios: dict[str, list[float]] = {spec: [] for spec in PROMISED}
    for number in range(1, ROUNDS + 1):
        for spec in PROMISED:
            before = openspiel_simulations_a_second(number)
            speed = measure_playouts(kletka.start(spec), SECONDS, seed=number).playouts_a_second
            after = openspiel_simulations_a_second(number)
            yardstick += [before, after]
            ours[spec].append(speed)
            ratios[spec].append(2 * speed / (before + after))
        print(f"round {number} of {ROUNDS} done", file=sys.stderr)
    print(f"OpenSpiel MCTS on Go 9x9: {statistics.median(yardstick):,.0f} simulations a second")
    kept = True
    for spec, promised in PROMISED.items():
        ratio = statistics.median(ratios[spec])
        kept &= ratio >= promised
        print(
            f"{spec:20} {statistics.median(ours[spec]):>9,.0f} playouts a second, "
            f"{ratio:6.1f} times that (promised {promised})"
        )
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
