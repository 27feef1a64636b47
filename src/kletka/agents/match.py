"""Matches: seats rotated, openings varied, seeds fixed, with intervals and a sequential test."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace

from kletka.agents.agent import Agent, AgentFailed
from kletka.agents.names import read_agent
from kletka.errors import KletkaError
from kletka.faces.base import PASS
from kletka.intervals import wilson
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position, start
from kletka.spec import Spec

IMAGINED = 4  # rounds, as Agresti and Coull add four trials to an interval
MOST_FORFEITS = 100  # whose reasons are kept


@dataclass(frozen=True)
class MatchTerms:
    """Which agents play what: with it every game of a match can be played again.

    Games begin with `opening_plies` random moves, and come in rounds: each opening is played once
    with every rotation of the seats. A game that need not go to the end stops as soon as an agent
    has proved that it wins.
    """

    agents: tuple[str, ...]
    spec: Spec
    seed: int = 1
    opening_plies: int = 2
    to_the_end: bool = True


@dataclass(frozen=True)
class GameResult:
    """One game: which agent sat where, what each agent (not seat) got, and how it ended."""

    seats: tuple[int, ...]
    shares: tuple[float, ...]
    points: tuple[float, ...]
    moves: tuple[Move, ...]
    forfeit: str | None = None


@dataclass
class MatchResult:
    """What has been played so far, as sums: a match of a million games takes no more memory.

    `last` is the game that was counted last; a caller that needs all games collects them as they
    come. `rounds` has the sums over whole rounds: the games of one opening depend on each other, so
    intervals count a round, not a game, as one trial. `stopped` says that a sequential test ended
    the match: then the score is a little too extreme, and its interval too narrow.
    """

    names: tuple[str, ...]
    played: int = 0
    sums: list[float] = field(default_factory=list)  # of each agent's shares
    last: GameResult | None = None
    forfeits: list[str] = field(default_factory=list)  # reasons of the first ones
    forfeited: list[int] = field(default_factory=list)  # how many games each agent forfeited
    rounds: RoundSums = field(init=False)
    stopped: bool = False

    def __post_init__(self) -> None:
        self.sums = self.sums or [0.0] * len(self.names)
        self.forfeited = self.forfeited or [0] * len(self.names)
        self.rounds = RoundSums(len(self.names))

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.played += 1
        self.last = game
        for agent, share in enumerate(game.shares):
            self.sums[agent] += share
        self.rounds.add(game.shares)
        if game.forfeit:
            self.forfeited[game.shares.index(0.0)] += 1  # the others share the win
            if len(self.forfeits) < MOST_FORFEITS:
                self.forfeits.append(game.forfeit)

    def check_played(self) -> None:
        """Raise AgentFailed if an agent has forfeited every game: then nothing was measured."""
        for name, forfeited in zip(self.names, self.forfeited, strict=True):
            if forfeited and forfeited == self.played:
                raise AgentFailed(
                    Text(
                        f"{name} forfeited every game ({forfeited}), so there is no score; the "
                        f"first time: {self.forfeits[0]}",
                        f"{name} не доиграл ни одной партии ({forfeited}), поэтому счёта нет; в "
                        f"первой: {self.forfeits[0]}",
                    )
                )

    def score(self, agent: int = 0) -> float:
        """The agent's mean share of the win."""
        return self.sums[agent] / max(self.played, 1)

    def interval(self, agent: int = 0) -> tuple[float, float]:
        """95 % interval of the score.

        It is Wilson's, which is honest near 0 and 1, for as many independent games as would vary
        as much as the rounds do.
        """
        return wilson(self.score(agent), self.rounds.independent_games(agent, self.played))

    @property
    def pairs(self) -> tuple[int, ...] | None:
        """How many pairs of games with exchanged seats brought the first of two agents 0, ½, 1, 1½
        and 2 wins (the pentanomial counts); None if there are more agents."""
        if len(self.names) != 2:
            return None
        return tuple(self.rounds.scores[half] for half in range(5))


@dataclass
class RoundSums:
    """Sums over the whole rounds of a match; a round has one game for each rotation of the seats.

    `scores` counts the rounds by what the first agent got in them, in half wins.
    """

    agents: int
    whole: int = 0
    sums: list[float] = field(default_factory=list)  # of each agent's mean share of a round
    squares: list[float] = field(default_factory=list)
    scores: Counter[int] = field(default_factory=Counter)
    begun: list[float] = field(default_factory=list)  # the shares in a round that is not over
    games_begun: int = 0

    def __post_init__(self) -> None:
        self.sums, self.squares, self.begun = ([0.0] * self.agents for _ in range(3))

    def add(self, shares: Sequence[float]) -> None:
        """Count the shares of a game."""
        self.begun = [total + share for total, share in zip(self.begun, shares, strict=True)]
        self.games_begun += 1
        if self.games_begun < self.agents:
            return
        self.whole += 1
        self.scores[round(2 * self.begun[0])] += 1
        for agent, total in enumerate(self.begun):
            self.sums[agent] += total / self.agents
            self.squares[agent] += (total / self.agents) ** 2
        self.begun, self.games_begun = [0.0] * self.agents, 0

    def independent_games(self, agent: int, played: int) -> float:
        """How many independent games would leave the same doubt about the score as these rounds.

        The variance is that of the rounds and of `IMAGINED` more with independent games, because a
        few rounds that happen to be alike prove little.
        """
        if self.whole < 2:
            return played
        mean = self.sums[agent] / self.whole
        alone = mean * (1 - mean)  # the variance of a game with one winner
        if alone == 0:
            return played
        deviations = self.squares[agent] - self.whole * mean * mean
        imagined = IMAGINED * alone / self.agents
        variance = (deviations + imagined) / (self.whole - 1 + IMAGINED)
        return played / self.agents * alone / variance


