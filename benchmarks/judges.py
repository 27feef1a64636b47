"""A million plies against the judges: do the compiled rules and the naive ones always agree?

Random games of every spec in `tests/specs.py` are played by both, with the options of their game
that have a few named values chosen at random. Whose turn it is, the legal moves, the points and
the winners are compared at every ply. Run as `python -m benchmarks.judges`, or `make bench-judges`;
it stops at the first disagreement.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from itertools import count
from random import Random
from typing import NamedTuple

from tests.helpers import compare_game_with_judge
from tests.specs import ALL, LARGEST

from kletka import GAMES, InvalidSpec, Spec
from kletka.faces import face_of
from kletka.faces.options import Choice

PLIES = 1_000_000
FIRST_SEED = 1000  # the tests play the games before
LARGE_EVERY = 10  # rounds; the judges take long for large boards


class Round(NamedTuple):
    """One game of each spec: the positions compared by spec, and the first disagreement."""

    compared: Counter[str]
    disagreement: str


def play_round(seed: int) -> Round:
    compared: Counter[str] = Counter()
    specs = [*ALL, *LARGEST] if seed % LARGE_EVERY == 0 else ALL
    for base in specs:
        spec = with_other_choices(base, Random(f"{base} {seed}"))
        try:
            compared[base] += compare_game_with_judge(spec, seed, LARGEST.get(base))
        except AssertionError as error:
            return Round(compared, f"{spec}, seed {seed}\n{error}")
    return Round(compared, "")


def with_other_choices(spec: str, chance: Random) -> str:
    """The spec with another value for each option that is a choice, if they go together."""
    read = Spec(spec)
    values = []
    for option in face_of(read.game).options:
        value = option.write(read.options[option.name])
        if isinstance(option, Choice):
            value = chance.choice([word for word, _ in option.named])
        values.append(f"{option.name}={value}")
    try:
        return str(Spec(f"{read.game}({','.join(values)})"))
    except InvalidSpec:
        return str(read)


def play(plies: int, workers: int) -> Round:
    """Play rounds until so many positions have been compared, or until two answers differ."""
    compared: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for first in count(FIRST_SEED, workers):
            for one in pool.imap(play_round, range(first, first + workers)):
                compared += one.compared
                if one.disagreement:
                    return Round(compared, one.disagreement)
            if sys.stderr.isatty():
                print(f"\r{compared.total():,}", end="\r", file=sys.stderr, flush=True)
            if compared.total() >= plies:
                return Round(compared, "")
    raise AssertionError("unreachable")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    began = time.perf_counter()
    compared, disagreement = play(options.plies, options.workers)
    for game in GAMES:
        plies = {spec: number for spec, number in compared.items() if Spec(spec).game == game}
        print(f"{sum(plies.values()):>10,}  {game}")
        for spec, number in plies.items():
            print(f"{number:>10,}    {spec}")
    minutes = (time.perf_counter() - began) / 60
    differ = 1 if disagreement else 0
    print(f"{compared.total():,} plies in {minutes:.1f} minutes, {differ} disagreements")
    if disagreement:
        sys.exit(f"\n{disagreement}")


if __name__ == "__main__":
    main()
