"""A player who is lost loses by as little as possible, and nobody fills points of its own."""

from __future__ import annotations

import pytest

from kletka import Position, Spec, start
from kletka.engine.analysis import MoveAnalysis, ranked
from kletka.engine.budget import Budget
from kletka.engine.search import Search
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
    move: str, result: float, points: float, *, proved: float | None = None, sure: float = -9.0
) -> MoveAnalysis:
    sure = sure if proved is None else proved
    shares = (result, 1 - result)
    return MoveAnalysis(Move(move), 50, result, points, 0.0, proved, shares, (), sure)


def test_a_proved_small_loss_comes_before_a_large_one_that_is_not_proved() -> None:
    loss = found("pass", 0.0, -2.0, proved=-2.0)
    hopeless, hopeful = found("A1", 0.0, -4.0), found("A1", 0.2, -4.0)
    smaller, surely_smaller = found("A1", 0.0, -1.0), found("A1", 0.0, -4.0, sure=-1.0)
    assert ranked([hopeless, loss], by_points=True) == [loss, hopeless]
    assert ranked([loss, smaller], by_points=True) == [smaller, loss]
    assert ranked([loss, surely_smaller], by_points=True) == [surely_smaller, loss]
    assert ranked([loss, hopeful], by_points=True) == [hopeful, loss]
    assert ranked([loss, hopeless], by_points=False) == [hopeless, loss]
