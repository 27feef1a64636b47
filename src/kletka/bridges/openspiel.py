"""Kletka's games for OpenSpiel: importing this module registers each as `kletka_<game>`.

>>> import pyspiel
>>> import kletka.bridges.openspiel
>>> game = pyspiel.load_game("kletka_kamiken(size=5)")
>>> str(game)
'kletka_kamiken(komi=0.5,size=5)'
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'A1'
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import numpy as np

from kletka.bridges import packed_games
from kletka.bridges.stepping import Stepper, stepper_of
from kletka.errors import KletkaError
from kletka.extras import need
from kletka.faces import face_of
from kletka.faces.base import TO_MOVE, Face
from kletka.faces.options import HalfNumber, Option, Value, WholeNumber
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import Position
from kletka.spec import Spec
from kletka.variant import variant_of

with need("openspiel"):
    import pyspiel as pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PREFIX = "kletka_"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
AS_USUAL = 0  # for options whose default depends on others, unless they allow 0


def load(spec: str) -> Any:
    """The OpenSpiel game for a spec, such as `load("kamiken(size=5,komi=0)")`."""
    read = Spec(spec)
    return pyspiel.load_game(PREFIX + read.game, _parameters(read))


def spec_of(game: Any) -> Spec:
    """The canonical spec of an OpenSpiel game of ours."""
    name = game.get_type().short_name
    if not name.startswith(PREFIX):
        raise KletkaError(
            Text(f"{name} is not a game of Kletka", f"{name}: это не игра из «Клетки»")
        )
    return _spec(name.removeprefix(PREFIX), game.get_parameters())


def state_of(position: Position) -> Any:
    """An OpenSpiel state that begins at a position, with an empty history."""
    return load(position.spec).new_initial_state(str(position))


def position_of(state: Any) -> Position:
    """The position of an OpenSpiel state."""
    return _stepper(state).position(state.board)


def _stepper(state: Any) -> Stepper:
    stepper: Stepper = type(state).stepper
    return stepper


# Options become parameters, which OpenSpiel knows as integers, floats and strings.


def _parameter(option: Option, value: Value) -> int | float | str:
    if isinstance(option, HalfNumber):
        return float(value)
    if isinstance(option, WholeNumber):
        return int(value)
    # OpenSpiel reads a string of dots, a board of one row, as a number.
    return f"/{value}" if set(str(value)) == {"."} else str(value)


def _parameters(spec: Spec) -> dict[str, int | float | str]:
    return {o.name: _parameter(o, spec.options[o.name]) for o in face_of(spec.game).options}


def _spec(name: str, parameters: dict[str, Any]) -> Spec:
    given = {
        option.name: option.write(_value(option, parameters[option.name]))
        for option in face_of(name).options
        if parameters.get(option.name, _as_usual(option)) != _as_usual(option)
    }
    return Spec(f"{name}({','.join(f'{key}={value}' for key, value in given.items())})")


def _value(option: Option, parameter: Any) -> Value:
    if isinstance(option, HalfNumber):
        return Fraction(parameter)
    return parameter.removeprefix("/") if isinstance(parameter, str) else int(parameter)


def _usual_parameters(game: Face) -> dict[str, int | float | str]:
    """The default of each option; the first options depend on no others."""
    usual: dict[str, int | float | str] = {}
    for option in game.options:
        try:
            usual[option.name] = _parameter(option, option.default({}))
        except KeyError:
            usual[option.name] = _as_usual(option)
    return usual


def _as_usual(option: Option) -> int | float:
    """A number, not among the allowed ones, that stands for the option's default."""
    return float(option.least - 1) if isinstance(option, HalfNumber) else AS_USUAL


# The kinds of games.


def _game_type(name: str) -> Any:
    game = face_of(name)
    several = any(option.name == "players" for option in game.options)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=game.title.en,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8 if several else 2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_usual_parameters(game),
    )


def _game_info(stepper: Stepper) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=len(stepper.actions),
        max_chance_outcomes=0,
        num_players=stepper.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest_game(stepper.spec),
    )


