"""Measure the engine's strength and speed in one run: `make bench-engine`.

Agents have equal time and one thread each. Games are played in pairs from varied openings with
seats exchanged, as many at once as there are cores (`taskset` allows fewer). A game ends when an
agent has proved a win. A match ends when a sequential test (errors of 5 %) can tell the promised
score from one clearly below it, or after 200 games. Speeds are ratios to OpenSpiel's C++ search on
Go 9x9, measured alternately. Exits with 1 if a promise is not kept. Everything takes hours; name
parts to run only those:

    make bench-engine PARTS="speed plain@20ms level2 manu(size=9)"

With GAMES=FOLDER every game is written there at once, and the same command continues an interrupted
run; use another folder after a change of the engine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import kletka
from benchmarks.playouts import openspiel_simulations_a_second
from kletka.agents import read_agent
from kletka.agents.match import MatchResult, MatchTerms, SequentialTest
from kletka.engine.budget import Budget
from kletka.engine.search import Search
from kletka.engine.solving import solve
from kletka.lab.matches import play_match
from kletka.lab.ratings_page import file_name
from kletka.lab.worker_pools import open_pool

BOARDS = ("kamiken(size=7)", "ydyumby", "vyun(board=6x6)", "manu(size=9)")
# Levels should differ on every board that the pages offer, small and large.
TINY_BOARDS = (  # where nine levels lie close together
    "kamiken(size=5,komi=1)",
    "kamiken(size=6,komi=0)",
    "ydyumby(board=5x5)",
    "ydyumby(board=hex4)",
    "vyun(board=4x4)",
    "manu(size=5)",
)
SMALL_BOARDS = (
    "ydyumby(board=6x6)",
    "vyun(board=5x5)",
    "manu(size=7,target=5)",
)
LARGE_BOARDS = (
    "kamiken(size=9)",
    "ydyumby(board=hex5)",
    "vyun(board=8x8)",
    "manu(size=13)",
)
INVENTOR_BOARDS = (*BOARDS, "kamiken(size=9)")
ALL_BOARDS = tuple(dict.fromkeys((*INVENTOR_BOARDS, *TINY_BOARDS, *SMALL_BOARDS, *LARGE_BOARDS)))
SPEED_PROMISED = {
    "kamiken(size=9)": 15.0,
    "ydyumby(board=8x8)": 5.0,
    "vyun(board=8x8)": 5.0,
    "manu(size=9)": 1.5,
}
THREADS_PROMISED = 1.7
ROUNDS = 9
GAMES = 200
MANY_GAMES = 1000


@dataclass(frozen=True)
class Promise:
    """A promised score against an opponent, and a score clearly below it."""

    name: str
    ours: str
    theirs: str
    share: float
    short_of_it: float
    boards: tuple[str, ...] = BOARDS
    games: int = GAMES
    opening: int = 2  # random moves at the start, so that games differ


PROMISES = (
    Promise("plain@20ms", "engine@20ms", "plain@20ms", 0.80, 0.65),
    Promise("inventor", "engine@0.5s", "inventor", 0.98, 0.92, INVENTOR_BOARDS, opening=0),
    # After two random stones Black may be lost on Kamiken 7x7 with a komi of 0.5.
    Promise("inventor-opened", "engine@0.5s", "inventor", 0.98, 0.92, INVENTOR_BOARDS),
    Promise("openspiel@1000", "engine@1000", "openspiel-mcts@1000", 0.90, 0.78),
    Promise("plain@200ms", "engine@200ms", "plain@200ms", 0.80, 0.65),
    Promise("openspiel@0.5s", "engine@0.5s", "openspiel-mcts@0.5s", 0.98, 0.92, opening=0),
    Promise("openspiel-opened@0.5s", "engine@0.5s", "openspiel-mcts@0.5s", 0.98, 0.92),
    Promise("plain@2s", "engine@2s", "plain@2s", 0.80, 0.65),
)
LEVELS = tuple(
    Promise(
        f"level{level}",
        f"level{level}",
        f"level{level - 1}",
        0.6,
        0.5,
        (*BOARDS, *SMALL_BOARDS, *LARGE_BOARDS),
    )
    for level in range(2, 10)
)
CLOSE_LEVELS = tuple(
    replace(promise, share=0.55, boards=TINY_BOARDS, games=MANY_GAMES) for promise in LEVELS
)
EXACT = (
    "kamiken(size=3)",
    "kamiken(size=4)",
    "kamiken(size=5)",
    "ydyumby(board=4x4)",
    "ydyumby(board=hex3)",
    "vyun(board=3x2)",
    "manu(size=3)",
)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("parts", nargs="*")
    reader.add_argument("--games", type=Path)
    options = reader.parse_args()
    everything = ["speed", "exact", *(promise.name for promise in (*PROMISES, *LEVELS))]
    parts = options.parts or everything
    known = (*everything, *ALL_BOARDS)
    for part in parts:
        if part not in known:
            reader.error(f"there is no part {part!r}; there are {', '.join(known)}")
    kept = True
    if "speed" in parts:
        kept &= show_speed()
        kept &= show_threads()
    if "exact" in parts:
        kept &= show_exact()
    named = {part for part in parts if part in ALL_BOARDS}
    for promise in (*PROMISES, *LEVELS, *CLOSE_LEVELS):
        if promise.name in parts:
            for spec in promise.boards:
                if not named or spec in named:
                    kept &= show_match(promise, spec, options.games)
    sys.exit(0 if kept else 1)


def simulations_a_second(spec: str, threads: int, seed: int) -> float:
    search = Search(kletka.start(spec), threads=threads, seed=seed)
    search.run(Budget(seconds=1.0))
    return search.simulations / search.seconds


def show_speed() -> bool:
    """Print the simulations of the full search compared with OpenSpiel's."""
    kept = True
    for spec, promised in SPEED_PROMISED.items():
        simulations_a_second(spec, 1, 1)
        speeds, ratios = [], []
        for number in range(1, ROUNDS + 1):
            before = openspiel_simulations_a_second(number)
            speeds.append(simulations_a_second(spec, 1, number))
            after = openspiel_simulations_a_second(number)
            ratios.append(2 * speeds[-1] / (before + after))
        ratio = statistics.median(ratios)
        kept &= ratio >= promised
        print(
            f"{spec:20} {statistics.median(speeds):9,.0f} simulations a second, {ratio:5.1f} times "
            f"OpenSpiel's on Go 9x9 (promised {promised:g})",
            flush=True,
        )
    return kept


