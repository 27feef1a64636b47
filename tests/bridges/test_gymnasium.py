"""The vector environment does what Gymnasium's own does with single games, in every mode."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from kletka import IllegalMove, KletkaError, Position, start
from kletka.bridges.gymnasium import GamesVectorEnv, random_opponent
from kletka.bridges.vectorised import ManyGames
from tests.bridges.utilities import utilities
from tests.specs import TINY

SPEC = "kamiken(size=3)"
SPECS = [*TINY, "ydyumby(board=5x5,players=3)"]


def last_legal(games: ManyGames) -> Any:
    """An opponent that always plays the last of its legal actions."""
    return games.actions - 1 - games.masks[:, ::-1].argmax(axis=1)


class SingleGame(gymnasium.Env[dict[str, Any], Any]):
    """The same game by positions alone, one at a time, as Gymnasium's guide tells to write it."""

    def __init__(self, spec: str, seat: int | None) -> None:
        self._one = ManyGames(spec, 1)  # for numbers of actions and planes
        self._spec, self._seat = spec, seat
        space = GamesVectorEnv(spec)
        self.observation_space = space.single_observation_space
        self.action_space = space.single_action_space
        self._position = start(spec)
        self._length = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._position, self._length = start(self._spec), 0
        self._answer()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        mover = self._position.to_move
        assert mover is not None
        self._play(str(self._one.notation(int(action))))
        self._answer()
        rewards = utilities(self._position)
        return self._seen(), rewards[mover], self._position.over, False, self._info()

    def _play(self, move: str) -> None:
        self._position = self._position.play(move)
        self._length += 1

    def _answer(self) -> None:
        if self._seat is not None:
            while not self._position.over and self._position.to_move != self._seat:
                self._play(str(self._position.moves[-1]))

    def _seen(self) -> dict[str, Any]:
        viewer = self._seat
        one = ManyGames(self._spec, 1, restarts=False)
        one.set_position(0, self._position)
        if viewer is None:
            viewer = self._position.to_move or 0
        return {
            "observation": one.observe(observers=[viewer])[0],
            "action_mask": one.masks[0].astype(np.int8),
        }

    def _info(self) -> dict[str, Any]:
        mover = -1 if self._position.to_move is None else self._position.to_move
        return {
            "to_move": np.int64(mover),
            "rewards": np.array(utilities(self._position)),
            "length": np.int64(self._length),
        }


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_it_agrees_with_gymnasiums_own_vector_environment(
    spec: str, seat: int | None, mode: AutoresetMode
) -> None:
    opponent = None if seat is None else last_legal
    ours = GamesVectorEnv(spec, 3, opponent=opponent, seat=seat or 0, autoreset_mode=mode)
    theirs: Any = SyncVectorEnv([lambda: SingleGame(spec, seat)] * 3, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    seen, infos = ours.reset(seed=1)
    assert data_equivalence((seen, infos), theirs.reset(seed=1), exact=True)
    source = np.random.default_rng(3)
    finished = 0
    while finished < 6:
        assert seen in ours.observation_space
        actions = [choice(source, mask) for mask in seen["action_mask"]]
        seen, rewards, ended, cut, infos = ours.step(np.array(actions))
        expected = theirs.step(np.array(actions))
        for mine, other in zip((seen, rewards, ended, cut), expected, strict=False):
            assert data_equivalence(mine, other, exact=True)
        assert infos.keys() == expected[4].keys()
        for name, values in infos.items():
            assert equal_infos(values, expected[4][name]), name
        finished += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            seen, _ = ours.reset(options={"reset_mask": ended})
            assert data_equivalence(seen, theirs.reset(options={"reset_mask": ended})[0])


def equal_infos(mine: Any, other: Any) -> bool:
    if isinstance(mine, dict):
        return mine.keys() == other.keys() and all(equal_infos(mine[k], other[k]) for k in mine)
    if mine.dtype == np.object_:  # what was seen at the end of some games
        return all(
            one is two is None or data_equivalence(one, two, exact=True)
            for one, two in zip(mine, other, strict=True)
        )
    return bool((mine == other).all())


def choice(source: np.random.Generator, mask: Any) -> int:
    legal = np.flatnonzero(mask)
    return int(source.choice(legal)) if len(legal) else 0


def test_the_single_game_that_it_is_compared_with_passes_gymnasiums_checker() -> None:
    class AnyAction(SingleGame):
        """The checker samples actions without a mask: here each stands for a legal one."""

        def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
            legal = np.flatnonzero(self._seen()["action_mask"])
            return super().step(legal[int(action) % len(legal)])

    check_env(AnyAction(SPEC, 0), skip_render_check=True)


def test_gymnasium_makes_it_by_its_name_and_its_wrappers_count() -> None:
    made: Any = gymnasium.make_vec(
        "kletka.bridges.gymnasium:kletka/Games-v0", 4, game=SPEC, opponent=random_opponent
    )
    assert isinstance(made.unwrapped, GamesVectorEnv)
    counting: Any = RecordEpisodeStatistics(made)
    seen, _ = counting.reset(seed=5)
    counting.action_space.seed(5)
    results_seen: list[float] = []
    moves: list[int] = []
    while len(results_seen) < 20:
        actions = counting.action_space.sample(mask=tuple(seen["action_mask"]))
        seen, rewards, ended, _, infos = counting.step(actions)
        results_seen += rewards[ended].tolist()
        if ended.any():
            assert (infos["_episode"] == ended).all()
            assert (infos["episode"]["r"][ended] == infos["rewards"][ended, 0]).all()
            assert (infos["episode"]["l"][ended] <= infos["length"][ended]).all()
            moves += infos["episode"]["l"][ended].tolist()
    assert list(counting.return_queue) == results_seen
    assert list(counting.length_queue) == moves
    assert set(results_seen) == {-1.0, 1.0}
    listed = DictInfoToList(made).reset(seed=5)[1]
    assert [info["to_move"] for info in listed] == [0] * 4


def test_the_seed_determines_games_and_seats() -> None:
    def play(seed: int) -> tuple[list[Any], list[Any]]:
        environment = GamesVectorEnv(SPEC, 6, opponent=random_opponent, seat=None)
        seen, infos = environment.reset(seed=seed)
        seats, rewards = infos["to_move"].tolist(), []
        for _ in range(12):
            actions = seen["action_mask"].argmax(axis=1)
            seen, reward, *_ = environment.step(actions)
            rewards.append(reward.tolist())
        return seats, rewards

    assert play(1) == play(1)
    assert play(1) != play(2)
    assert set(play(1)[0]) == {0, 1}


def test_games_begin_where_they_are_told_to() -> None:
    centre = start(SPEC).play("B2")
    environment = GamesVectorEnv(SPEC, 2, starts=centre, render_mode="ansi")
    _, infos = environment.reset()
    assert infos["to_move"].tolist() == [1, 1]
    corner = start(SPEC).play("A1")
    environment.reset(
        options={"starts": corner, "reset_mask": np.array([False, True])},
    )
    assert [environment.games.position(n) for n in range(2)] == [centre, corner]
    drawn = environment.render()
    assert drawn is not None
    assert len(set(drawn)) == 2


def test_what_cannot_be_is_refused_in_one_sentence() -> None:
    with pytest.raises(KletkaError, match="there is no seat 2; there are 0 to 1, or None"):
        GamesVectorEnv(SPEC, 2, seat=2)
    environment = GamesVectorEnv(SPEC, 1, autoreset_mode="Disabled")
    environment.reset()
    with pytest.raises(KletkaError, match="actions must be whole numbers, not float64"):
        environment.step([0.5])
    environment.step([4])
    with pytest.raises(IllegalMove, match="game 0, Kamiken 1: B1 is attacked"):
        environment.step([1])
    ended = False
    while not ended:
        (ended,) = environment.step(environment.games.random_actions())[2]
    with pytest.raises(KletkaError, match="game 0 is over; reset it with options reset_mask"):
        environment.step([0])
    ends_at_once = next(p for p in _line(SPEC) if any(p.play(m).over for m in p.moves))
    winning = next(m for m in ends_at_once.moves if ends_at_once.play(m).over)
    action = ManyGames(SPEC, 1).action(str(winning))
    with pytest.raises(KletkaError, match="the learner never has a move in seat"):
        GamesVectorEnv(
            SPEC,
            1,
            opponent=lambda games: [action] * len(games),
            seat=1 - (ends_at_once.to_move or 0),
            starts=ends_at_once,
        ).reset()


def _line(spec: str) -> list[Position]:
    """The positions of a game."""
    positions = [start(spec)]
    while not positions[-1].over:
        positions.append(positions[-1].play(positions[-1].moves[0]))
    return positions
