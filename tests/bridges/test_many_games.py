"""Many games begin anywhere, are copied, stored, and reset one by one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kletka import IllegalMove, KletkaError, Position, start
from kletka.bridges.games_state import MAGIC
from kletka.bridges.vectorised import ManyGames
from tests.specs import TINY

SPEC = "kamiken(size=3)"
CENTRE = start(SPEC).play("B2")


def played(spec: str, games: int, steps: int, **options: Any) -> ManyGames:
    many = ManyGames(spec, games, **options)
    for _ in range(steps):
        many.step(many.random_actions())
    return many


def same(games: ManyGames, others: ManyGames) -> bool:
    return [games.position(n) for n in range(len(games))] == [
        others.position(n) for n in range(len(others))
    ] and (games.masks == others.masks).all()


# Starts.


def test_games_begin_and_restart_where_they_are_told_to() -> None:
    games = ManyGames(SPEC, 3, starts=CENTRE)
    assert [games.position(number) for number in range(3)] == [CENTRE] * 3
    for _ in range(40):
        ended = games.step(games.random_actions()).ended
        assert all(games.position(int(number)) == CENTRE for number in np.flatnonzero(ended))


def test_each_game_has_a_start_of_its_own() -> None:
    corner = start(SPEC).play("A1")
    games = ManyGames(SPEC, 2, starts=[str(CENTRE), corner])
    games.step(games.random_actions())
    games.reset()
    assert [games.position(number) for number in range(2)] == [CENTRE, corner]
    assert same(ManyGames.of([CENTRE, str(corner)]), games)


def test_a_start_must_fit() -> None:
    over = _finished(SPEC)
    wrong: dict[Any, str] = {
        start(
            "kamiken(size=4)"
        ): r"this position is of kamiken\(size=4,.*, not of kamiken\(size=3,",
        over: "no game can begin from a position that is over",
        (CENTRE,): "1 starts for 2 games; there must be one for all or one for each",
    }
    for starts, sentence in wrong.items():
        with pytest.raises(KletkaError, match=sentence):
            ManyGames(SPEC, 2, starts=starts)
    with pytest.raises(KletkaError, match="at least one position is needed"):
        ManyGames.of([])


# Games that stay at their end, and steps of some games only.


@pytest.mark.parametrize("spec", TINY)
def test_games_that_do_not_restart_stay_at_their_end(spec: str) -> None:
    games = ManyGames(spec, 5, seed=2, restarts=False)
    results = np.zeros((5, games.players))
    counted = np.zeros(5, np.int64)
    while not games.over.all():
        playing = ~games.over
        step = games.step(games.random_actions(), where=playing)
        results += step.rewards
        counted += playing
        assert (step.lengths == counted).all()
        assert not step.ended[~playing].any()
    for number in range(5):
        position = games.position(number)
        assert position.over
        assert not games.masks[number].any()
        assert (results[number] > 0).nonzero()[0].tolist() in (list(position.winners), [])
    assert games.random_actions().tolist() == [-1] * 5
    assert games.observe().shape == (5, *games.planes)
    with pytest.raises(KletkaError, match="game 0 is over; reset it, or leave it out"):
        games.step([0] * 5)


def test_only_the_games_of_a_mask_are_stepped() -> None:
    games = ManyGames(SPEC, 3)
    step = games.step([4, 99, 0], where=[True, False, True])
    assert step.lengths.tolist() == [1, 0, 1]
    assert games.position(0) == CENTRE
    assert games.position(1) == start(SPEC)
    with pytest.raises(KletkaError, match="a mask of 3 games has one bool for each"):
        games.step([0, 0, 0], where=[1, 0, 1])
    with pytest.raises(KletkaError, match="a mask of 3 games has one bool for each"):
        games.step([0, 0, 0], where=[True])


@pytest.mark.parametrize("chosen", [[True, False, True, False], [0, 2], np.array([2, 0])])
def test_some_games_are_reset_and_others_go_on(chosen: Any) -> None:
    games = played(SPEC, 4, 2)
    before = [games.position(number) for number in range(4)]
    games.reset(chosen, starts=CENTRE)
    after = [games.position(number) for number in range(4)]
    assert after == [CENTRE, before[1], CENTRE, before[3]]
    assert games.step(games.random_actions()).lengths.tolist() == [1, 3, 1, 3]


def test_the_view_of_any_player_can_be_asked_for() -> None:
    games = played("ydyumby(board=5x5,players=3)", 6, 4)
    own = games.observe()
    assert (games.observe(observers=games.to_move) == own).all()
    other = games.observe(observers=(games.to_move + 1) % 3)
    assert (other[:, 4] == own[:, 5]).all()  # the next player's own pieces
    assert (other != own).any()
    with pytest.raises(KletkaError, match="observers are players from 0 to 2, one for each"):
        games.observe(observers=[3] * 6)
    with pytest.raises(KletkaError, match="`out` must be a contiguous float32 array"):
        games.observe(np.zeros((6, *games.planes)))


# Copies.


@pytest.mark.parametrize(
    "copied",
    [ManyGames.clone, copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))],
)
@pytest.mark.parametrize("restarts", [True, False])
def test_a_copy_goes_on_alike_and_apart(
    copied: Callable[[ManyGames], ManyGames], restarts: bool
) -> None:
    games = played("vyun(board=3x3)", 4, 3, seed=5, restarts=restarts)
    twin = copied(games)
    assert same(games, twin)
    assert twin.restarts == restarts
    for _ in range(8):
        actions = games.random_actions()
        assert (twin.random_actions() == actions).all()
        first = games.step(actions, where=~games.over)
        second = twin.step(actions, where=~twin.over)
        for mine, theirs in zip(first, second, strict=True):
            assert (mine == theirs).all()
    twin.reset()
    assert not same(games, twin)


def test_rows_are_taken_and_put_back() -> None:
    games = played(SPEC, 5, 2, restarts=False)
    leaves = games.take([3, 3, 0])
    assert [leaves.position(n) for n in range(3)] == [games.position(n) for n in (3, 3, 0)]
    before = games.get_state()
    leaves.step(leaves.random_actions())
    assert games.get_state() == before  # copies
    games.put([1, 2, 4], leaves)
    assert [games.position(n) for n in (1, 2, 4)] == [leaves.position(n) for n in range(3)]
    assert (games.masks[[1, 2, 4]] == leaves.masks).all()
    nothing = games.take(np.zeros(5, np.bool_))
    assert len(nothing) == len(pickle.loads(pickle.dumps(nothing))) == 0
    assert nothing.step([]).ended.tolist() == []
    with pytest.raises(KletkaError, match=r"3 games of kamiken.* for 1 of kamiken"):
        games.put([0], leaves)
    with pytest.raises(KletkaError, match="a list of numbers from 0 to 4, or as a mask"):
        games.take([5])
    with pytest.raises(KletkaError, match="a list of numbers from 0 to 4, or as a mask"):
        games.take([-1])
    with pytest.raises(KletkaError, match="numbers of games must be whole numbers, not float64"):
        games.take([0.0])


def test_copies_draw_random_actions_of_their_own() -> None:
    games = ManyGames("kamiken(size=5)", 50)
    drawn = [tuple(games.take(range(50)).random_actions()) for _ in range(3)]
    assert len({*drawn, tuple(games.random_actions())}) == 4


def test_games_become_positions_and_positions_games() -> None:
    games = ManyGames(SPEC, 2)
    games.set_position(1, CENTRE)
    assert games.position(1) == CENTRE
    assert games.position(0) == start(SPEC)
    with pytest.raises(IllegalMove, match="game 1, Kamiken 1: B1 is attacked"):
        games.step([0, games.action("B1")])
    with pytest.raises(KletkaError, match="from a position that is over"):
        games.set_position(0, _finished(SPEC))
    staying = ManyGames(SPEC, 1, restarts=False)
    staying.set_position(0, _finished(SPEC))
    assert staying.over.all()
    with pytest.raises(KletkaError, match="from a position that is over"):
        games.put([0], staying)


# States.


@pytest.mark.parametrize("spec", TINY)
def test_a_state_restores_everything(spec: str) -> None:
    games = played(spec, 4, 3, seed=9)
    state = games.get_state()
    expected = [games.step(games.random_actions()).rewards.copy() for _ in range(30)]
    other = ManyGames(spec, 4)
    other.set_state(state)
    assert other.get_state() == state
    for rewards in expected:
        assert (other.step(other.random_actions()).rewards == rewards).all()


def test_a_state_that_does_not_fit_is_refused() -> None:
    games = ManyGames(SPEC, 2)
    state = games.get_state()
    for wrong, sentence in {
        b"nonsense": "this is not a saved state of games",
        state[:-1] + bytes([state[-1] ^ 1]): "is damaged: its checksum is wrong",
        state[:-3]: "is damaged",
        MAGIC + b"{}\n": "is damaged",
        state.replace(b'"kletka": "', b'"kletka": "9'): "was made by Kletka 9.*; this is ",
        ManyGames(SPEC, 3).get_state(): "the state of 3 games of kamiken.*, not of 2 of kamiken",
        ManyGames("kamiken(size=4)", 2).get_state(): "the state of 2 games of kamiken.size=4",
    }.items():
        with pytest.raises(KletkaError, match=sentence):
            games.set_state(wrong)
    assert games.get_state() == state


# Actions.


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0.0, 1.0], "actions must be whole numbers, not float64"),
        (np.zeros(2, np.float32), "actions must be whole numbers, not float32"),
        ([True, False], "actions must be whole numbers, not bool"),
        (["0", "1"], "actions must be whole numbers, not str"),
        ([[0], [1, 2]], "actions must be whole numbers, not a list of lists"),
        ([None, None], "actions must be whole numbers, not object"),
        ([], r"actions of shape \(0,\) for 2 games; there must be one for each"),
        (0, r"actions of shape \(1,\) for 2 games"),
        ([0, -1], "game 1: there is no action -1; they are numbered from 0 to 9"),
        (np.array([0, 2**64 - 1], np.uint64), "game 1: there is no action -1"),
    ],
)
def test_actions_that_are_none_are_refused(actions: Any, sentence: str) -> None:
    games = ManyGames(SPEC, 2)
    with pytest.raises(KletkaError, match=sentence):
        games.step(actions)
    assert games.step(np.array([0, 1], np.uint8)).lengths.tolist() == [1, 1]


def _finished(spec: str) -> Position:
    position = start(spec)
    while not position.over:
        position = position.play(position.moves[-1])
    return position
