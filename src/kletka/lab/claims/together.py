"""Verdicts on all claims together, so that chance does not settle one of many.

Each claim has a rule that turns figures into a verdict, at any confidence: the intervals are
widened until the verdict is open, which gives the error at which it could still be given. Holm's
method then decides which verdicts stand, so that all of them are right with 95 % confidence, not
only each of them. Where a claim is measured at several levels of the engine, each level must give
the verdict. Its error is then the largest of theirs and needs no correction for their number (an
intersection-union test): for a wrong verdict, the very level that contradicts it must err.

Control of the share of false verdicts, as by Benjamini and Hochberg, would settle more claims, but
one wrong sentence about an inventor's claim is one too many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

from kletka.extras import need
from kletka.lab.claims.base import Claim, Figures, Verdict

if TYPE_CHECKING:
    from kletka.lab.claims.report import ClaimResult

ERROR = 0.05  # of all verdicts together
USUAL = 1.96  # standard errors in the intervals of the figures
WIDEST = 10.0  # times the usual interval; what still holds then is not in doubt
STEPS = 40


@dataclass(frozen=True)
class Judged:
    """A verdict that takes all claims into account; `error` is its error, adjusted for them."""

    verdict: Verdict
    error: float


def judge_together(results: Sequence[ClaimResult], claims: int) -> dict[str, Judged]:
    """The verdicts by the names of the claims; `claims` is how many are tested in all, measured
    or not."""
    with need("lab"):
        from statsmodels.stats.multitest import multipletests

    widths = [_widest(known.claim, known.figures) for known in results]
    errors = [_error_of(width) for width in widths]
    missing = [1.0] * (claims - len(errors))
    _, adjusted, _, _ = multipletests([*errors, *missing], alpha=ERROR, method="holm")
    judged = {}
    for rank, number in enumerate(sorted(range(len(results)), key=errors.__getitem__)):
        known, error = results[number], float(adjusted[number])
        allowed = known.figures.widened(_width_of(ERROR / (claims - rank)))
        verdict = known.claim.verdict(allowed) if error < ERROR else Verdict.OPEN
        judged[known.claim.name] = Judged(verdict, error)
    return {known.claim.name: judged[known.claim.name] for known in results}


def _widest(claim: Claim, figures: Figures) -> float:
    """How many times wider the intervals can be with a verdict that is not open."""
    if claim.verdict(figures.widened(WIDEST)) is not Verdict.OPEN:
        return WIDEST
    if claim.verdict(figures.widened(0)) is Verdict.OPEN:
        return 0.0
    low, high = 0.0, WIDEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if claim.verdict(figures.widened(middle)) is Verdict.OPEN:
            high = middle
        else:
            low = middle
    return low


def _error_of(width: float) -> float:
    """The error of a normal interval of so many times the usual width."""
    return 0.0 if width == WIDEST else math.erfc(width * USUAL / math.sqrt(2))


def _width_of(error: float) -> float:
    """How many times the usual width a normal interval with this error has."""
    return NormalDist().inv_cdf(1 - error / 2) / USUAL
