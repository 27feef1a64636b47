"""Vectorised games agree with positions, move by move."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kletka import IllegalMove, KletkaError, start
from kletka.bridges.openspiel import state_of
from kletka.bridges.vectorised import ManyGames
from tests.bridges.utilities import utilities
from tests.specs import TINY

SPECS = [*TINY, "ydyumby(board=7x5,players=6)", "vyun(board=4x4,players=8)", "manu(size=5)"]


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_agrees_with_a_position(spec: str) -> None:
    games = ManyGames(spec, 3, seed=7)
    positions = [start(spec)] * 3
    lengths = [0] * 3
    finished = 0
    while finished < 6:
        for number, position in enumerate(positions):
            legal = [games.notation(int(a)) for a in np.flatnonzero(games.masks[number])]
            assert legal == [str(move) for move in position.moves]
            assert games.to_move[number] == position.to_move
            assert games.position(number) == position
        actions = games.random_actions()
        step = games.step(actions)
        for number, action in enumerate(actions):
            after = positions[number].play(games.notation(int(action)))
            lengths[number] += 1
            assert step.lengths[number] == lengths[number]
            assert step.ended[number] == after.over
            assert step.rewards[number].tolist() == pytest.approx(utilities(after))
            positions[number] = start(spec) if after.over else after
            lengths[number] = 0 if after.over else lengths[number]
            finished += after.over


@pytest.mark.parametrize("spec", SPECS)
def test_observations_are_those_of_openspiel(spec: str) -> None:
    games = ManyGames(spec, 4, seed=3)
    for _ in range(5):
        games.step(games.random_actions())
    for number, seen in enumerate(games.observe()):
        state = state_of(games.position(number))
        assert seen.ravel().tolist() == state.observation_tensor(state.current_player())


@pytest.mark.parametrize("spec", SPECS)
def test_observations_lie_between_0_and_1(spec: str) -> None:
    games = ManyGames(spec, 50, seed=2)
    for _ in range(60):
        games.step(games.random_actions())
        seen = games.observe()
        assert (seen.min(), seen.max()) == (0, 1)


def test_a_square_full_of_growth_points_is_1() -> None:
    """A sprout with two of them, and one through each of the four walls."""
    position = start("vyun(board=3x3)")
    for move in ["B1", "A2", "B2", "C2", "B3", "B1>B2", "A2>B2", "C2>B2", "B3>B2"]:
        position = position.play(move).play("pass")
    assert ManyGames.of([position]).observe()[0, 5, 1, 1] == 1


def test_random_actions_follow_the_seed_and_cover_all_legal_ones() -> None:
    first, same, other = (ManyGames("kamiken(size=3)", 200, seed=seed) for seed in (1, 1, 2))
    actions = first.random_actions()
    assert (actions == same.random_actions()).all()
    assert (actions != other.random_actions()).any()
    assert set(actions.tolist()) == set(range(10))


def test_reset_restarts_all_games() -> None:
    games = ManyGames("vyun(board=3x3)", 5)
    games.step(games.random_actions())
    games.reset()
    assert all(games.position(number) == start("vyun(board=3x3)") for number in range(5))
    assert games.step(games.random_actions()).lengths.tolist() == [1] * 5


def test_an_illegal_action_is_refused_and_no_game_changes() -> None:
    games = ManyGames("kamiken(size=3)", 2)
    games.step([4, 4])
    with pytest.raises(IllegalMove, match="game 1, Kamiken 1: B1 is attacked by White's B2"):
        games.step([0, 1])
    assert games.position(0) == games.position(1) == start("kamiken(size=3)").play("B2")
    with pytest.raises(KletkaError, match="there is no action 10; they are numbered from 0 to 9"):
        games.step([0, 10])
    with pytest.raises(KletkaError, match=r"actions of shape \(3,\) for 2 games"):
        games.step([0, 0, 0])
    with pytest.raises(KletkaError, match="0 games cannot be played at once"):
        ManyGames("kamiken", 0)


def test_an_action_does_not_depend_on_earlier_moves() -> None:
    source = random.Random(1)
    games = ManyGames("manu(size=4)", 1)
    for _ in range(60):
        legal = np.flatnonzero(games.masks[0])
        before = games.position(0)
        chosen = int(source.choice(legal))
        ended = games.step([chosen]).ended[0]
        after = before.play(games.notation(chosen))
        assert ended == after.over
        if not ended:
            assert games.position(0) == after
