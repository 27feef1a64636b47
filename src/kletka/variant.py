"""What the positions of one spec share: the face, the board, the rules and their tables."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from kletka.faces import face_of
from kletka.faces.base import Face, State
from kletka.faces.players import Player
from kletka.games.boards import Board
from kletka.games.catalogue import GAMES
from kletka.spec import Spec

if TYPE_CHECKING:
    from kletka.actions import Actions
    from kletka.planes import Planes


class Variant:
    """One spec, ready to be played; get it from `variant_of`. Kernels are loaded on first use."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.face: Face = face_of(spec.game)
        self.number = GAMES.index(spec.game)
        self.board: Board = self.face.board(spec.options)
        self.players: tuple[Player, ...] = self.face.players(spec.players)

    @cached_property
    def rules(self) -> Any:
        """The functions of the game's rules, as `games.contract` describes them."""
        from kletka.games.rules import rules_of

        return rules_of(self.face.name)

    @cached_property
    def tables(self) -> Any:
        from kletka.games.tables import build_tables

        options = self.face.kernel_options(self.spec.options)
        return build_tables(self.board, len(self.players), options)

    @cached_property
    def actions(self) -> Actions:
        """The numbers of the moves for learning programs."""
        from kletka.actions import Actions

        return Actions(self)

    @cached_property
    def planes(self) -> Planes:
        """How positions are laid out as arrays."""
        from kletka.planes import Planes

        return Planes(self)

    def empty_state(self) -> State:
        import numpy as np

        return np.zeros(self.rules.state_size(self.tables), np.int16)

    def start(self) -> State:
        state = self.empty_state()
        self.rules.start(state, self.tables)
        return state

    def after(self, state: State, code: int) -> State:
        """The state after a move, which must be legal."""
        changed = state.copy()
        self.rules.apply(changed, self.tables, code)
        return changed

    def legal_codes(self, state: State) -> tuple[int, ...]:
        import numpy as np

        out = np.empty(self.rules.moves_bound(self.tables), np.int32)
        # A kernel may try moves out on the state and take them back, so it gets a copy: threads can
        # share a position.
        count = self.rules.moves(state.copy(), self.tables, out)
        return tuple(out[:count].tolist())

    def points(self, state: State) -> tuple[float, ...]:
        """Each player's points; whole numbers as int."""
        return tuple(int(p) if p == int(p) else p for p in self._points(state).tolist())

    def winners(self, state: State) -> tuple[int, ...]:
        """The winners of a finished game."""
        bits = self.rules.winners(state, self.tables, self._points(state))
        return tuple(p for p in range(len(self.players)) if bits >> p & 1)

    def value(self, state: State) -> bytes:
        """The value of a state: equal for states that are the same position."""
        size: int = self.rules.value_size(self.tables)
        return bytes(state[:size].tobytes())

    def _points(self, state: State) -> Any:
        import numpy as np

        out = np.zeros(len(self.players), np.float64)
        self.rules.points(state, self.tables, out)
        return out


@lru_cache(maxsize=256)
def variant_of(spec: Spec) -> Variant:
    return Variant(spec)
