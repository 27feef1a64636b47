"""Many games at once in compiled code, for reinforcement learning and batched search.

>>> from kletka.bridges.vectorised import ManyGames
>>> games = ManyGames("kamiken(size=5)", 64, seed=1)
>>> step = games.step(games.random_actions())
>>> step.rewards.shape, step.ended.any(), games.masks.shape
((64, 2), np.False_, (64, 26))
>>> leaves = games.take([0, 0, 7])
>>> len(leaves), leaves.position(2) == games.position(7)
(3, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kletka.bridges import packed_games
from kletka.bridges.batch_arguments import actions_of, mask_of, observers_of, rows_of
from kletka.bridges.games_state import GamesState
from kletka.bridges.stepping import Stepper, stepper_of
from kletka.errors import IllegalMove, KletkaError
from kletka.faces.base import OVER, TO_MOVE
from kletka.language import Text
from kletka.position import Position
from kletka.spec import Spec

if TYPE_CHECKING:
    from typing import Self

MOST_GAMES = 1_000_000

Starts = Position | str | Sequence[Position | str]
"""Where games begin: a position or its text, for all games or one for each."""


class Step(NamedTuple):
    """The result of a step. The next step reuses the arrays: copy what you keep."""

    rewards: Any  # float64[games, players]: from -1 to 1 where a game has ended, else 0
    ended: Any  # bool[games]: the game has ended in this step
    lengths: Any  # int64[games]: moves played, of the game that has ended where one has


class ManyGames:
    """Games of one spec, stepped together.

    A game that ends returns to its start at once; with `restarts=False` it stays at its end until
    `reset`. `starts` is where games begin, if not from the start of the spec: one position for all
    of them or one for each.

    `to_move` (the player to move in each game) and `masks` (the legal actions) are kept up to
    date. Actions are numbered as in the other bridges; `notation` names them.

    Copies are independent: `clone()`, `copy.copy`, `copy.deepcopy` and pickles carry everything,
    the random numbers too.
    """

    def __init__(
        self,
        spec: str,
        games: int,
        *,
        seed: int = 1,
        starts: Starts | None = None,
        restarts: bool = True,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise KletkaError(
                Text(
                    f"{games} games cannot be played at once; from 1 to {MOST_GAMES:,} can",
                    f"сразу можно вести от 1 до {MOST_GAMES} партий, а не {games}",
                )
            )
        self._allocate(stepper_of(Spec(spec)), games, restarts)
        self.seed(seed)
        self._starts[:] = self._stepper.first
        self.reset(starts=self._stepper.position(self._stepper.first) if starts is None else starts)

    @classmethod
    def of(
        cls, positions: Sequence[Position | str], *, seed: int = 1, restarts: bool = True
    ) -> Self:
        """One game from each of these positions, which must be of one spec."""
        if not positions:
            raise KletkaError(Text("at least one position is needed", "нужна хотя бы одна позиция"))
        first = positions[0]
        spec = first.spec if isinstance(first, Position) else Position.parse(first).spec
        return cls(spec, len(positions), seed=seed, starts=positions, restarts=restarts)

    def _allocate(self, stepper: Stepper, games: int, restarts: bool) -> None:
        self._stepper, self._restarts = stepper, restarts
        self._seed = np.empty(1, np.uint64)
        self._listed = np.empty(stepper.moves_bound, np.int32)
        self._states = np.empty((games, len(stepper.first)), np.int16)
        self._starts = np.empty_like(self._states)
        self.masks = np.empty((games, len(stepper.actions)), np.bool_)
        self._rewards = np.zeros((games, stepper.players))
        self._ended = np.zeros(games, np.bool_)
        self._lengths = np.zeros(games, np.int64)
        self._all = np.ones(games, np.bool_)

    # What the games are.

    def __len__(self) -> int:
        return len(self._states)

    @property
    def spec(self) -> Spec:
        """The game and its options."""
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
    def restarts(self) -> bool:
        """Whether a game that ends returns to its start at once."""
        return self._restarts

    @property
    def to_move(self) -> Any:
        """The player to move in each game, -1 in games that stay at their end."""
        return self._states[:, TO_MOVE]

    @property
    def over(self) -> Any:
        """Which games stay at their end: bool[games]; none of those that restart."""
        return self._states[:, TO_MOVE] == OVER

    # Playing.

    def reset(self, games: Any = None, *, starts: Starts | None = None) -> None:
        """Restart all games, or those of a mask or of a list of their numbers.

        With `starts` they begin there from now on: one position for all of them or one for each.
        """
        chosen = np.arange(len(self)) if games is None else rows_of(games, len(self))
        if starts is not None:
            self._starts[chosen] = self._begin_at(starts, len(chosen))
        self._states[chosen] = self._starts[chosen]
        self._lengths[chosen] = 0
        self._ended[chosen] = False
        self._fill_masks(chosen)

    def step(self, actions: Any, *, where: Any = None) -> Step:
        """Play one action in every game, or in those of the mask `where`.

        Actions are whole numbers, one for each game; those of games that are left out are ignored.
        Raises IllegalMove for the first illegal action; no game has changed then.
        """
        chosen = actions_of(actions, len(self))
        moving = self._all if where is None else mask_of(where, len(self))
        wrong = packed_games.first_illegal(self.masks, chosen, moving)
        if wrong >= 0:
            self._refuse(wrong, int(chosen[wrong]))
        if self._restarts:
            self._lengths[self._ended] = 0
        packed_games.step_many(
            self._stepper.packed,
            self._stepper.actions.code_array,
            self._starts,
            self._states,
            chosen,
            moving,
            self._restarts,
            self._rewards,
            self._ended,
            self._lengths,
        )
        self._fill_where(moving)
        return Step(self._rewards, self._ended, self._lengths)

    def seed(self, seed: int) -> None:
        """Let the random actions follow this seed from now on."""
        self._seed[0] = (seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 or 1

    def random_actions(self) -> Any:
        """A uniformly random legal action for every game, -1 where the game is over."""
        chosen = np.empty(len(self), np.int64)
        packed_games.draw_actions(self.masks, self._seed, chosen)
        return chosen

    def observe(self, out: Any = None, *, observers: Any = None) -> Any:
        """Each game as planes: float32[games, planes, rows, columns].

        The view is that of the player to move (of the first player where the game is over), or
        that of `observers`, one player for each game. `out` is filled if given.
        """
        shape = (len(self), *self.planes)
        seen = np.empty(shape, np.float32) if out is None else out
        if seen.shape != shape or seen.dtype != np.float32 or not seen.flags.c_contiguous:
            raise KletkaError(
                Text(
                    f"`out` must be a contiguous float32 array of shape {shape}",
                    f"`out` должен быть сплошным массивом float32 формы {shape}",
                )
            )
        views = np.maximum(self.to_move, 0, dtype=np.int64)
        if observers is not None:
            views = observers_of(observers, len(self), self.players)
        flat = seen.reshape(len(self), self.planes[0], -1)
        packed_games.observe_many(
            self._stepper.packed, self._states, views, self._stepper.spots, flat
        )
        return seen

    # Names of moves, and single games as positions.

    def notation(self, action: int) -> str:
        """The notation of an action."""
        return self._stepper.actions.notation(action)

    def action(self, notation: str) -> int:
        """The action with this notation; raises InvalidMove."""
        return self._stepper.actions.number(notation)

    def position(self, game: int) -> Position:
        """One of the games as a position."""
        return self._stepper.position(self._states[game])

    def set_position(self, game: int, position: Position | str) -> None:
        """Let a game go on from this position; its start and its length stay as they are."""
        rows = rows_of([game], len(self))
        self._states[rows] = self._state_of(position, may_be_over=not self._restarts)
        self._ended[rows] = False
        self._fill_masks(rows)

    # Copies.

    def clone(self) -> Self:
        """An independent copy of all games; its random actions are the same ones."""
        copied = self._copy_of(np.arange(len(self)))
        copied._seed[:] = self._seed
        return copied

    def take(self, games: Any) -> Self:
        """Independent copies of some games, by a list of numbers or a mask.

        A number may come several times: so a search expands many leaves at once. The random
        actions of the copies are other ones.
        """
        copied = self._copy_of(rows_of(games, len(self)))
        copied._seed[:] = self._fork_seed()
        return copied

    def put(self, games: Any, others: ManyGames) -> None:
        """Overwrite the games of a list or a mask with others of the same spec, in that order."""
        rows = rows_of(games, len(self))
        if others.spec != self.spec or len(others) != len(rows):
            raise KletkaError(
                Text(
                    f"{len(others)} games of {others.spec} for {len(rows)} of {self.spec}; they "
                    "must be as many of the same spec",
                    f"{len(others)} партий {others.spec} вместо {len(rows)} партий {self.spec}: "
                    "нужно столько же и той же игры",
                )
            )
        if self._restarts and others.over.any():
            raise self._finished()
        for mine, theirs in zip(self._rows_of_games(), others._rows_of_games(), strict=True):
            mine[rows] = theirs

    def get_state(self) -> bytes:
        """Everything about the games, as bytes that `set_state` reads.

        `kletka.bridges.games_state` describes them; only the same version of Kletka reads them.
        """
        return GamesState(
            self.spec,
            self._restarts,
            self._seed,
            self._states,
            self._starts,
            self._lengths,
            self._ended,
        ).to_bytes()

    def set_state(self, state: bytes) -> None:
        """Return to what `get_state` has given, for as many games of the same spec.

        Like a pickle, the bytes must come from a place that you trust: a checksum finds damage,
        but not malice.
        """
        self._restore(GamesState.of_bytes(state))

    def _restore(self, read: GamesState) -> None:
        if (read.spec, read.states.shape) != (self.spec, self._states.shape):
            raise KletkaError(
                Text(
                    f"this is the state of {len(read.states)} games of {read.spec}, not of "
                    f"{len(self)} of {self.spec}",
                    f"это состояние {len(read.states)} партий {read.spec}, а не {len(self)} "
                    f"партий {self.spec}",
                )
            )
        self._restarts = read.restarts
        self._seed[:], self._states[:], self._starts[:] = read.seed, read.states, read.starts
        self._lengths[:], self._ended[:] = read.lengths, read.ended
        self._rewards[:] = 0
        self._fill_where(self._all)

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, tuple[type[Self], bytes]]:
        return _of_state, (type(self), self.get_state())

    # The parts.

    def _rows_of_games(self) -> tuple[Any, ...]:
        """The arrays that have a row for each game."""
        return (
            self._states,
            self._starts,
            self.masks,
            self._rewards,
            self._ended,
            self._lengths,
        )

    def _copy_of(self, rows: Any) -> Self:
        copied = object.__new__(type(self))
        copied._allocate(self._stepper, len(rows), self._restarts)
        for mine, theirs in zip(self._rows_of_games(), copied._rows_of_games(), strict=True):
            np.take(mine, rows, axis=0, out=theirs, mode="clip")  # which needs no buffer
        return copied

    def _fork_seed(self) -> int:
        """A seed for a copy; this one's random numbers go on elsewhere, too (splitmix64)."""
        x = (int(self._seed[0]) + 0x9E3779B97F4A7C15) % 2**64
        self._seed[0] = x or 1
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
        return (x ^ x >> 31) or 1

    def _fill_masks(self, rows: Any) -> None:
        where = np.zeros(len(self), np.bool_)
        where[rows] = True
        self._fill_where(where)

    def _fill_where(self, where: Any) -> None:
        numbers = self._stepper.actions.numbers
        packed_games.fill_masks(
            self._stepper.packed, numbers, self._states, where, self.masks, self._listed
        )

    def _begin_at(self, starts: Starts, games: int) -> Any:
        """The states to begin with: one, or one for each of so many games."""
        if isinstance(starts, Position | str):
            return self._state_of(starts)
        if len(starts) != games:
            raise KletkaError(
                Text(
                    f"{len(starts)} starts for {games} games; there must be one for all or one "
                    "for each",
                    f"начальных позиций {len(starts)}, а партий {games}: нужна одна на всех или "
                    "по одной на партию",
                )
            )
        return np.array([self._state_of(start) for start in starts])

    def _state_of(self, start: Position | str, *, may_be_over: bool = False) -> Any:
        state = self._stepper.state_of(start)
        if state[TO_MOVE] == OVER and not may_be_over:
            raise self._finished()
        return state

    def _finished(self) -> KletkaError:
        return KletkaError(
            Text(
                "no game can begin from a position that is over",
                "нельзя начать партию с позиции, в которой игра окончена",
            )
        )

    def _refuse(self, game: int, action: int) -> None:
        if self.to_move[game] == OVER:
            raise KletkaError(
                Text(
                    f"game {game} is over; reset it, or leave it out with `where`",
                    f"партия {game} окончена; начните её заново (`reset`) или пропустите (`where`)",
                )
            )
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


def _of_state(kind: type[ManyGames], state: bytes) -> ManyGames:
    """Many games from their state alone, as pickles need them."""
    read = GamesState.of_bytes(state)
    games = object.__new__(kind)
    games._allocate(stepper_of(read.spec), len(read.states), read.restarts)
    games._restore(read)
    return games