def longest_game(spec: Spec) -> int:
    """A number of moves that no game of this spec exceeds."""
    variant = variant_of(spec)
    return int(variant.rules.longest_game(variant.tables))


class KletkaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; every game of the catalogue has a subclass."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.spec = _spec(self.name, parameters or {})
        self._state_class = _state_class(self.spec)
        super().__init__(self.kind, _game_info(stepper_of(self.spec)), _parameters(self.spec))

    def new_initial_state(self, position: str | None = None) -> Any:
        """The state at the start, or at a position given as text."""
        state = self._state_class(self)
        if position is not None:
            state.begin(Position.parse(position))
        return state

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return load, (str(self.spec),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """OpenSpiel's hook: the planes, unless something else is asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(stepper_of(self.spec))
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


@cache
def _state_class(spec: Spec) -> type[KletkaState]:
    """OpenSpiel copies states attribute by attribute, so shared data is on a class per spec."""
    stepper = stepper_of(spec)
    actions = stepper.actions
    shared = {
        "stepper": stepper,
        "_packed": stepper.packed,
        "_bound": stepper.moves_bound,
        "_codes": actions.codes,
        "_numbers": None if actions.are_codes else actions.numbers,
    }
    return type("KletkaState", (KletkaState,), shared)


class KletkaState(pyspiel.State):  # type: ignore[misc]
    """A position that changes as actions are applied.

    OpenSpiel asks for the player to move about seven times a move, and its searches do little
    but list and play moves, so these methods call the kernels directly.
    """

    stepper: Stepper
    _packed: Any
    _bound: int
    _codes: list[int]
    _numbers: Any

    def __init__(self, game: KletkaGame) -> None:
        super().__init__(game)
        self.board = self.stepper.first.copy()
        self.player = 0

    def begin(self, position: Position) -> None:
        """Begin at this position instead."""
        if position.spec != self.stepper.spec:
            raise KletkaError(
                Text(
                    f"this position is of {position.spec}, not of {self.stepper.spec}",
                    f"позиция игры {position.spec} не подходит к {self.stepper.spec}",
                )
            )
        self.board = position.state.copy()
        self.player = TERMINAL if position.over else int(self.board[TO_MOVE])

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player < 0

    def _legal_actions(self, player: int) -> list[int]:
        out = np.empty(self._bound, np.int32)
        listed = out[: packed_games.legal(self._packed, self.board, out)]
        actions: list[int] = (listed if self._numbers is None else self._numbers[listed]).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        player = packed_games.advance(self._packed, self.board, self._codes[action])
        self.player = player if player >= 0 else TERMINAL

    def _action_to_string(self, player: int, action: int) -> str:
        return self.stepper.actions.notation(action)

    def returns(self) -> list[float]:
        return self.stepper.returns(self.board)

    def __str__(self) -> str:
        return str(position_of(self))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)


def _read_state(text: str) -> Any:
    return pyspiel.deserialize_game_and_state(text)[1]


class PlanesObserver:
    """Observations as OpenSpiel wants them: one flat tensor, and the same by name and shape."""

    def __init__(self, stepper: Stepper) -> None:
        self._stepper = stepper
        self.tensor = np.zeros(int(np.prod(stepper.planes)), np.float32)
        self.dict = {"observation": self.tensor.reshape(stepper.planes)}

    def set_from(self, state: KletkaState, player: int) -> None:
        """Fill the planes with what this player sees."""
        self._stepper.observe(state.board, player, self.dict["observation"])

    def string_from(self, state: KletkaState, player: int) -> str:
        """The text of the position."""
        return str(state)


def _register(name: str) -> None:
    # A class, not a factory function: OpenSpiel keeps it until after the interpreter has shut down,
    # when it is too late to free anything else.
    shared = {"name": name, "kind": _game_type(name)}
    made = type(f"{face_of(name).title.en}Game", (KletkaGame,), shared)
    pyspiel.register_game(shared["kind"], made)


for _name in GAMES:
    _register(_name)
