"""Measuring a game: equals play, on a pool, and what they do is folded into a tally."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kletka.errors import KletkaError
from kletka.lab import quick_games
from kletka.lab.portrait.tally import Tally
from kletka.lab.selfplay import FAST, self_play
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.language import Text
from kletka.spec import Spec

FAST_GAMES_A_TASK = 10


class NothingToMeasure(KletkaError):
    """A board on which no move can be made."""


@dataclass(frozen=True)
class SelfPlayPlan:
    """So many games of a spec between equals. `by` is who plays: fast, level4 …"""

    spec: Spec
    by: str
    games: int
    seed: int = 1


@dataclass(frozen=True)
class Measurement:
    """A plan and what came of it."""

    plan: SelfPlayPlan
    tally: Tally


def measure(
    plan: SelfPlayPlan, pool: WorkerPool | None = None, report: Callable[[int], None] | None = None
) -> Measurement:
    """Play all games of a plan; `report` is told how many are done."""
    size = FAST_GAMES_A_TASK if plan.by == FAST else 1
    tasks = (
        (plan.spec, plan.by, plan.seed, begin, min(size, plan.games - begin))
        for begin in range(0, plan.games, size)
    )
    total = Tally(plan.spec.players)
    for part in map_in_order(pool, measure_part, tasks):
        total.add(part)
        if report:
            report(total.games)
    return Measurement(plan, total)


def measure_part(spec: Spec, by: str, seed: int, begin: int, count: int) -> Tally:
    """The games of a plan from one number on: a task for another process."""
    play = self_play(spec, by)
    if play.over:
        raise NothingToMeasure(
            Text(
                f"{spec}: the game is over before the first move, so there is nothing to measure",
                f"{spec}: партия окончена ещё до первого хода, измерять нечего",
            )
        )
    variant = play.variant
    listed = np.zeros(variant.rules.moves_bound(variant.tables), np.int32)
    row = np.zeros(quick_games.POINTS + spec.players)
    curves = np.zeros((3, quick_games.STAGES))
    tally = Tally(spec.players)
    for game in range(begin, begin + count):
        codes = play.codes(seed, game)
        quick_games.note_game(
            variant.number,
            play.first,
            variant.tables,
            codes,
            len(codes),
            listed,
            row,
            curves,
        )
        tally.add_game(spec, row.tolist())
    tally.add_curves(curves.tolist())
    return tally
