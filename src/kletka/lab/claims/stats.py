"""Figures with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kletka.agents.match import CONFIDENCE
from kletka.lab.claims.base import UNKNOWN, Row
from kletka.language import Text


def share_row(key: str, label: Text, shares: Sequence[float], panel: Text | None = None) -> Row:
    """The mean of shares from 0 to 1, with Wilson's interval."""
    n = len(shares)
    if n == 0:
        return Row(key, label, 0.5, 0.0, 1.0, 0, "share", panel)
    p, z = sum(shares) / n, CONFIDENCE
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Row(key, label, p, max(centre - half, 0.0), min(centre + half, 1.0), n, "share", panel)


def mean_row(key: str, label: Text, numbers: Sequence[float], panel: Text | None = None) -> Row:
    """The mean of any numbers, with the normal interval."""
    n = len(numbers)
    if n < 2:
        value = float(numbers[0]) if numbers else 0.0
        return Row(key, label, value, -UNKNOWN, UNKNOWN, n, "number", panel)
    mean = sum(numbers) / n
    variance = sum((number - mean) ** 2 for number in numbers) / (n - 1)
    half = CONFIDENCE * math.sqrt(variance / n)
    return Row(key, label, mean, mean - half, mean + half, n, "number", panel)


def difference_row(
    key: str, label: Text, ones: Sequence[float], others: Sequence[float], panel: Text | None = None
) -> Row:
    """The difference of two means from independent games."""
    one, other = mean_row(key, label, ones), mean_row(key, label, others)
    assert one.high is not None
    assert other.high is not None
    half = math.hypot(one.high - one.value, other.high - other.value)
    value = one.value - other.value
    return Row(key, label, value, value - half, value + half, len(ones) + len(others), panel=panel)


def correlation_row(
    key: str, label: Text, pairs: Sequence[tuple[float, float]], panel: Text | None = None
) -> Row:
    """The correlation of two numbers, with Fisher's interval."""
    n = len(pairs)
    r = _correlation(pairs)
    if n < 4:
        return Row(key, label, r, -1.0, 1.0, n, "number", panel)
    z, half = math.atanh(max(min(r, 0.999999), -0.999999)), CONFIDENCE / math.sqrt(n - 3)
    return Row(key, label, r, math.tanh(z - half), math.tanh(z + half), n, "number", panel)


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    n = len(pairs)
    if n < 2:
        return 0.0
    one, other = sum(x for x, _ in pairs) / n, sum(y for _, y in pairs) / n
    together = sum((x - one) * (y - other) for x, y in pairs)
    spread = math.sqrt(
        sum((x - one) ** 2 for x, _ in pairs) * sum((y - other) ** 2 for _, y in pairs)
    )
    return together / spread if spread else 0.0


def leader_shares(pairs: Sequence[tuple[float, float]]) -> list[float]:
    """The shares of the win of the players that were ahead in something.

    A pair is the first player's lead in it and share of the win; games without a lead are left out.
    """
    return [share if lead > 0 else 1 - share for lead, share in pairs if lead]
