"""Plans in Vyun: how soon they can be cut off, in words and by a judge that recounts."""

from __future__ import annotations

import random

import pytest

import kletka
from kletka.agents.styles import MoveView, inventor_view
from kletka.agents.styles.vyun import Garden
from kletka.agents.styles.vyun_plans import NEVER
from kletka.position import Position
from tests.helpers import position_after
from tests.judges.vyun import Judge, Square, Wall, square_named


def after(spec: str, moves: str) -> Position:
    return position_after(spec, moves.split())


def view_of(position: Position, move: str) -> MoveView:
    return next(view for view in inventor_view(position) if str(view.move) == move)


def test_a_new_sprout_that_can_cut_a_plan_off_is_named() -> None:
    """In two moves of Blue's: a sprout beside the ring, and its growth through a wall of it."""
    alone = view_of(after("vyun(board=3x3)", "B2 pass"), "B2>B1")
    assert (alone.criteria["plan_cut_in"], alone.criteria["plan_sprout_cut_in"]) == (0, 2)
    assert "no vine on the board can cut off in time, but a new sprout could in 2 moves" in (
        alone.reason.en
    )
    assert "лианы на доске перерезать не успеют, а новый росток может за 2 хода" in alone.reason.ru
    attacked = view_of(after("vyun(board=3x3)", "B2 A1"), "B2>B1")
    assert "a vine on the board can cut it off in 2 moves, and a new sprout in 2" in (
        attacked.reason.en
    )
    last = [
        view.reason.en
        for view in inventor_view(after("vyun(board=4x4)", "B2 D4 B2>B3 D3"))
        if view.criteria.get("plan_moves", 0) <= 2 and "step to" in view.reason.en
    ]
    assert all("a new sprout could" not in reason for reason in last)


@pytest.mark.parametrize("seed", range(8))
def test_how_soon_plans_are_cut_off_by_the_judge(seed: int) -> None:
    board, players = (("3x3", 2), ("4x3", 2), ("4x4", 3))[seed % 3]
    source = random.Random(seed)
    position = kletka.start(f"vyun(board={board},players={players})")
    judge = Judge(board, players)
    for _ in range(3 + 3 * seed):
        if position.over:
            return
        move = str(source.choice([m for m in position.moves if str(m) != "pass"] or ["pass"]))
        position = position.play(move)
        judge.play(move)
    if position.to_move is None:
        return
    garden = Garden(position)
    for plan in garden.sheet.plans(garden.player):
        walls = [
            frozenset(
                square_named(position.board.names[square]) for square in garden.board.walls[w]
            )
            for w in plan.missing
        ]
        growing = {square for p, square in judge.growth_points if p != judge.player}
        bare = set(judge.squares()) - judge.sprouts
        assert plan.cut_in == crossed_in(judge, growing, walls, 0)
        assert plan.sprout_cut_in == crossed_in(judge, bare, walls, 1)


def crossed_in(judge: Judge, squares: set[Square], walls: list[Wall], planted: int) -> int:
    """In how many moves a vine that begins in one of the squares crosses one of the walls."""
    reached, moves = set(squares), planted
    while reached:
        moves += 1
        steps = {
            (square, there)
            for square in reached
            for there in judge.neighbours(square)
            if frozenset((square, there)) not in judge.vines
        }
        if any(frozenset(step) in walls for step in steps):
            return moves
        grown = reached | {there for _, there in steps}
        if grown == reached:
            break
        reached = grown
    return NEVER
