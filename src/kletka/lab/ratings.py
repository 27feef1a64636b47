"""A ladder: every agent plays every other, and all get Elo ratings with intervals.

The model is Bradley and Terry's, fitted by statsmodels as a binomial regression: the log-odds of
a win are the difference of two strengths plus the value of the first move. A draw counts half. One
more draw is added for every pair, so that an agent that never won or never lost has a rating too.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from kletka.agents.match import MatchTerms, play_named
from kletka.errors import KletkaError
from kletka.extras import need
from kletka.intervals import CONFIDENCE
from kletka.lab.journal import Journal
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.language import Text
from kletka.spec import Spec

ELO = 400 / math.log(10)  # points for each unit of log-odds
ANCHOR, ANCHORED = "level1", 1000.0  # this agent, or else the first one, has this rating


class InvalidLadder(KletkaError):
    """These agents or this spec cannot make a ladder."""


@dataclass(frozen=True)
class LadderPlan:
    """What is played by which agents; it determines every game of the ladder."""

    agents: tuple[str, ...]
    spec: Spec
    seed: int = 1
    opening: int = 2

    def __post_init__(self) -> None:
        if len(set(self.agents)) < max(2, len(self.agents)):
            raise InvalidLadder(
                Text(
                    "a ladder needs at least two agents, each named once",
                    "для лестницы нужны хотя бы два игрока, каждый назван один раз",
                )
            )
        if self.spec.players != 2:
            raise InvalidLadder(
                Text(
                    f"ratings are for games of two, and {self.spec} is for {self.spec.players}",
                    f"рейтинги бывают у игр вдвоём, а {self.spec} — на {self.spec.players}",
                )
            )

    def to_json(self) -> dict[str, Any]:
        """The plan as it is kept in files, where the agents are called players."""
        return {
            "players": list(self.agents),
            "spec": self.spec,
            "seed": self.seed,
            "opening": self.opening,
        }

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """All pairs of agents that meet."""
        return list(combinations(self.agents, 2))

    def games(self, rounds: int) -> int:
        """The number of games in so many rounds; every pair plays twice a round."""
        return 2 * rounds * len(self.pairs)

    def task(self, number: int) -> tuple[MatchTerms, int]:
        """The arguments of `play_ladder` for the game with this number.

        All pairs play an opening twice, with seats exchanged, before the next opening, so that an
        unfinished ladder is balanced.
        """
        pairs = self.pairs
        pair = pairs[number // 2 % len(pairs)]
        of_pair = number // (2 * len(pairs)) * 2 + number % 2
        return MatchTerms(pair, self.spec, self.seed, self.opening), of_pair


@dataclass
class Pairing:
    """The games of two agents in one order of seats; wins and losses are those of the first."""

    wins: float = 0
    draws: float = 0
    losses: float = 0

    @property
    def games(self) -> float:
        """The number of games that were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The points of the first agent; a draw counts half."""
        return self.wins + self.draws / 2

    def add(self, share: float) -> None:
        """Count a game in which the first agent got this share of the win."""
        self.wins += share == 1
        self.draws += 0 < share < 1
        self.losses += share == 0


@dataclass
class Ladder:
    """The results so far, by the agents that move first and second."""

    plan: LadderPlan
    pairings: dict[tuple[str, str], Pairing] = field(default_factory=dict)

    @property
    def played(self) -> int:
        """The number of games of all pairings."""
        return round(sum(pairing.games for pairing in self.pairings.values()))

    def add(self, first: str, second: str, share: float) -> None:
        """Count a game in which the first agent got this share of the win."""
        self.pairings.setdefault((first, second), Pairing()).add(share)

    def score(self, agent: str) -> tuple[float, int]:
        """The mean score of an agent, and the number of its games."""
        won, games = 0.0, 0.0
        for (first, second), pairing in self.pairings.items():
            if agent in (first, second):
                won += pairing.score if agent == first else pairing.games - pairing.score
                games += pairing.games
        return won / max(games, 1), round(games)


def run_ladder(
    plan: LadderPlan,
    rounds: int,
    *,
    pool: WorkerPool | None = None,
    out: Path | None = None,
    report: Callable[[Ladder], None] | None = None,
) -> Ladder:
    """Play so many rounds; games already in the file `out` are not played again."""
    ladder = Ladder(plan)
    journal = Journal(out, "ladder", "game", plan.to_json()) if out else None
    for number, entry in enumerate(journal.read() if journal else ()):
        try:
            ladder.add(entry["first"], entry["second"], float(entry["share"]))
        except (ValueError, KeyError, TypeError):
            assert journal is not None
            raise journal.wrong_line(number) from None
    tasks = (plan.task(n) for n in range(ladder.played, plan.games(rounds)))
    for entry in map_in_order(pool, play_ladder, tasks):
        if journal:
            journal.add(entry)
        ladder.add(entry["first"], entry["second"], entry["share"])
        if report:
            report(ladder)
    return ladder


def play_ladder(terms: MatchTerms, number: int) -> dict[str, Any]:
    """A task: play one game of a ladder."""
    game = play_named(terms, number)
    first, second = (terms.agents[agent] for agent in game.seats)
    return {
        "first": first,
        "second": second,
        "share": game.shares[game.seats[0]],
        "points": game.points,
        "moves": len(game.moves),
        "forfeit": game.forfeit,
    }


@dataclass(frozen=True)
class Rating:
    """The rating of an agent; `low` and `high` are its 95 % interval against the ladder's mean."""

    agent: str
    elo: float
    low: float
    high: float
    games: int
    score: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of a ladder, strongest first, and the value of the first move in Elo."""

    plan: LadderPlan
    ratings: tuple[Rating, ...]
    first_move: tuple[float, float, float]  # with its interval
    games: int


@dataclass(frozen=True)
class Strengths:
    """The fitted model of a ladder, in log-odds; the first agent has strength 0."""

    values: Any  # of each agent
    covariance: Any
    first_move: float
    first_move_error: float


def fit_strengths(ladder: Ladder) -> Strengths:
    """Fit the model to the scores."""
    with need("lab"):
        import statsmodels.api as sm
        from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    agents = ladder.plan.agents
    index = {agent: place for place, agent in enumerate(agents)}
    rows, results = [], []
    for first, second in sorted(ladder.pairings):
        pairing = ladder.pairings[first, second]
        rows.append(_row(len(agents), index[first], index[second], 1.0))
        results.append([pairing.score, pairing.games - pairing.score])
    for one, other in sorted({tuple(sorted(pair)) for pair in ladder.pairings}):
        rows.append(_row(len(agents), index[one], index[other], 0.0))
        results.append([0.5, 0.5])
    if not rows:
        raise InvalidLadder(Text("no game has been played yet", "ещё не сыграно ни одной партии"))
    with warnings.catch_warnings():
        # The warning comes when the scores fit perfectly, for example if all games are drawn. The
        # infinite strengths that it warns of are ruled out by the added draws.
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        fit = sm.GLM(np.array(results), np.array(rows), family=sm.families.Binomial()).fit()
    count = len(agents)
    covariance = np.zeros((count, count))
    covariance[1:, 1:] = fit.cov_params()[: count - 1, : count - 1]
    return Strengths(
        values=np.concatenate([[0.0], fit.params[: count - 1]]),
        covariance=covariance,
        first_move=float(fit.params[-1]),
        first_move_error=float(fit.bse[-1]),
    )


def rate(ladder: Ladder) -> Ratings:
    """The ratings that fit the scores best."""
    fit, agents = fit_strengths(ladder), ladder.plan.agents
    centred = np.eye(len(agents)) - 1 / len(agents)  # so that intervals do not depend on the anchor
    half = CONFIDENCE * np.sqrt(np.diag(centred @ fit.covariance @ centred)) * ELO
    anchor = agents.index(ANCHOR) if ANCHOR in agents else 0
    elo = (fit.values - fit.values[anchor]) * ELO + ANCHORED
    rated = []
    for place, agent in enumerate(agents):
        score, games = ladder.score(agent)
        value = float(elo[place])
        wide = float(half[place])
        rated.append(Rating(agent, value, value - wide, value + wide, games, score))
    rated.sort(key=lambda rating: -rating.elo)
    worth = fit.first_move * ELO
    wide = CONFIDENCE * fit.first_move_error * ELO
    return Ratings(ladder.plan, tuple(rated), (worth, worth - wide, worth + wide), ladder.played)


def _row(count: int, first: int, second: int, seat: float) -> list[float]:
    """A row of the regression; the first agent has no column, because its strength is 0."""
    row = [0.0] * count
    row[first] += 1.0
    row[second] -= 1.0
    return [*row[1:], seat]


def expected(difference: float) -> float:
    """The expected score for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))
