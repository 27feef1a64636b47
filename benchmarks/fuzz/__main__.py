"""Hundreds of thousands of random inputs: is everything but valid ones refused as documented?

Each input is a valid one with a few parts spoilt. It depends only on the seed and its number, so
that a failure can be repeated alone. Run as `python -m benchmarks.fuzz`, or `make bench-fuzz`.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, suppress
from typing import Any

from benchmarks.fuzz.http import Http
from benchmarks.fuzz.kinds import Kind, Tally, run, shrink
from benchmarks.fuzz.texts import Positions, Records, Specs
from benchmarks.fuzz.ugi import Ugi
from benchmarks.fuzz.websockets import WebSockets

COUNT = 300_000
KINDS: dict[str, type[Kind[Any]]] = {
    kind.name: kind for kind in (Specs, Positions, Records, Ugi, Http, WebSockets)
}
ROW = "{:>10}  {:>8}  {:>8}  {:>29}  {:>13}"
HEADINGS = ("kind", "inputs", "accepted", "refused by a documented error", "anything else")


def tried(name: str, seed: int, numbers: range) -> Tally:
    """Try the inputs of one kind, and show what goes wrong, as small as it can be made."""

    def show(tally: Tally) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {tally.inputs}", end="\r", file=sys.stderr, flush=True)

    with closing(KINDS[name]()) as kind:
        tally = run(kind, seed, numbers, show)
        for number, outcome in list(tally.failed.items())[:3]:
            print(f"\n{name}, seed {seed}, number {number}: {outcome}")
            smallest, outcome = shrink(kind, kind.input(seed, number))
            print(f"the smallest found: {smallest!a}\n{outcome}")
            print(
                f"again: python -m benchmarks.fuzz {name} --seed {seed} --first {number} --each 1"
            )
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--count", type=int, default=COUNT, help="inputs of all kinds together")
    parser.add_argument("--each", type=int, help="inputs of each kind, instead of --count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"there is no kind {', '.join(sorted(unknown))}")
    each = options.count // len(KINDS) if options.each is None else options.each
    numbers = range(options.first, options.first + each)
    tallies: dict[str, Tally] = {}
    with suppress(KeyboardInterrupt):
        for name in options.kinds or KINDS:
            tallies[name] = tried(name, options.seed, numbers)
    print(ROW.format(*HEADINGS))
    for name, tally in tallies.items():
        counts = (tally.inputs, tally.accepted, tally.refused, len(tally.failed))
        print(ROW.format(name, *(f"{count:,}" for count in counts)))
    if any(tally.failed for tally in tallies.values()):
        sys.exit("something was neither accepted nor refused by a documented error")


if __name__ == "__main__":
    main()
