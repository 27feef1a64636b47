"""A fair komi, from games played at several komis by agents of several strengths.

Shifting the final leads of games that were played at one komi would be easier, but players who are
ahead or behind play otherwise, so it gives another komi than the one that is fair when it is
played for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kletka import __version__
from kletka.extras import need
from kletka.lab.portrait.measuring import SelfPlayPlan, measure
from kletka.lab.worker_pools import WorkerPool
from kletka.library.fair import FairKomi, KomiAtLevel, board_key, read_table
from kletka.spec import Spec

RESAMPLES = 1000
LEVEL_OF_INTERVAL = 0.05


@dataclass(frozen=True)
class KomiPlan:
    """Which komis are tried on a board, by which agents, and in how many games each."""

    spec: Spec
    komis: tuple[float, ...]
    agents: tuple[tuple[str, int], ...]  # names, and games at each komi
    seed: int = 1


def measure_komi(
    plan: KomiPlan,
    pool: WorkerPool | None = None,
    report: Callable[[SelfPlayPlan, int], None] | None = None,
) -> FairKomi:
    """Play all games of a plan and find the fair komi."""
    levels = []
    for by, games in plan.agents:
        shares = {}
        for komi in plan.komis:
            played = SelfPlayPlan(with_komi(plan.spec, komi), by, games, plan.seed)
            tally = measure(played, pool, partial(report, played) if report else None)
            won = tally.tally.winners
            shares[komi] = (won[1] + 0.5 * won[3]) / games
        levels.append(level_of(by, games, shares))
    return combine(board_key(plan.spec), levels)


def with_komi(spec: Spec, komi: float) -> Spec:
    options = {**spec.options, "komi": f"{komi:g}"}
    return Spec(f"{spec.game}({','.join(f'{name}={value}' for name, value in options.items())})")


def level_of(by: str, games: int, shares: Mapping[float, float]) -> KomiAtLevel:
    """Where the games of one agent would be even, with an interval by resampling them."""
    komis = np.array(sorted(shares))
    measured = np.array([shares[komi] for komi in komis])
    chance = np.random.default_rng(1)
    drawn = chance.binomial(games, np.clip(measured, 0, 1), size=(RESAMPLES, len(komis))) / games
    found = [even_point(komis, sample) for sample in drawn]
    low, high = np.quantile(found, [LEVEL_OF_INTERVAL / 2, 1 - LEVEL_OF_INTERVAL / 2])
    even = even_point(komis, measured)
    return KomiAtLevel(by, games, dict(shares), *(round(float(v), 3) for v in (even, low, high)))


def even_point(komis: Any, shares: Any) -> float:
    """The komi at which the first player would get half of the wins.

    The share can only fall as the komi grows: an isotonic regression, and straight lines between
    its points. Beyond the komis that were tried it is the last of them.
    """
    with need("lab"):
        from scipy.optimize import isotonic_regression

    fitted = isotonic_regression(shares, increasing=False).x
    return float(np.interp(-0.5, -fitted, komis))


def combine(spec: str, levels: Sequence[KomiAtLevel]) -> FairKomi:
    """The fair komi over all levels, each counted the same."""
    komis = [komi for komi in sorted(levels[0].shares) if komi % 1 == 0.5]
    means = {komi: float(np.mean([level.shares[komi] for level in levels])) for komi in komis}
    best = min(komis, key=lambda komi: (abs(means[komi] - 0.5), komi))
    even, low, high = together(
        [level.even for level in levels], [(level.high - level.low) / 3.92 for level in levels]
    )
    return FairKomi(
        spec=spec,
        komi=best,
        share=round(means[best], 4),
        even=round(even, 3),
        low=round(low, 3),
        high=round(high, 3),
        levels=tuple(levels),
        version=__version__,
    )


def together(values: Sequence[float], errors: Sequence[float]) -> tuple[float, float, float]:
    """Several measurements of one thing as one, with a 95 % interval that includes how much they
    differ from each other: a random-effects model, with Hartung's and Knapp's interval or the plain
    one, whichever is wider."""
    if len(values) == 1:
        return values[0], values[0] - 1.96 * errors[0], values[0] + 1.96 * errors[0]
    with need("lab"):
        from statsmodels.stats.meta_analysis import combine_effects

    variances = np.maximum(np.array(errors), 1e-3) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):  # equal values have no spread
        fitted = combine_effects(np.array(values), variances, method_re="iterated")
    _, plain, _, adjusted = fitted.conf_int(use_t=True)
    low, high = min(plain[0], adjusted[0]), max(plain[1], adjusted[1])
    return float(fitted.mean_effect_re), float(low), float(high)


def write_table(path: Path, boards: Sequence[FairKomi]) -> None:
    """Write the boards to a table; those there that were not measured again stay."""
    known = read_table(path.read_text("utf-8")) if path.exists() else {}
    known |= {board.spec: board for board in boards}
    entries = [asdict(board) for board in known.values()]
    path.write_text(json.dumps({"boards": entries}, ensure_ascii=False, indent=1) + "\n", "utf-8")
