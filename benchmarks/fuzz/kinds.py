"""What a kind of input is, and how its inputs are tried and made smaller."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

ACCEPTED, REFUSED = "accepted", "refused"
MOST_SHRINKING = 400  # tries to make an example smaller
Input = TypeVar("Input")


class Kind(ABC, Generic[Input]):
    """Inputs of one kind; each depends only on the seed and its number."""

    name: str
    batch = 500  # inputs that are tried together

    @abstractmethod
    def make(self, chance: Random) -> Input:
        """A random input."""

    @abstractmethod
    def try_all(self, inputs: Sequence[Input]) -> list[str]:
        """For each input `accepted`, `refused` (by a documented error), or what is wrong."""

    def smaller(self, tried: Input) -> Iterator[Input]:
        """Inputs with parts left out, the smallest first."""
        return iter(())

    def close(self) -> None:
        """End what was started for the inputs."""

    def input(self, seed: int, number: int) -> Input:
        return self.make(Random(f"{self.name} {seed} {number}"))


@dataclass
class Tally:
    """How the inputs of a kind fared; `failed` has the numbers of those that went wrong."""

    accepted: int = 0
    refused: int = 0
    failed: dict[int, str] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        return self.accepted + self.refused + len(self.failed)

    def count(self, number: int, outcome: str) -> None:
        if outcome == ACCEPTED:
            self.accepted += 1
        elif outcome == REFUSED:
            self.refused += 1
        else:
            self.failed[number] = outcome


def run(
    kind: Kind[Input],
    seed: int,
    numbers: range,
    on_batch: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Try the inputs with these numbers, until one goes wrong."""
    tally = Tally()
    for first in range(numbers.start, numbers.stop, kind.batch):
        batch = range(first, min(first + kind.batch, numbers.stop))
        outcomes = kind.try_all([kind.input(seed, number) for number in batch])
        for number, outcome in zip(batch, outcomes, strict=True):
            tally.count(number, outcome)
        on_batch(tally)
        if tally.failed:
            break
    return tally


def shrink(kind: Kind[Input], failing: Input) -> tuple[Input, str]:
    """A smaller input that goes wrong too, and how; the same one if it cannot be made smaller."""
    outcome, tries = kind.try_all([failing])[0], 0
    found = outcome not in (ACCEPTED, REFUSED)
    while found:
        found = False
        for candidate in kind.smaller(failing):
            tries += 1
            if tries > MOST_SHRINKING:
                return failing, outcome
            result = kind.try_all([candidate])[0]
            if _same_fault(result, outcome):
                failing, outcome, found = candidate, result, True
                break
    return failing, outcome


def _same_fault(one: str, other: str) -> bool:
    """Whether two outcomes have the same kind of error."""
    return one.partition(":")[0] == other.partition(":")[0]


def with_less(text: str) -> Iterator[str]:
    """The text without its parts, large parts first."""
    size = len(text)
    while size:
        for at in range(0, len(text), size):
            yield text[:at] + text[at + size :]
        size //= 2
