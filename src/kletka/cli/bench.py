"""The speed of the rules, measured by random playouts."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kletka.position import Position


@dataclass(frozen=True)
class Speed:
    """The result of a benchmark; `mean_points` are the players' mean final points."""

    playouts: int
    moves: int
    seconds: float
    mean_points: tuple[float, ...]

    @property
    def playouts_a_second(self) -> float:
        return self.playouts / self.seconds

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds


def measure_playouts(position: Position, seconds: float, seed: int = 1) -> Speed:
    """Play random games from a position to the end for about so many seconds, on one thread."""
    import numpy as np

    from kletka.games.walks import run_playouts

    variant = position.variant
    rng = np.array([(seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 or 1], np.uint64)
    scratch = np.zeros(variant.rules.scratch_size(variant.tables), np.int32)
    sums = np.zeros(len(variant.players), np.float64)

    def run(count: int) -> int:
        return int(
            run_playouts(variant.number, position.state, variant.tables, rng, scratch, count, sums)
        )

    run(1)  # loads the compiled code before the clock starts
    sums[:] = 0
    playouts = moves = 0
    chunk = 1
    begin = now = time.perf_counter()
    while now - begin < seconds or not playouts:
        moves += run(chunk)
        playouts += chunk
        later = time.perf_counter()
        if later - now < 0.02:
            chunk *= 2
        now = later
    mean = tuple(float(s) / playouts for s in sums)
    return Speed(playouts, moves, now - begin, mean)
