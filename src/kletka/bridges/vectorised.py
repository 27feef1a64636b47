"""Many games at once in compiled code, for reinforcement learning.

>>> from kletka.bridges.vectorised import ManyGames
>>> games = ManyGames("kamiken(size=5)", 64, seed=1)
>>> step = games.step(games.random_actions())
>>> step.rewards.shape, step.ended.any(), games.masks.shape
((64, 2), np.False_, (64, 26))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kletka.bridges import packed_games
from kletka.bridges.stepping import stepper_of
from kletka.errors import IllegalMove, KletkaError
from kletka.faces.base import TO_MOVE
from kletka.language import Text
from kletka.position import Position
from kletka.spec import Spec

MOST_GAMES = 1_000_000


class Step(NamedTuple):
    """The result of a step. The next step reuses the arrays: copy what you keep."""

    rewards: Any  # float64[games, players]: from -1 to 1 where a game has ended, else 0
    ended: Any  # bool[games]: the game has ended and stands at the start of the next one
    lengths: Any  # int64[games]: moves played, of the game that has ended where one has


class ManyGames:
    """Games of one spec, stepped together; a game that ends restarts at once.

    `to_move` (the player to move in each game) and `masks` (the legal actions) are kept up to
    date. Actions are numbered as in the other bridges; `notation` names them.
    """

    def __init__(self, spec: str, games: int, *, seed: int = 1) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise KletkaError(
                Text(
                    f"{games} games cannot be played at once; from 1 to {MOST_GAMES:,} can",
                    f"сразу можно вести от 1 до {MOST_GAMES} партий, а не {games}",
                )
            )
        self._stepper = stepper = stepper_of(Spec(spec))
        self._seed = np.array([(seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 or 1], np.uint64)
        self._listed = np.empty(stepper.moves_bound, np.int32)
        self._states = np.empty((games, len(stepper.first)), np.int16)
        self.masks = np.empty((games, len(stepper.actions)), np.bool_)
        self._rewards = np.zeros((games, stepper.players))
        self._ended = np.zeros(games, np.bool_)
        self._lengths = np.zeros(games, np.int64)
        self.reset()

    def __len__(self) -> int:
        return len(self._states)

    @property
    def spec(self) -> Spec:
        """The game that is played, and its options."""
        return self._stepper.spec

    @property
    def players(self) -> int:
        """The number of players."""
        return self._stepper.players

    @property
    def actions(self) -> int:
        """The number of actions."""
        return len(self._stepper.actions)

    @property
    def planes(self) -> tuple[int, int, int]:
        """The shape of one observation: planes, rows, columns."""
        return self._stepper.planes

    @property
    def to_move(self) -> Any:
        """The player to move in each game; there always is one."""
        return self._states[:, TO_MOVE]

    def reset(self) -> None:
        """Restart all games."""
        self._states[:] = self._stepper.first
        self._lengths[:] = 0
        self._ended[:] = False
        self._fill_masks()

    def step(self, actions: Any) -> Step:
        """Play one action in every game.

        Raises IllegalMove for the first illegal action; no game has changed then.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise KletkaError(
                Text(
                    f"actions of shape {chosen.shape} for {len(self)} games; there must be one "
                    "for each",
                    f"форма массива действий {chosen.shape}, а партий {len(self)}: нужно по "
                    "одному действию на партию",
                )
            )
        wrong = packed_games.first_illegal(self.masks, chosen)
        if wrong >= 0:
            self._refuse(wrong, int(chosen[wrong]))
        self._lengths[self._ended] = 0
        packed_games.step_many(
            self._stepper.packed,
            self._stepper.actions.code_array,
            self._stepper.first,
            self._states,
            chosen,
            self._rewards,
            self._ended,
            self._lengths,
        )
        self._fill_masks()
        return Step(self._rewards, self._ended, self._lengths)

    def random_actions(self) -> Any:
        """A uniformly random legal action for every game."""
        chosen = np.empty(len(self), np.int64)
        packed_games.draw_actions(self.masks, self._seed, chosen)
        return chosen

    def observe(self, out: Any = None) -> Any:
        """Each game from the view of its player to move: float32[games, planes, rows, columns]."""
        shape = (len(self), *self.planes)
        seen = np.empty(shape, np.float32) if out is None else out
        flat = seen.reshape(len(self), self.planes[0], -1)
        packed_games.observe_many(self._stepper.packed, self._states, self._stepper.spots, flat)
        return seen

    def position(self, game: int) -> Position:
        """One of the games as a position."""
        return self._stepper.position(self._states[game])

    def notation(self, action: int) -> str:
        """The notation of an action."""
        return self._stepper.actions.notation(action)

    def _fill_masks(self) -> None:
        numbers = self._stepper.actions.numbers
        packed_games.fill_masks(
            self._stepper.packed, numbers, self._states, self.masks, self._listed
        )

    def _refuse(self, game: int, action: int) -> None:
        if not 0 <= action < self.actions:
            raise KletkaError(
                Text(
                    f"game {game}: there is no action {action}; they are numbered from 0 to "
                    f"{self.actions - 1}",
                    f"партия {game}: нет действия {action}; они пронумерованы от 0 до "
                    f"{self.actions - 1}",
                )
            )
        try:
            self.position(game).play(self.notation(action))
        except IllegalMove as refusal:
            title = self._stepper.variant.face.title
            where = Text(f"game {game}, {title.en}", f"партия {game}, {title.ru}")
            raise IllegalMove(where, refusal.rule, refusal.why) from None
