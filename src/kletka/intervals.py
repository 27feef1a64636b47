"""95 % intervals of shares."""

from __future__ import annotations

import math

CONFIDENCE = 1.96  # standard errors: 95 %


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's interval of a share counted in so many trials."""
    if trials == 0:
        return 0.0, 1.0
    n, p, z = trials, share, CONFIDENCE
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(max(p * (1 - p), 0) / n + z * z / (4 * n * n))
    return max(centre - half, 0.0), min(centre + half, 1.0)