@dataclass(frozen=True)
class SequentialTest:
    """Wald's sequential test: it ends when one of two scores is much likelier than the other."""

    worse: float
    better: float
    error: float = 0.05

    def verdict(self, result: MatchResult) -> str | None:
        """`better`, `worse`, or None if more games are needed."""
        won, lost = result.sums[0], result.played - result.sums[0]
        ratio = won * math.log(self.better / self.worse)
        ratio += lost * math.log((1 - self.better) / (1 - self.worse))
        bound = math.log((1 - self.error) / self.error)
        if ratio >= bound:
            return "better"
        return "worse" if ratio <= -bound else None


def read_test(text: str) -> SequentialTest:
    """Read a test such as 0.5,0.6: the worse score and the better one."""
    read = re.fullmatch(r"(0\.[0-9]{1,4}),(0\.[0-9]{1,4})", text)
    if read and 0 < float(read[1]) < float(read[2]) < 1:
        return SequentialTest(float(read[1]), float(read[2]))
    raise KletkaError(
        Text(
            f"{text!r} is not a test; write two scores between 0 and 1, such as 0.5,0.6",
            f"{text!r} — не критерий; нужны два числа между 0 и 1, например 0.5,0.6",
        )
    )


def play_game(
    agents: Sequence[Agent],
    seats: Sequence[int],
    opening: Position,
    seed: int,
    *,
    to_the_end: bool = True,
) -> GameResult:
    """One game from a position; an agent that fails forfeits, and the others share the win.

    A game that need not go to the end stops as soon as an agent has proved that it wins.
    """
    position = opening
    history: list[Move] = []
    try:
        for agent in agents:
            acting = agent
            agent.new_game(opening, seed)
        while position.to_move is not None:
            acting = agents[seats[position.to_move]]
            move = acting.choose(position, history)
            position = position.play(move)
            history.append(move)
            if not to_the_end and acting.has_won:
                shares = [float(agent is acting) for agent in agents]
                return GameResult(tuple(seats), tuple(shares), position.points, tuple(history))
    except AgentFailed as failure:
        loser = agents.index(acting)
        shares = [1 / (len(agents) - 1)] * len(agents)
        shares[loser] = 0.0
        return GameResult(
            tuple(seats), tuple(shares), position.points, tuple(history), str(failure)
        )
    shares = [position.shares[seats.index(agent)] for agent in range(len(agents))]
    return GameResult(tuple(seats), tuple(shares), position.points, tuple(history))


def varied_opening(spec: str, plies: int, seed: int) -> tuple[Position, tuple[Move, ...]]:
    """The start position after a few random moves, and these moves; no pass, no finished game."""
    source = random.Random(seed)
    position = start(spec)
    moves: list[Move] = []
    for _ in range(plies):
        quiet = [move for move in position.moves if str(move) != PASS]
        move = source.choice(quiet) if quiet else None
        if move is None or position.play(move).over:
            break
        position = position.play(move)
        moves.append(move)
    return position, tuple(moves)


def play_numbered(agents: Sequence[Agent], terms: MatchTerms, number: int) -> GameResult:
    """The game of a match that has this number: its opening, seats and seed follow from it.

    Its moves include those of the opening.
    """
    count = len(agents)
    opening, opened = varied_opening(
        terms.spec, terms.opening_plies, terms.seed * 10_007 + number // count
    )
    seats = [(seat + number) % count for seat in range(count)]
    seed = terms.seed * 10_007 + number
    game = play_game(agents, seats, opening, seed, to_the_end=terms.to_the_end)
    return replace(game, moves=(*opened, *game.moves))


def play_named(terms: MatchTerms, number: int) -> GameResult:
    """The game with this number, by agents made for it alone: a task for another process."""
    (game,) = play_here(terms, [number])
    return game


def play_here(terms: MatchTerms, numbers: Iterable[int]) -> Generator[GameResult, None, None]:
    """The games with these numbers, in this process, all by the same agents."""
    agents = [read_agent(name) for name in terms.agents]
    try:
        for number in numbers:
            yield play_numbered(agents, terms, number)
    finally:
        for agent in agents:
            agent.close()


def decided(result: MatchResult, test: SequentialTest | None) -> bool:
    """Whether there is a test and it has a verdict; only whole rounds are looked at."""
    whole_round = result.played % len(result.names) == 0
    return test is not None and whole_round and test.verdict(result) is not None
