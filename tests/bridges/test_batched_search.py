"""The example of a batched search: its trees are right, and it plays well."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from examples.batched_search import play_against_random, search

from kletka import start
from kletka.bridges.vectorised import ManyGames


def indifferent(games: ManyGames) -> tuple[Any, Any]:
    """Nothing is known, and nothing is random."""
    priors = games.masks / games.masks.sum(axis=1, keepdims=True)
    return priors, np.zeros((len(games), games.players))


@pytest.mark.parametrize(
    "spec", ["kamiken(size=3)", "ydyumby(board=4x4,players=3)", "manu(size=4)"]
)
def test_many_trees_grow_like_each_of_them_alone(spec: str) -> None:
    games = ManyGames(spec, 6, seed=4, restarts=False)
    for _ in range(3):
        games.step(games.random_actions())
    together = search(games, 40, indifferent)
    alone = [search(games.take([number]), 40, indifferent)[0] for number in range(6)]
    assert (together == alone).all()
    assert (together.sum(axis=1) == 40).all()
    assert not together[~games.masks].any()


def test_it_finds_the_only_winning_first_move() -> None:
    games = ManyGames("kamiken(size=3)", 8)
    visits = search(games, 800)
    assert {games.notation(int(action)) for action in visits.argmax(axis=1)} == {"B2"}


def test_a_move_that_wins_at_once_is_found_by_results_alone() -> None:
    position = start("kamiken(size=3)")
    for move in ["B2", "pass"]:
        position = position.play(move)
    (mover,) = position.play("pass").winners
    assert mover == position.to_move
    visits = search(ManyGames.of([position]), 30, indifferent)[0]
    favourite = ManyGames(position.spec, 1).notation(int(visits.argmax()))
    assert position.play(favourite).winners == (mover,)


@pytest.mark.parametrize(
    ("spec", "players"), [("kamiken(size=4)", 2), ("ydyumby(board=4x4,players=3)", 3)]
)
def test_it_plays_better_than_random(spec: str, players: int) -> None:
    assert play_against_random(spec, 24 * players, 24) > 0.4
