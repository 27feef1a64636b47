"""Every number of every hint is counted again by naive code, on random positions of all games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from kletka import Position
from kletka.agents.styles import inventor_view
from tests import specs
from tests.advice import kamiken, manu, vyun, ydyumby
from tests.helpers import judge_of, random_game


def sampled(spec: str, seed: int, every: int) -> Iterator[tuple[Position, Any, list[str]]]:
    """Some positions of a random game, each with its judge and the moves before it."""
    judge, moves = judge_of(spec), list[str]()
    for number, (position, move) in enumerate(random_game(spec, seed)):
        if number % every == seed % every and not position.over:
            yield position, judge, moves
        if move is not None:
            judge.play(move)
            moves.append(move)


def numbers(position: Position, group: Sequence[str] | None = None) -> dict[str, dict[str, float]]:
    return {str(view.move): dict(view.criteria) for view in inventor_view(position, group)}


@pytest.mark.parametrize(
    ("spec", "every"), [("kamiken(size=4)", 1), ("kamiken(size=5)", 2), ("kamiken(size=7)", 9)]
)
@pytest.mark.parametrize("seed", range(4))
def test_kamiken(spec: str, every: int, seed: int) -> None:
    for position, judge, moves in sampled(spec, seed, every):
        assert numbers(position) == kamiken.criteria(judge, moves), position


YDYUMBY = [
    "ydyumby(board=6x6)",
    "ydyumby(board=7x5,players=4)",
    "ydyumby(board=hex4,players=3)",
    f"ydyumby(board={specs.WITH_HOLES})",
]


@pytest.mark.parametrize("spec", YDYUMBY)
@pytest.mark.parametrize("seed", range(3))
def test_ydyumby(spec: str, seed: int) -> None:
    for position, judge, moves in sampled(spec, seed, 2):
        assert numbers(position) == ydyumby.criteria(judge, moves), position


@pytest.mark.parametrize("spec", YDYUMBY)
@pytest.mark.parametrize("seed", range(3))
def test_an_attack_on_a_group_in_ydyumby(spec: str, seed: int) -> None:
    chance, attacked = random.Random(seed), 0
    for position, judge, moves in sampled(spec, seed, 2):
        enemies = [
            name
            for name, owner in zip(position.board.names, position.pieces, strict=True)
            if owner not in (None, position.to_move)
        ]
        if enemies:
            group = chance.sample(enemies, min(len(enemies), 1 + chance.randrange(3)))
            assert numbers(position, group) == ydyumby.criteria(judge, moves, group), position
            attacked += 1
    assert attacked


@pytest.mark.parametrize(
    ("spec", "every"),
    [
        ("vyun(board=3x3)", 3),
        ("vyun(board=4x4)", 8),
        ("vyun(board=4x3,players=3)", 8),
        ("vyun(board=8x2)", 9),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_vyun(spec: str, every: int, seed: int) -> None:
    for position, judge, moves in sampled(spec, seed, every):
        naive = vyun.Naive(judge, moves)
        found = numbers(position)
        passing = found.pop("pass")
        assert set(found) == set(judge.moves()) - {"pass"}
        for move, criteria in found.items():
            plan = tuple(int(criteria.pop(f"plan_{key}")) for key in ("gain", "moves", "safe"))
            assert plan in naive.best_plans(move), (position, move)
            for key in ("plan_cut_in", "plan_sprout_cut_in"):  # see test_vyun_plans.py
                del criteria[key]
            assert criteria == naive.numbers(move), (position, move)
        assert passing == {"useful_moves": float(naive.any_useful())}


@pytest.mark.parametrize(
    ("spec", "every"),
    [
        ("manu(size=4,reserve=8,target=4)", 3),
        ("manu(size=5,reserve=12,target=5)", 4),
        ("manu(size=6,reserve=18,target=12)", 7),
        ("manu(size=5,reserve=12,target=9,squares=sweep)", 9),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_manu(spec: str, every: int, seed: int) -> None:
    for position, judge, moves in sampled(spec, seed, every):
        assert numbers(position) == manu.criteria(judge, moves), position
