"""Figures that are counted several times in each game, with their 95 % intervals.

What happens in one game hangs together, so games are the independent trials, not turns: the
intervals are those of the jackknife, which leaves out one game at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kletka.intervals import CONFIDENCE, wilson
from kletka.lab.claims.base import UNKNOWN, Row
from kletka.language import Text

FEWEST_GAMES = 3


def share_in_games(
    key: str, label: Text, games: Sequence[Sequence[float]], panel: Text | None = None
) -> Row:
    """The mean of shares from 0 to 1: Wilson's interval for as many independent trials as vary as
    much as these games do."""
    value, error, count = _mean(games)
    trials = float(sum(map(bool, games)))
    if error:
        trials = min(value * (1 - value) / error**2, count)
    return Row(key, label, value, *wilson(value, trials), count, "share", panel)


def mean_in_games(
    key: str, label: Text, games: Sequence[Sequence[float]], panel: Text | None = None
) -> Row:
    """The mean of any numbers."""
    value, error, count = _mean(games)
    low, high = -UNKNOWN, UNKNOWN
    if error is not None:
        low, high = value - CONFIDENCE * error, value + CONFIDENCE * error
    return Row(key, label, value, low, high, count, "number", panel)


def correlation_in_games(
    key: str, label: Text, games: Sequence[Sequence[tuple[float, float]]]
) -> Row:
    """The correlation of two numbers."""
    sums = [
        [
            sum(terms)
            for terms in zip(*((1, x, y, x * x, y * y, x * y) for x, y in game), strict=True)
        ]
        for game in games
        if game
    ]
    count = sum(map(len, games))
    if len(sums) < FEWEST_GAMES:
        return Row(key, label, 0.0, -1.0, 1.0, count)
    value, error = _jackknife(np.array(sums, np.float64), _correlation)
    wide = CONFIDENCE * error
    return Row(key, label, value, max(value - wide, -1.0), min(value + wide, 1.0), count)


def _mean(games: Sequence[Sequence[float]]) -> tuple[float, float | None, int]:
    """The mean, its standard error if there are games enough, and how many numbers there are."""
    sums = [(len(game), sum(game)) for game in games if game]
    count = sum(numbers for numbers, _ in sums)
    if len(sums) < FEWEST_GAMES:
        return sum(total for _, total in sums) / max(count, 1), None, count
    value, error = _jackknife(
        np.array(sums, np.float64), lambda totals: totals[..., 1] / totals[..., 0]
    )
    return value, error, count


def _correlation(totals: Any) -> Any:
    n, x, y, xx, yy, xy = np.moveaxis(totals, -1, 0)
    spread = (n * xx - x * x) * (n * yy - y * y)
    return np.where(spread > 0, (n * xy - x * y) / np.sqrt(np.maximum(spread, 1e-12)), 0.0)


def _jackknife(sums: Any, statistic: Callable[[Any], Any]) -> tuple[float, float]:
    """A statistic of the sums over all games, and its standard error."""
    totals, games = sums.sum(axis=0), len(sums)
    without_one = statistic(totals - sums)
    deviations = without_one - without_one.mean()
    return float(statistic(totals)), float(np.sqrt((games - 1) / games * (deviations**2).sum()))