def show_threads() -> bool:
    """Print the speed of two threads compared with one."""
    kept = True
    for spec in SPEED_PROMISED:
        gains = []
        for number in range(1, ROUNDS + 1):
            one = simulations_a_second(spec, 1, number)
            gains.append(simulations_a_second(spec, 2, number) / one)
        gain = statistics.median(gains)
        kept &= gain >= THREADS_PROMISED
        print(
            f"{spec:20} two threads {gain:.2f} times one (promised {THREADS_PROMISED})", flush=True
        )
    return kept


def show_exact() -> bool:
    """Check on solved boards that the engine never gives away a point."""
    kept = True
    for spec in EXACT:
        given = moves = 0
        for seed in range(1, 11):
            lost, played = points_given_away(spec, seed)
            given += lost
            moves += played
        kept &= given == 0
        print(f"{spec:20} {moves} moves, {given} of them gave away points", flush=True)
    return kept


def points_given_away(spec: str, seed: int) -> tuple[int, int]:
    """In a game against random moves: the engine's moves that were not best, and all its moves."""
    engine, chance = read_agent("engine@1s"), read_agent("random")
    position = kletka.start(spec)
    for player in (engine, chance):
        player.new_game(position, seed)
    lost = played = 0
    history: list[kletka.Move] = []
    while not position.over:
        if position.to_move == seed % 2:
            move = engine.choose(position, history)
            best = solve(position)
            assert best is not None
            played += 1
            lost += str(move) not in {str(good) for good in best.best}
        else:
            move = chance.choose(position, history)
        history.append(move)
        position = position.play(move)
    return lost, played


def show_match(promise: Promise, spec: str, games: Path | None) -> bool:
    test = SequentialTest(promise.short_of_it, promise.share)
    players = (promise.ours, promise.theirs)
    terms = MatchTerms(players, kletka.Spec(spec), opening_plies=promise.opening, to_the_end=False)
    with open_pool(workers=len(os.sched_getaffinity(0))) as pool:
        result = play_match(
            terms,
            promise.games,
            pool=pool,
            out=games / f"{promise.name}-{file_name(spec)}.ndjson" if games else None,
            test=test,
            report=lambda result: print(_line(promise, spec, result), end="\r", file=sys.stderr),
        )
    kept = test.verdict(result) != "worse" and result.score() >= promise.share
    print(f"{_line(promise, spec, result)}: {'kept' if kept else 'NOT KEPT'}", flush=True)
    return kept


def _line(promise: Promise, spec: str, result: MatchResult) -> str:
    low, high = result.interval()
    stopped = ", stopped early by the sequential test" if result.stopped else ""
    return (
        f"{spec:16} {promise.ours} against {promise.theirs}: {result.score():.1%} "
        f"({low:.1%} to {high:.1%}) of {result.played} games{stopped} "
        f"(promised {promise.share:.0%})"
    )


if __name__ == "__main__":
    main()
