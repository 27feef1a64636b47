"""Figures with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kletka.extras import need
from kletka.intervals import wilson
from kletka.lab.claims.base import UNKNOWN, Row
from kletka.language import Text


def share_row(key: str, label: Text, shares: Sequence[float], panel: Text | None = None) -> Row:
    """The mean of shares from 0 to 1, with Wilson's interval."""
    n = len(shares)
    mean = sum(shares) / n if n else 0.5
    return Row(key, label, mean, *wilson(mean, n), n, "share", panel)


def mean_row(key: str, label: Text, numbers: Sequence[float], panel: Text | None = None) -> Row:
    """The mean of any numbers, with the normal interval."""
    n = len(numbers)
    if n < 2:
        value = float(numbers[0]) if numbers else 0.0
        return Row(key, label, value, -UNKNOWN, UNKNOWN, n, "number", panel)
    with need("lab"):
        from statsmodels.stats.weightstats import DescrStatsW

    described = DescrStatsW(numbers)
    low, high = described.zconfint_mean()
    return Row(key, label, float(described.mean), float(low), float(high), n, "number", panel)


def difference_row(
    key: str, label: Text, ones: Sequence[float], others: Sequence[float], panel: Text | None = None
) -> Row:
    """The difference of two means from independent games."""
    n = len(ones) + len(others)
    if min(len(ones), len(others)) < 2:
        return Row(key, label, 0.0, -UNKNOWN, UNKNOWN, n, panel=panel)
    with need("lab"):
        from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

    compared = CompareMeans(DescrStatsW(ones), DescrStatsW(others))
    low, high = compared.zconfint_diff(usevar="unequal")
    value = compared.d1.mean - compared.d2.mean
    return Row(key, label, float(value), float(low), float(high), n, panel=panel)


def correlation_row(
    key: str, label: Text, pairs: Sequence[tuple[float, float]], panel: Text | None = None
) -> Row:
    """The correlation of two numbers, with Fisher's interval."""
    n = len(pairs)
    ones, others = [one for one, _ in pairs], [other for _, other in pairs]
    if n < 4 or len(set(ones)) == 1 or len(set(others)) == 1:
        return Row(key, label, 0.0, -1.0, 1.0, n, "number", panel)
    with need("lab"):
        from scipy.stats import pearsonr

    found = pearsonr(ones, others)
    low, high = found.confidence_interval(0.95)
    return Row(key, label, float(found.statistic), float(low), float(high), n, "number", panel)


def leader_shares(pairs: Sequence[tuple[float, float]]) -> list[float]:
    """The shares of the win of the players that were ahead in something.

    A pair is the first player's lead in it and share of the win; games without a lead are left out.
    """
    return [share if lead > 0 else 1 - share for lead, share in pairs if lead]


def at_each_level(levels: Sequence[int], measure: Callable[[int], list[Row]]) -> list[Row]:
    """The rows measured with each level of the engine, those of the same figure side by side."""
    rows = [replace(row, level=level) for level in levels for row in measure(level)]
    keys = dict.fromkeys(row.key for row in rows)
    return [row for key in keys for row in rows if row.key == key]
