"""The first inputs of `make bench-fuzz` of the kinds that need no server."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from benchmarks.fuzz.kinds import Kind, run, shrink
from benchmarks.fuzz.texts import Positions, Records, Specs
from benchmarks.fuzz.ugi import Ugi


@pytest.mark.parametrize(
    ("kind", "count"), [(Specs, 2000), (Positions, 500), (Records, 300), (Ugi, 100)]
)
def test_inputs_are_accepted_or_refused_as_documented(kind: type[Kind[Any]], count: int) -> None:
    with closing(kind()) as fuzzed:
        tally = run(fuzzed, 1, range(count))
    assert not tally.failed
    assert tally.accepted > count / 20
    assert tally.refused > count / 20


class Broken(Specs):
    """Reads numbers, and does not expect anything else."""

    def read(self, text: str) -> None:
        int(text)


def test_what_goes_wrong_is_made_small_and_can_be_repeated() -> None:
    fuzzed = Broken()
    tally = run(fuzzed, 1, range(50))
    [number, *_] = tally.failed
    smallest, outcome = shrink(fuzzed, fuzzed.input(1, number))
    assert (smallest, outcome.split()[0]) == ("", "ValueError")
    assert fuzzed.input(1, number) == Broken().input(1, number)
