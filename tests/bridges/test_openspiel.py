"""The games in OpenSpiel: its own checks and searches, and agreement with our positions."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, minimax

from kletka import InvalidSpec, KletkaError, Position, Spec, start
from kletka.bridges.openspiel import load, longest_game, position_of, spec_of, state_of
from tests.specs import ALL

SPECS = [
    "kamiken(size=4,komi=-2)",
    "ydyumby(board=5x4,players=3)",
    "ydyumby(board=hex3,players=2)",
    "ydyumby(board=8x4,players=8)",
    "ydyumby(board=..#../...../#...#/...../..#..,players=5,supply=2)",
    "ydyumby(board=hex:.../..../..#../..../...,players=3,out=now)",
    "vyun(board=3x3)",
    "vyun(board=4x4,players=8)",
    "manu(size=5,reserve=12,target=5)",
    "manu(size=4,reserve=8,target=4,squares=sweep)",
    "manu(size=4,reserve=8,target=4,squares=sweep,pivot=any,jump=prepares)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_openspiels_own_random_simulations_find_nothing_wrong(spec: str) -> None:
    pyspiel.random_sim_test(load(spec), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", SPECS)
def test_states_agree_with_positions_along_games(spec: str) -> None:
    source = random.Random(spec)
    position, state = start(spec), load(spec).new_initial_state()
    while not position.over:
        notations = [state.action_to_string(action) for action in state.legal_actions()]
        assert notations == [str(move) for move in position.moves]
        assert state.current_player() == position.to_move
        chosen = source.randrange(len(notations))
        state.apply_action(state.legal_actions()[chosen])
        position = position.play(notations[chosen])
        assert position_of(state) == position
        assert str(state) == str(position)
    assert state.is_terminal()
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    if len(position.winners) < len(position.players):
        assert {seat for seat, value in enumerate(returns) if value > 0} == set(position.winners)


@pytest.mark.parametrize("spec", ALL)
def test_specs_survive_openspiels_own_text(spec: str) -> None:
    game = load(spec)
    assert spec_of(game) == Spec(spec)
    assert spec_of(pyspiel.load_game(str(game))) == Spec(spec)
    assert game.num_players() == Spec(spec).players


def test_options_that_are_not_given_take_their_usual_values() -> None:
    assert spec_of(pyspiel.load_game("kletka_kamiken(size=5)")) == Spec("kamiken(size=5)")
    assert spec_of(pyspiel.load_game("kletka_kamiken(size=9)")) == Spec("kamiken(size=9)")
    assert spec_of(pyspiel.load_game("kletka_kamiken(komi=0.0)")) == Spec("kamiken(komi=0)")
    assert spec_of(pyspiel.load_game("kletka_ydyumby(players=4)")) == Spec("ydyumby(players=4)")
    assert spec_of(pyspiel.load_game("kletka_manu(size=9)")) == Spec("manu(size=9)")
    assert spec_of(pyspiel.load_game("kletka_vyun")) == Spec("vyun")


def test_invalid_options_raise_the_usual_error() -> None:
    with pytest.raises(InvalidSpec, match="size=99 is not allowed; it must be a whole number"):
        pyspiel.load_game("kletka_kamiken(size=99)")
    with pytest.raises(KletkaError, match="tic_tac_toe is not a game of Kletka"):
        spec_of(pyspiel.load_game("tic_tac_toe"))


@pytest.mark.parametrize("spec", ["manu(size=3)", "vyun(board=2x2,players=3)", "kamiken(size=2)"])
def test_no_game_is_longer_than_the_bound(spec: str) -> None:
    """The longest of many random games; the bound is proved, but not tight."""
    source = random.Random(7)
    game = load(spec)
    for _ in range(50):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
        assert state.move_number() <= longest_game(Spec(spec))


@pytest.mark.parametrize("spec", ["kamiken(size=5)", "manu(size=6)"])
def test_states_are_the_same_after_reading(spec: str) -> None:
    state = _played(spec, 6)
    for again in (
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
        state.clone(),
    ):
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.legal_actions() == state.legal_actions()


def test_games_and_states_can_be_pickled() -> None:
    game = load("manu(size=6,target=3)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_openspiels_learning_environment_plays_them() -> None:
    environment = rl_environment.Environment("kletka_ydyumby(board=4x4,players=3)")
    source = random.Random(2)
    moment = environment.reset()
    while not moment.last():
        player = moment.observations["current_player"]
        legal = moment.observations["legal_actions"][player]
        assert len(moment.observations["info_state"][player]) == 10 * 16
        moment = environment.step([source.choice(legal)])
    assert sum(moment.rewards) == pytest.approx(0)
    assert max(moment.rewards) > 0


def test_a_clone_is_independent() -> None:
    state = _played("vyun(board=4x4)", 3)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_any_position_can_be_the_start() -> None:
    position = start("manu(size=7)").play("B4").play("D4")
    state = state_of(position)
    assert position_of(state) == position
    assert position_of(state.clone()) == position
    over = Position.parse("kamiken(size=1,komi=0) w - -")
    assert state_of(over).is_terminal()
    with pytest.raises(KletkaError, match="not of"):
        load("kamiken(size=5)").new_initial_state(str(position))


def test_an_observation_shows_the_observer_first() -> None:
    state = load("kamiken(size=3)").new_initial_state()
    for move in ("A1", "C3"):
        state.apply_action(state.string_to_action(move))
    white, black = (_planes(state, player) for player in range(2))
    board, mine_to_move, others_to_move, mine, others = white[:5]
    assert board.all()
    assert mine_to_move.all()
    assert not others_to_move.any()
    assert np.argwhere(mine).tolist() == [[0, 0]]
    assert np.argwhere(others).tolist() == [[2, 2]]
    assert (black[3] == others).all()
    assert (black[4] == mine).all()
    assert black[2].all()


@pytest.mark.parametrize("spec", SPECS)
def test_different_positions_look_different(spec: str) -> None:
    """An observation is complete: no two positions of a game have the same one."""
    source = random.Random(spec)
    state = load(spec).new_initial_state()
    seen: dict[bytes, str] = {}
    while not state.is_terminal():
        planes = np.array(state.observation_tensor(0), np.float32)
        assert seen.setdefault(planes.tobytes(), str(state)) == str(state)
        assert planes.min() >= 0
        assert planes.max() <= 1
        state.apply_action(source.choice(state.legal_actions()))


def test_openspiels_searches_find_the_only_winning_move() -> None:
    """On 3x3 with komi 0.5 White wins, but only from the centre."""
    game = load("kamiken(size=3)")
    state = game.new_initial_state()
    centre = state.string_to_action("B2")
    assert minimax.alpha_beta_search(game, state.clone()) == (1, centre)
    compiled = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 2000, 100, True, 3, False
    )
    assert compiled.mcts_search(state).best_child().action == centre
    source = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, source)
    python = mcts.MCTSBot(game, 2.0, 600, evaluator, solve=True, random_state=source)
    assert python.step(state) == centre


def test_openspiels_search_plays_games_of_several_players() -> None:
    game = load("ydyumby(board=4x4,players=4)")
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    while not state.is_terminal():
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 20, 100, True, 3, False)
        state.apply_action(bot.mcts_search(state).best_child().action)
    assert len(state.returns()) == 4


def test_python_exits_cleanly_with_a_game_in_memory() -> None:
    code = (
        "import kletka.bridges.openspiel as bridge\n"
        "state = bridge.load('kamiken(size=3)').new_initial_state()\n"
        "state.observation_tensor(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def _played(spec: str, moves: int) -> Any:
    source = random.Random(5)
    state = load(spec).new_initial_state()
    for _ in range(moves):
        state.apply_action(source.choice(state.legal_actions()))
    return state


def _planes(state: Any, player: int) -> Any:
    shape = state.get_game().observation_tensor_shape()
    return np.array(state.observation_tensor(player)).reshape(shape)
