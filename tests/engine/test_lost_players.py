"""A player who is lost loses by as little as possible, and nobody fills points of its own."""

from __future__ import annotations

import random

import pytest

from kletka import Position, Spec, start
from kletka.engine.analysis import MoveAnalysis, ranked
from kletka.engine.budget import Budget
from kletka.engine.search import Search
from kletka.engine.thinking import Thinker
from kletka.lab.selfplay import self_play
from kletka.move import Move


def lead(position: Position, player: int) -> float:
    return float(position.points[player] - position.points[1 - player])


def points_thrown_away(spec: str, by: str, number: int) -> float:
    """What players lost by their own placements after the opponent's pass."""
    play = self_play(Spec(spec), by)
    position, thrown, passed = start(spec), 0.0, set[int]()
    for move in play.notation(play.codes(1, number)):
        player = position.to_move
        assert player is not None
        after = position.play(move)
        if move == "pass":
            passed.add(player)
        elif 1 - player in passed:
            thrown += max(0.0, lead(position, player) - lead(after, player))
        position = after
    return thrown


@pytest.mark.parametrize("by", ["fast", "level1", "level2", "level3"])
def test_nobody_fills_sure_points_after_the_opponent_has_passed(by: str) -> None:
    games = 30 if by == "fast" else 6
    assert sum(points_thrown_away("kamiken(size=6)", by, number) for number in range(games)) == 0


@pytest.mark.parametrize("simulations", [2, 5, 16, 100])
def test_a_lost_player_stops_when_every_stone_costs_a_point(simulations: int) -> None:
    position = start("kamiken(size=3,komi=9)").play("B2").play("pass")
    while not position.over:
        search = Search(position)
        search.run(Budget(simulations=simulations))
        move = search.analysis().best
        after = position.play(move)
        assert lead(after, 0) >= lead(position, 0), f"{move} in {position}"
        position = after
    assert lead(position, 0) >= (-3 if simulations > 10 else -5)  # six points, or at least four


def found(
    move: str,
    result: float,
    points: float,
    *,
    proved: float | None = None,
    sure: float = -9.0,
    limit: float = 9.0,
) -> MoveAnalysis:
    if proved is not None:
        sure = limit = proved
    shares = (result, 1 - result)
    return MoveAnalysis(Move(move), 50, result, points, 0.0, proved, shares, (), sure, limit)


def test_a_proved_small_loss_comes_before_a_large_one_that_is_not_proved() -> None:
    loss = found("pass", 0.0, -2.0, proved=-2.0)
    hopeless, hopeful = found("A1", 0.0, -4.0), found("A1", 0.2, -4.0)
    smaller, surely_smaller = found("A1", 0.0, -1.0), found("A1", 0.0, -4.0, sure=-1.0)
    assert ranked([hopeless, loss], by_points=True) == [loss, hopeless]
    assert ranked([loss, smaller], by_points=True) == [smaller, loss]
    assert ranked([loss, surely_smaller], by_points=True) == [surely_smaller, loss]
    assert ranked([loss, hopeful], by_points=True) == [hopeful, loss]
    assert ranked([loss, hopeless], by_points=False) == [hopeless, loss]


def test_a_move_that_cannot_be_better_comes_after_a_proved_draw_or_loss() -> None:
    draw, loss = found("pass", 0.5, 0.0, proved=0.0), found("pass", 0.0, -2.0, proved=-2.0)
    at_most_even, at_most_lost = (
        found("A1", 0.7, 1.0, limit=0.0),
        found("A1", 0.3, -1.0, limit=-2.0),
    )
    hopeful = found("A1", 0.7, 1.0)
    for by_points in (True, False):
        assert ranked([draw, hopeful], by_points) == [hopeful, draw]
        assert ranked([at_most_even, draw], by_points) == [draw, at_most_even]
        assert ranked([at_most_lost, loss], by_points) == [loss, at_most_lost]


@pytest.mark.parametrize(
    "spec", ["kamiken(size=4,komi=0)", "ydyumby(board=4x4)", "manu(size=4,reserve=4,target=2)"]
)
def test_a_solved_position_has_a_proved_best_move(spec: str) -> None:
    """The search may solve a position while some moves are open: none of those is then the best."""
    solved = 0
    for seed in range(30):
        position, source = start(spec), random.Random(seed)
        for _ in range(source.randrange(3, 9)):
            if not position.over:
                position = position.play(str(source.choice(list(position.moves))))
        if position.over:
            continue
        thinker = Thinker(position, seed=seed)
        for _ in range(15):
            analysis = thinker.think(Budget(simulations=20), proves=False)
            if thinker.solved:
                solved += 1
                assert analysis.proved is not None, f"{position}"
                break
    assert solved >= 8
