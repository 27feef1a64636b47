"""The figures of a portrait, computed from the tally of a self-play plan."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from kletka.agents.match import wilson
from kletka.faces import face_of
from kletka.faces.options import number
from kletka.lab import quick_games
from kletka.lab.portrait.measuring import Measurement
from kletka.lab.portrait.tally import Tally
from kletka.spec import Spec

RESAMPLES = 1000
HALFWAY = quick_games.STAGES // 2


@dataclass(frozen=True)
class Share:
    """A share of games with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Fair:
    """What the second player should be given for the most even games, with a bootstrap interval.

    In points; in a race to a target, points off the target. Negative: the first player gets it.
    `share` is the first player's share of the wins with it, if both play as before.
    """

    value: float
    low: float
    high: float
    share: float


@dataclass(frozen=True)
class Figures:
    """All figures of one self-play plan."""

    games: int
    turns: float
    usual_turns: tuple[int, int]  # at least nine games out of ten are in this range
    shortest: int
    longest: int
    moves_a_turn: float
    choices: float
    most_choices: int
    tree: float  # the decimal logarithm of the size of the game's tree
    seats: tuple[Share, ...]  # each seat's share of the wins, a shared win divided
    points: tuple[float, ...]
    shared: Share
    lead_changes: float
    never_changed: float
    decided: float | None  # the share of the moves after which the winner keeps the lead
    leader_wins: Share | None  # games in which the only leader half-way wins alone
    taken: float | None
    supply: int | None
    used: float | None  # of the supply, by the player that uses most
    most_used: int | None
    ran_out: float | None  # share of games in which a player's supply ran out
    fair: Fair | None


def figures_of(measured: Measurement) -> Figures:
    tally, spec = measured.tally, measured.plan.spec
    supply = supply_of(spec)
    has_supply = supply is not None and bool(tally.least_left)
    led, won = tally.curves[1][HALFWAY], tally.curves[2][HALFWAY]
    return Figures(
        games=tally.games,
        turns=_mean(tally.turns),
        usual_turns=_usual(tally.turns),
        shortest=min(tally.turns),
        longest=max(tally.turns),
        moves_a_turn=tally.moves / tally.turns_in_all,
        choices=tally.choices / tally.moves,
        most_choices=tally.most_choices,
        tree=tally.tree / tally.games,
        seats=tuple(_share(_won_by(tally, seat), tally.games) for seat in range(tally.players)),
        points=tuple(total / tally.games for total in tally.points),
        shared=_share(
            sum(n for bits, n in tally.winners.items() if bits & (bits - 1)), tally.games
        ),
        lead_changes=_mean(tally.lead_changes),
        never_changed=tally.lead_changes[0] / tally.games,
        decided=_mean(tally.decided) / 100 if tally.decided else None,
        leader_wins=_share(won, int(led)) if led else None,
        taken=_mean(tally.taken) if tally.taken else None,
        supply=supply,
        used=supply - _mean(tally.least_left) if has_supply and supply else None,
        most_used=supply - min(tally.least_left) if has_supply and supply else None,
        ran_out=tally.least_left[0] / tally.games if has_supply else None,
        fair=fair_start(tally.margins, spec) if tally.margins else None,
    )


def supply_of(spec: Spec) -> int | None:
    """How many pieces each player begins with, in games that have a supply."""
    name = face_of(spec.game).profile.supply_option
    return number(spec.options, name) if name else None


def fair_start(margins: Counter[int], spec: Spec) -> Fair:
    """The compensation that makes the games most even, from their final margins.

    Its interval is a bootstrap: how much it varies when the games are resampled a thousand times.
    """
    values = np.array(sorted(margins))
    counts = np.array([margins[value] for value in values])
    offers, shares = _offers(values, spec)
    chance = np.random.default_rng(1)
    games = int(counts.sum())
    drawn = chance.multinomial(games, counts / games, size=RESAMPLES)
    found = np.array([offers[_most_even(shares @ sample / games)] for sample in drawn])
    best = _most_even(shares @ counts / games)
    low, high = np.quantile(found, [0.025, 0.975], method="nearest")
    return Fair(
        float(offers[best]) / 2,
        float(low) / 2,
        float(high) / 2,
        float(shares[best] @ counts / games),
    )


def _offers(values: np.ndarray, spec: Spec) -> tuple[np.ndarray, np.ndarray]:
    """Possible compensations in half points, the preferred ones first, and the first player's
    share of the win with each compensation at each margin."""
    target = face_of(spec.game).profile.portrait.target_option
    if target:
        most = number(spec.options, target) - 1
        offers = np.arange(-2 * most, 2 * most + 1, 2)
    else:
        offers = np.arange(min(values.min(), 0) - 1, max(values.max(), 0) + 2)
    # Preferred: those that leave no draws, then small ones.
    offers = np.array(sorted(offers.tolist(), key=_nicety))
    ahead = values[None, :] - offers[:, None]
    if target:  # a player with a head start wins as soon as it is enough
        return offers, np.where(offers[:, None] >= 0, ahead > 0, ahead >= 0).astype(float)
    return offers, (ahead > 0) + 0.5 * (ahead == 0)


def _nicety(offer: int) -> tuple[bool, int, bool]:
    return offer % 2 == 0, abs(offer), offer < 0


def _most_even(shares: np.ndarray) -> int:
    return int(np.argmin(np.round(np.abs(shares - 0.5), 9)))


def _won_by(tally: Tally, seat: int) -> float:
    return sum(
        games / bits.bit_count() for bits, games in tally.winners.items() if bits >> seat & 1
    )


def _share(part: float, games: int) -> Share:
    value = part / games
    return Share(value, *wilson(value, games))


def _mean(counter: Counter[int]) -> float:
    return sum(value * games for value, games in counter.items()) / counter.total()


def _usual(counter: Counter[int]) -> tuple[int, int]:
    """The range without the least and the largest values, at most one game in twenty each."""
    values = sorted(counter)
    rare = counter.total() / 20
    low, below = 0, counter[values[0]]
    while below <= rare:
        low += 1
        below += counter[values[low]]
    high, above = len(values) - 1, counter[values[-1]]
    while above <= rare:
        high -= 1
        above += counter[values[high]]
    return values[low], values[high]
