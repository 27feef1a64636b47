"""Measuring a game: equal agents play, and their games are added up in a tally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kletka.errors import KletkaError
from kletka.lab import quick_games
from kletka.lab.portrait.tally import Tally
from kletka.lab.selfplay import FAST, SelfPlay, self_play
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.language import Text
from kletka.spec import Spec

FAST_GAMES_A_TASK = 10


class NothingToMeasure(KletkaError):
    """No move can be made on this board."""


@dataclass(frozen=True)
class SelfPlayPlan:
    """A number of games of a spec between equals; `by` names the agent: fast, level4 …"""

    spec: Spec
    by: str
    games: int
    seed: int = 1


@dataclass(frozen=True)
class Measurement:
    """A plan and the tally of its games."""

    plan: SelfPlayPlan
    tally: Tally


def measure(
    plan: SelfPlayPlan, pool: WorkerPool | None = None, report: Callable[[int], None] | None = None
) -> Measurement:
    """Play all games of a plan; `report` gets the number of finished games."""
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


def ending_of(play: SelfPlay, codes: Any) -> str | None:
    """How a game ended, in the words of its face."""
    variant = play.variant
    if not variant.face.endings:
        return None
    return variant.face.ending(variant, states_of(play, codes))


def kinds_of(play: SelfPlay, codes: Any) -> Counter[str]:
    """How many moves of each kind a game had, of those that its face counts."""
    variant = play.variant
    if not variant.face.move_kinds:
        return Counter()
    kinds = (variant.face.kind_of_move(variant, int(code)) for code in codes)
    return Counter(kind for kind in kinds if kind is not None)


def states_of(play: SelfPlay, codes: Any) -> list[Any]:
    """All states of a game, from the start to the end."""
    variant = play.variant
    states = [play.first]
    for code in codes:
        state = states[-1].copy()
        variant.rules.apply(state, variant.tables, int(code))
        states.append(state)
    return states


def measure_part(spec: Spec, by: str, seed: int, begin: int, count: int) -> Tally:
    """A task: play and measure `count` games of a plan from number `begin` on."""
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
        tally.add_kinds(kinds_of(play, codes))
        if ending := ending_of(play, codes):
            tally.add_ending(ending, row.tolist())
    tally.add_curves(curves.tolist())
    return tally
