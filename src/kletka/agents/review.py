"""The review of a finished game: what each player could expect, and which moves decided it.

Single moves are judged: a turn of several moves is judged step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kletka.engine.budget import Budget
from kletka.engine.thinking import Thinker
from kletka.position import Position

TREE_BYTES = 32 * 2**20
LEAST_LOSS = 0.08  # of the win; a move that loses less did not decide the game
MOMENTS = 3
REJUDGED = 6  # so many moves that seem to lose most are judged again, with more time
REJUDGING_FACTOR = 6  # how much more


@dataclass(frozen=True)
class Step:
    """A single move of the game: `turn` counts turns from 0, `part` the moves within the turn."""

    turn: int
    part: int
    seat: int
    move: str
    position: Position  # before the move


@dataclass(frozen=True)
class Judgement:
    """What the engine thinks of the position before a move.

    `shares` are the players' expected shares of the win if the best move is played, `lead` is the
    mover's expected lead in points, and `proved` the proved value, if there is one.
    """

    step: Step
    best: str
    line: tuple[str, ...]
    shares: tuple[float, ...]
    lead: float
    spread: float
    proved: float | None

    @property
    def expected(self) -> float:
        """The mover's expected share of the win."""
        return self.shares[self.step.seat]


@dataclass(frozen=True)
class Moment:
    """A move that cost its player much; `before` and `after` are that player's expected shares."""

    judgement: Judgement
    before: float
    after: float
    lead_lost: float
    proved_after: float | None  # for the mover

    @property
    def loss(self) -> float:
        """How much of the win the move gave away."""
        return self.before - self.after


def steps_of_game(start: Position, turns: Sequence[str]) -> tuple[list[Step], Position]:
    """All single moves of a game, and its last position."""
    steps, position = [], start
    for number, turn in enumerate(turns):
        moves = position.variant.face.steps(turn)
        for part, move in enumerate(moves):
            assert position.to_move is not None
            steps.append(Step(number, part, position.to_move, move, position))
            position = position.play(move)
        if (end := position.turn_end) is not None:
            assert position.to_move is not None
            steps.append(Step(number, len(moves), position.to_move, str(end), position))
            position = position.end_turn()
    return steps, position


def judge(step: Step, seconds: float, seed: int = 1) -> Judgement:
    """Think about the position before a move for some time; solve it if that is possible."""
    position = step.position
    thinker = Thinker(position, tree_bytes=TREE_BYTES, seed=seed)
    best = thinker.think(Budget(seconds=seconds)).moves[0]
    return Judgement(
        step,
        best=str(best.move),
        line=tuple(str(move) for move in best.line),
        shares=best.shares,
        lead=best.points,
        spread=best.spread,
        proved=best.proved,
    )


def shares_at_end(position: Position) -> tuple[float, ...]:
    """Each player's share of the win in a finished game."""
    winners = position.winners
    return tuple(
        1 / len(winners) if seat in winners else 0.0 for seat in range(len(position.players))
    )


def review(
    start: Position, turns: Sequence[str], shares: Sequence[float] | None, seconds: float
) -> Iterator[Judgement]:
    """Judge all moves, then those that seem to have lost most once more.

    A later judgement of a move replaces the earlier one. `shares` are the players' shares of the
    win if the game did not end on the board.
    """
    steps, last = steps_of_game(start, turns)
    judged = []
    for step in steps:
        judged.append(judge(step, seconds))
        yield judged[-1]
    suspects = moments(judged, ending(last, shares), REJUDGED, least_loss=0.0)
    numbers = {judged.index(moment.judgement) for moment in suspects}
    for number in sorted(numbers | {number + 1 for number in numbers}):
        if number < len(steps):
            yield judge(steps[number], REJUDGING_FACTOR * seconds, seed=2)


def ending(last: Position, shares: Sequence[float] | None) -> tuple[float, ...] | None:
    """The players' shares of the win in the end; None if the game was abandoned."""
    if last.over:
        return shares_at_end(last)
    return None if shares is None else tuple(shares)


def moments(
    judged: Sequence[Judgement],
    ended: tuple[float, ...] | None,
    most: int = MOMENTS,
    least_loss: float = LEAST_LOSS,
) -> list[Moment]:
    """The moves that cost their players most, in the order of the game."""
    found = []
    for number, judgement in enumerate(judged):
        follower = judged[number + 1] if number + 1 < len(judged) else None
        moment = _moment(judgement, follower, ended)
        if moment is not None and moment.loss > least_loss:
            found.append(moment)
    found.sort(key=lambda moment: moment.loss, reverse=True)
    return sorted(found[:most], key=lambda moment: judged.index(moment.judgement))


def _moment(
    judgement: Judgement, follower: Judgement | None, ended: tuple[float, ...] | None
) -> Moment | None:
    step = judgement.step
    if step.move == judgement.best:
        return None
    if follower is None:
        after = step.position.play(step.move)
        if ended is None or not after.over:  # a player that resigned lost nothing by the last move
            return None
        return Moment(judgement, judgement.expected, ended[step.seat], 0.0, None)
    same = follower.step.seat == step.seat
    two = len(judgement.shares) == 2
    sign = 1 if same else -1
    proved = None if follower.proved is None or not two else sign * follower.proved
    lead_lost = judgement.lead - sign * follower.lead if two else 0.0
    return Moment(judgement, judgement.expected, follower.shares[step.seat], lead_lost, proved)
