"""Fitting the levels to a board: equal steps of strength from level 1 to the top of the ladder.

Agents at heights of the ladder from 1 to 8 play those a little above and below them. Bradley and
Terry's model turns the scores into strengths, and a curve that never falls says how strong every
height is. Levels stand where this curve has climbed by equal steps. Level 8 stays one step below
the top of the curve, because level 9 stands at the top or above.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kletka import __version__
from kletka.agents.engine_agent import HeightAgent
from kletka.agents.levels import TOP
from kletka.engine.tuning import LevelFit, read_tuning, tuning_file, with_fit
from kletka.errors import KletkaError
from kletka.intervals import CONFIDENCE
from kletka.lab.ratings import ELO, Ladder, LadderPlan, expected, fit_strengths, run_ladder
from kletka.lab.worker_pools import WorkerPool
from kletka.language import Text
from kletka.spec import Spec

LOWEST, HIGHEST, STEP = 1.0, 8.0, 0.5  # of the heights that play
REACH = 2  # every height plays so many above it
LEAST_GAP = 0.01  # between the heights of two levels, as the tuning file writes them


class NoFit(KletkaError):
    """The games do not show that more thought makes an agent stronger on this board."""


@dataclass(frozen=True)
class HeightPlan(LadderPlan):
    """A ladder of heights, in ascending order, on which only neighbours meet."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return [
            (lower, upper)
            for place, lower in enumerate(self.agents)
            for upper in self.agents[place + 1 : place + 1 + REACH]
        ]


def height_plan(
    spec: Spec, highest: float = HIGHEST, step: float = STEP, seed: int = 1, opening: int = 2
) -> HeightPlan:
    """The heights of the ladder that play each other on a board."""
    count = int((highest - LOWEST) / step + 1e-9) + 1
    names = tuple(HeightAgent(LOWEST + number * step).name for number in range(count))
    return HeightPlan(names, spec, seed, opening)


@dataclass(frozen=True)
class FittedLevel:
    """A level's height, its Elo above level 1, and its score against the level below.

    The score is what the model expects, with its 95 % interval; None for level 1.
    """

    level: int
    height: float
    elo: float
    score: tuple[float, float, float] | None


@dataclass(frozen=True)
class LevelsFit:
    """Levels 1 to 8 on one board, and by how many games they were fitted."""

    spec: Spec
    levels: tuple[FittedLevel, ...]
    games: int

    @property
    def for_tuning(self) -> LevelFit:
        """What the tuning file keeps."""
        means, lows, highs = zip(
            *(level.score for level in self.levels if level.score), strict=True
        )
        mean, low, high = (round(100 * share) for share in (min(means), min(lows), max(highs)))
        return LevelFit(
            spec=str(self.spec),
            heights=tuple(level.height for level in self.levels),
            games=self.games,
            engine=__version__,
            note=f"every level is expected to have {mean} % or more against the one below; "
            f"95 % intervals reach from {low} to {high} %",
        )


def play_heights(
    plan: HeightPlan,
    rounds: int,
    *,
    pool: WorkerPool | None = None,
    out: Path | None = None,
    report: Callable[[Ladder], None] | None = None,
) -> Ladder:
    """Neighbours play twice a round. Games written to `out` before are not played again."""
    return run_ladder(plan, rounds, pool=pool, out=out, report=report)


def fit_levels(ladder: Ladder) -> LevelsFit:
    """Put the levels where the ladder climbs by equal steps; NoFit unless it surely climbs."""
    heights = np.array([height_in(name) for name in ladder.plan.agents])
    strengths = fit_strengths(ladder)
    climb = rising_curve(strengths.values, 1 / _variances(strengths.covariance))
    # The lowest height has strength 0, so the error of the highest is the error of the whole climb.
    if climb[-1] - climb[0] <= CONFIDENCE * math.sqrt(strengths.covariance[-1, -1]):
        raise NoFit(
            Text(
                f"{ladder.plan.spec}: {ladder.played} games do not show that higher levels are "
                "stronger here; play more rounds, or leave this board without a fit",
                f"{ladder.plan.spec}: партий сыграно {ladder.played}, но не видно, что высокие "
                "уровни здесь сильнее; нужно больше кругов, или этой доске подбор не нужен",
            )
        )
    levels = equal_steps(heights, climb)
    return LevelsFit(
        ladder.plan.spec,
        _described(levels, heights, strengths.values, strengths.covariance),
        ladder.played,
    )


def height_in(name: str) -> float:
    """The height of an agent of the ladder."""
    return float(name.removeprefix(HeightAgent.PREFIX))


def rising_curve(values: Any, weights: Any) -> Any:
    """The values closest to these that never fall (isotonic regression by pooling neighbours)."""
    blocks: list[tuple[float, float, int]] = []  # mean, weight, and how many values it stands for
    for value, weight in zip(values, weights, strict=True):
        mean, heavy, count = float(value), float(weight), 1
        while blocks and blocks[-1][0] >= mean:
            before, lighter, more = blocks.pop()
            mean = (before * lighter + mean * heavy) / (lighter + heavy)
            heavy, count = heavy + lighter, count + more
        blocks.append((mean, heavy, count))
    return np.repeat([block[0] for block in blocks], [block[2] for block in blocks])


def equal_steps(heights: Any, climb: Any) -> tuple[float, ...]:
    """The heights of levels 1 to 8 for which the curve climbs by equal steps, the last to the top.

    Where the curve is level, its middle is taken, but at both ends the lowest height: thought that
    no longer helps is not spent.
    """
    knots, values = [], []
    for value in sorted(set(climb.tolist())):
        same = heights[climb == value]
        at_an_end = value in (climb[0], climb[-1])
        knots.append(float(same[0] if at_an_end else same.mean()))
        values.append(value)
    steps = np.linspace(values[0], values[-1], TOP)[: TOP - 1]
    found: list[float] = []
    for height in np.interp(steps, values, knots):
        least = found[-1] + LEAST_GAP if found else LOWEST
        found.append(round(max(float(height), least), 2))
    return tuple(found)


def _variances(covariance: Any) -> Any:
    """Of the strengths against their mean: the first one is fixed, but no surer than others."""
    centred = np.eye(len(covariance)) - 1 / len(covariance)
    return np.diag(centred @ covariance @ centred)


def _described(
    levels: Sequence[float], heights: Any, strengths: Any, covariance: Any
) -> tuple[FittedLevel, ...]:
    """The levels with what the model itself, without the rising curve, expects of them."""
    places = np.array([np.interp(levels, heights, unit) for unit in np.eye(len(heights))]).T
    described = []
    for number, height in enumerate(levels):
        score = None
        if number:
            step = places[number] - places[number - 1]
            mean = float(step @ strengths) * ELO
            half = CONFIDENCE * float(np.sqrt(step @ covariance @ step)) * ELO
            score = expected(mean), expected(mean - half), expected(mean + half)
        elo = float((places[number] - places[0]) @ strengths) * ELO
        described.append(FittedLevel(number + 1, height, elo, score))
    return tuple(described)


def write_fit(fit: LevelsFit, file: Path) -> Path:
    """Write a fit into a tuning file, in place of one for the same board. A new file begins as a
    copy of the engine's own one."""
    game = fit.spec.game
    own = tuning_file(game)
    source = file if file.is_file() else own
    text = with_fit(source.read_text("utf-8") if source.is_file() else "", fit.for_tuning)
    read_tuning(text, game)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file
