"""Many games as a vector environment of Gymnasium.

Gymnasium knows one agent, the learner. So a sub-environment is a game in which the learner has a
seat and an opponent plays all the others: a step is a move of the learner and all moves until it is
its turn again, and the reward is the learner's result. Without an opponent the learner plays for
all seats in turn (self-play).

>>> from kletka.bridges.gymnasium import GamesVectorEnv, random_opponent
>>> environment = GamesVectorEnv("kamiken(size=5)", 8, opponent=random_opponent, seat=1)
>>> seen, infos = environment.reset(seed=1)
>>> seen["observation"].shape, infos["to_move"].tolist()
((8, 7, 5, 5), [1, 1, 1, 1, 1, 1, 1, 1])
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kletka.bridges.batch_arguments import actions_of, mask_of
from kletka.bridges.vectorised import ManyGames, Starts
from kletka.drawing import text
from kletka.errors import KletkaError
from kletka.extras import need
from kletka.language import Text

with need("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

ID = "kletka/Games-v0"
MOST_RESTARTS = 100  # of a game that ends before the learner has a move

Opponent = Callable[[ManyGames], Any]
"""Chooses an action for each of these games, in all of which it is to move."""


def random_opponent(games: ManyGames) -> Any:
    """An opponent that plays uniformly random legal actions."""
    return games.random_actions()


class GamesVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Games of one spec, with a learner against `opponent`, or against itself if that is None.

    An observation holds the planes that the learner sees, its own first, and the mask of its legal
    actions, which is all 0 when the game is over. An illegal action raises IllegalMove, and no game
    changes: choose by the mask.

    `seat` is the learner's player, 0 for the first one; None draws one for each game. In self-play
    the learner is always the player to move, and a reward that of the player that has just moved.
    `starts` is where games begin, as in `ManyGames`.

    Infos have, for every game, `to_move` (the player that the observation belongs to; -1 after the
    end), `rewards` (the results of all players, all 0 until the end) and `length` (moves so far, of
    all players). All modes of `autoreset_mode` are served. With SAME_STEP, `final_obs` and
    `final_info` have what was seen at the end. With DISABLED, games that are over are reset by
    `reset(options={"reset_mask": MASK})`. `options={"starts": POSITIONS}` sets new starts.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: Opponent | None = None,
        seat: int | None = 0,
        starts: Starts | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.games = ManyGames(game, num_envs, starts=starts, restarts=False)
        players = self.games.players
        if seat is not None and not 0 <= seat < players:
            raise KletkaError(
                Text(
                    f"there is no seat {seat}; there are 0 to {players - 1}, or None for any",
                    f"нет места {seat}; есть от 0 до {players - 1} или None — любое",
                )
            )
        self.num_envs = num_envs
        self.opponent, self.seat = opponent, seat
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.games.planes, np.float32),
                "action_mask": spaces.Box(0, 1, (self.games.actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seats = np.zeros(num_envs, np.int64)
        self._results = np.zeros((num_envs, players))
        self._lengths = np.zeros(num_envs, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Restart all games, or those of `options["reset_mask"]`.

        The seed determines the seats that are drawn and the moves of `random_opponent`.
        """
        super().reset(seed=seed)
        if seed is not None:
            self.games.seed(seed)
        asked = options or {}
        which = mask_of(asked.get("reset_mask", np.ones(self.num_envs, np.bool_)), self.num_envs)
        self._restart(which, asked.get("starts"))
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play the learner's actions, and the opponent's until the learner is to move again."""
        chosen = actions_of(actions, self.num_envs)
        asleep = self.games.over
        if self.autoreset_mode is AutoresetMode.DISABLED and asleep.any():
            raise KletkaError(
                Text(
                    f"game {int(asleep.argmax())} is over; reset it with options reset_mask",
                    f"партия {int(asleep.argmax())} окончена; начните её заново: "
                    "reset с options reset_mask",
                )
            )
        movers = self._views()
        self._play(chosen, ~asleep)
        self._answer()
        over = self.games.over & ~asleep
        rewards = np.where(over, self._results[np.arange(self.num_envs), movers], 0.0)
        if asleep.any():
            self._restart(asleep)
        final: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            final = self._final(over)
            self._restart(over)
        never = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rewards, over, never, {**self._infos(), **final}

    def render(self) -> tuple[Any, ...] | None:
        """The boards as texts, with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        return tuple(text(self.games.position(number)) for number in range(self.num_envs))

    # Playing.

    def _play(self, actions: Any, where: Any) -> None:
        step = self.games.step(actions, where=where)
        self._results += step.rewards
        self._lengths[:] = step.lengths

    def _answer(self) -> None:
        """Let the opponent move until the learner is to move everywhere, or the game is over."""
        if self.opponent is None:
            return
        while (waiting := (self.games.to_move != self._seats) & ~self.games.over).any():
            actions = np.zeros(self.num_envs, np.int64)
            theirs = self.games.take(waiting)
            actions[waiting] = actions_of(self.opponent(theirs), len(theirs))
            self._play(actions, waiting)

    def _restart(self, which: Any, starts: Starts | None = None) -> None:
        """Restart games; those that end before the learner has a move, once more."""
        for _ in range(MOST_RESTARTS):
            self.games.reset(which, starts=starts)
            starts = None
            self._results[which], self._lengths[which] = 0, 0
            drawn = self.np_random.integers(self.games.players, size=int(which.sum()))
            self._seats[which] = drawn if self.seat is None else self.seat
            self._answer()
            which = which & self.games.over
            if not which.any():
                return
        raise KletkaError(
            Text(
                f"the learner never has a move in seat {self.seat} of {self.games.spec}",
                f"на месте {self.seat} в {self.games.spec} обучаемому не достаётся ни одного хода",
            )
        )

    # What the learner sees.

    def _views(self) -> Any:
        """The player that each observation belongs to."""
        if self.opponent is not None:
            return self._seats
        return np.maximum(self.games.to_move, 0, dtype=np.int64)

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self.games.observe(observers=self._views()),
            "action_mask": self.games.masks.astype(np.int8),
        }

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        infos = {
            "to_move": self.games.to_move.astype(np.int64),
            "rewards": self._results.copy(),
            "length": self._lengths.copy(),
        }
        return {**infos, **{f"_{name}": everywhere.copy() for name in infos}}

    def _final(self, over: Any) -> dict[str, Any]:
        """What is seen at the end of some games, as Gymnasium's own environments tell it."""
        seen = self._seen()
        last = np.full(self.num_envs, None, np.object_)
        for number in np.flatnonzero(over):
            last[number] = {name: values[number].copy() for name, values in seen.items()}
        infos = self._infos()
        for values in infos.values():
            values[~over] = 0
        return {
            "final_obs": last,
            "_final_obs": over.copy(),
            "final_info": infos,
            "_final_info": over.copy(),
        }


def register() -> None:
    """Make the environment known to `gymnasium.make_vec` as `kletka/Games-v0`."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, vector_entry_point="kletka.bridges.gymnasium:GamesVectorEnv")


register()
