"""The games in PettingZoo: its own tests, and agreement with our positions."""

from __future__ import annotations

import pickle
import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from kletka import IllegalMove, KletkaError, start
from kletka.bridges import pettingzoo

SPECS = [
    "kamiken(size=4)",
    "ydyumby(board=5x4,players=3)",
    "ydyumby(board=hex3,players=2)",
    "vyun(board=3x3,players=4)",
    "manu(size=5)",
]

# PettingZoo wants plain arrays from other environments, although it recommends a mask
# beside the observation elsewhere.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_api_test(spec: str) -> None:
    api_test(pettingzoo.env(spec), num_cycles=120)


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_seed_test(spec: str) -> None:
    seed_test(partial(pettingzoo.env, spec), num_cycles=60)


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_render_test(spec: str) -> None:
    render_test(partial(pettingzoo.env, spec))


def test_a_last_turn_of_manu_that_takes_more_than_needed_stays_within_the_planes() -> None:
    environment = pettingzoo.env("manu(size=5)")
    space = environment.observation_space("player_0")["observation"]
    more_than_needed = 0
    for seed in range(60):
        source = random.Random(seed)
        environment.reset()
        while not all(environment.terminations.values()):
            mask = environment.last()[0]["action_mask"]
            environment.step(int(source.choice(np.flatnonzero(mask))))
        position = environment.unwrapped.position
        more_than_needed += max(position.points) > position.spec.options["target"]
        for agent in environment.possible_agents:
            assert space.contains(environment.observe(agent)["observation"])
    assert more_than_needed > 0


@pytest.mark.parametrize("spec", SPECS)
def test_an_environment_agrees_with_a_position_along_a_game(spec: str) -> None:
    source = random.Random(spec)
    environment = pettingzoo.env(spec)
    environment.reset()
    raw, position = environment.unwrapped, start(spec)
    while not position.over:
        assert environment.agent_selection == f"player_{position.to_move}"
        legal = np.flatnonzero(environment.last()[0]["action_mask"])
        assert [raw.notation(int(a)) for a in legal] == [str(move) for move in position.moves]
        action = int(source.choice(legal))
        position = position.play(raw.notation(action))
        assert raw.action(raw.notation(action)) == action
        environment.step(action)
        assert raw.position == position
    rewards = dict(environment.rewards)
    assert all(environment.terminations.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert environment.observation_space("player_0").contains(environment.last()[0])
    got = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        got[agent] = environment.last()[1]
        environment.step(None)
    assert got == rewards
    assert environment.agents == []


def test_the_picture_is_the_one_of_the_library() -> None:
    environment = pettingzoo.env("kamiken(size=4)", render_mode="rgb_array", width=320)
    environment.reset()
    empty = environment.render()
    environment.step(5)
    placed = environment.render()
    assert empty.shape == placed.shape
    assert empty.shape[1] == 320
    assert len(np.unique(empty.reshape(-1, 3), axis=0)) > 3
    changed = np.argwhere((empty != placed).any(axis=2))
    assert 0 < len(changed) < empty.shape[0] * empty.shape[1] / 3


def test_an_illegal_action_ends_the_game_or_is_explained() -> None:
    environment = pettingzoo.env("kamiken(size=3)")
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0, "player_1": -1}
    raw = pettingzoo.raw_env("kamiken(size=3)")
    raw.reset()
    raw.step(4)
    with pytest.raises(IllegalMove, match="B2 is occupied by White's stone"):
        raw.step(4)


def test_a_game_can_start_from_any_position() -> None:
    position = start("manu(size=7)").play("B4").play("D4")
    environment = pettingzoo.env("manu(size=7)")
    environment.reset(options={"position": str(position)})
    assert environment.unwrapped.position == position
    with pytest.raises(KletkaError, match="not of"):
        environment.reset(options={"position": "kamiken(size=1) 1 w -"})
    with pytest.raises(KletkaError, match="there is no render mode 'film'"):
        pettingzoo.env("kamiken", render_mode="film")


def test_an_environment_can_be_pickled() -> None:
    again: Any = pickle.loads(pickle.dumps(pettingzoo.raw_env("vyun(board=3x3)")))
    again.reset()
    assert again.position == start("vyun(board=3x3)")
