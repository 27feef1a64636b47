"""A position of any of the games, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from kletka.errors import IllegalMove, InvalidMove, InvalidPosition, KletkaError
from kletka.faces.base import (
    OVER,
    TO_MOVE,
    Refusal,
    State,
    Stocks,
    Territory,
    no_such_cell,
    usual_cell,
)
from kletka.faces.players import Player
from kletka.games.boards import Board, Symmetry
from kletka.interruption import check_wanted
from kletka.language import Text
from kletka.move import Move
from kletka.spec import Spec
from kletka.variant import Variant, variant_of

if TYPE_CHECKING:
    from typing import Self


def start(spec: str) -> Position:
    """The position before the first move of a game, such as `start("kamiken(size=5)")`."""
    variant = variant_of(Spec(spec))
    return Position.of_state(variant, variant.start())


class Moves(Sequence[Move]):
    """The legal moves of a position, in ascending order; `in` takes moves or their notation."""

    def __init__(self, variant: Variant, state: State) -> None:
        self._variant, self._state = variant, state

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The moves' numbers, in ascending order."""
        return self._variant.legal_codes(self._state)

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Move]:
        return (self._move(code) for code in self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._move(code) for code in self.codes[index]]
        return self._move(self.codes[index])

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move | str):
            return False
        try:
            return self._variant.face.code(self._variant, str(move)) in self.codes
        except InvalidMove:
            return False

    def __repr__(self) -> str:
        listed = ", ".join(str(move) for move in self[:12])
        return f"<{len(self)} moves: {listed}{', …' if len(self) > 12 else ''}>"

    def _move(self, code: int) -> Move:
        return Move(self._variant.face.notation(self._variant, code))


class Position:
    """A position of a game: an immutable value.

    Two positions are equal if and only if they are the same position of the same spec, however
    they were reached. `str(position)` is its text, and `Position.parse` reads it.
    """

    __slots__ = ("_moves", "_state", "_value", "_variant")

    _variant: Variant
    _state: State
    _moves: Moves
    _value: bytes

    def __new__(cls, text: str) -> Self:
        return cls.parse(text)

    @classmethod
    def of_state(cls, variant: Variant, state: State) -> Self:
        """The position of a kernel's state, which must not be changed afterwards."""
        position = object.__new__(cls)
        position._variant, position._state = variant, state
        position._moves = Moves(variant, state)
        position._value = variant.value(state)
        return position

    # What it is.

    @property
    def variant(self) -> Variant:
        """What all positions of its spec share: the board, the rules and the face of the game."""
        return self._variant

    @property
    def state(self) -> State:
        """The position as the kernels read it. It must not be changed: change a copy."""
        return self._state

    @property
    def spec(self) -> Spec:
        """The game and its options; a string in canonical form."""
        return self._variant.spec

    @property
    def board(self) -> Board:
        """The cells, their names and which of them are neighbours."""
        return self._variant.board

    @property
    def players(self) -> tuple[Player, ...]:
        """The players' names and letters, in order of play."""
        return self._variant.players

    @property
    def to_move(self) -> int | None:
        """The player whose move it is, or None when the game is over."""
        player = int(self._state[TO_MOVE])
        return None if player == OVER else player

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_move is None

    @property
    def points(self) -> tuple[float, ...]:
        """Each player's points as they stand, komi included."""
        return self._variant.points(self._state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners, several if they share the win; empty while the game goes on."""
        return self._variant.winners(self._state) if self.over else ()

    @property
    def shares(self) -> tuple[float, ...]:
        """Each player's share of the win; empty while the game goes on.

        Several winners share it equally: `(1.0, 0.0)` if the first player has won, `(0.5, 0.5)` for
        a draw.
        """
        winners = self.winners
        return tuple(
            1 / len(winners) if player in winners else 0.0
            for player in range(len(self.players) if winners else 0)
        )

    @property
    def moves(self) -> Moves:
        """The legal moves; none when the game is over."""
        return self._moves

    @property
    def pieces(self) -> tuple[int | None, ...]:
        """Whose piece stands on each cell of the board: the player, or None.

        Cells come in the order of `position.board.names`; `at` looks one of them up by its name.
        """
        owners = self._variant.face.owners(self._variant, self._state)
        return tuple(owner - 1 if owner else None for owner in owners)

    @property
    def links(self) -> Mapping[tuple[str, str], int]:
        """What joins two neighbouring cells, by their names, and the player that it belongs to.

        These are the vines of games in which vines grow; other games have no links.
        """
        names = self._variant.board.names
        linked = self._variant.face.links(self._variant, self._state)
        return {(names[one], names[other]): player for (one, other), player in linked.items()}

    def at(self, cell: str, neighbour: str | None = None) -> int | None:
        """The player whose piece stands on a cell, or None: `position.at("C3")`.

        With a neighbouring cell, the player whose link joins the two: `position.at("C3", "C4")`.
        Raises KletkaError for a cell that is not on the board.
        """
        one = self._cell(cell)
        if neighbour is None:
            return self.pieces[one]
        other = self._cell(neighbour)
        linked = self._variant.face.links(self._variant, self._state)
        return linked.get((min(one, other), max(one, other)))

    def _cell(self, name: str) -> int:
        board = self._variant.board
        cell = board.cell_named.get(usual_cell(name))
        if cell is None:
            raise KletkaError(no_such_cell(board, name))
        return cell

    @property
    def territory(self) -> Territory:
        """What each player holds now, by place."""
        return self._variant.face.territory(self._variant, self._state)

    @property
    def stocks(self) -> Stocks:
        """What each player has besides places, such as stones in reserve; part of `territory`."""
        return self._variant.face.stocks(self._variant, self._state)

    @property
    def in_turn(self) -> bool:
        """Whether a turn of several moves has begun and is not over."""
        return self.turn_end is not None

    @property
    def turn_end(self) -> Move | None:
        """The move that ends the turn under way, whether or not it is legal yet; else None."""
        end = self._variant.face.end_of_turn(self._variant, self._state)
        return None if end is None else Move(end)

    @property
    def can_end_turn(self) -> bool:
        """Whether a turn is under way that may end here."""
        end = self.turn_end
        return end is not None and end in self.moves

    # Playing.

    def play(self, move: Move | str) -> Self:
        """The position after a move, given as a Move or by its notation.

        Several moves of one turn may be written together, such as `D4>D10^F10@K10+3`: they
        are then a whole turn, which ends with them.

        Raises InvalidMove for text that is not a move, IllegalMove for a move against the rules.
        """
        return self.walk(move)[-1]

    def steps(self, turn: Move | str) -> list[Move]:
        """The single moves that are written together in a turn; raises InvalidMove."""
        variant, face = self._variant, self._variant.face
        codes = [face.code(variant, step) for step in face.steps(str(turn))]
        return [Move(face.notation(variant, code)) for code in codes]

    def walk(self, move: Move | str) -> list[Self]:
        """The positions after each single move, if several are written together."""
        steps = self._variant.face.steps(str(move))
        walked: list[Self] = []
        for step in steps:
            walked.append((walked[-1] if walked else self)._play_step(step))
        if len(steps) > 1 and walked[-1].in_turn:
            walked.append(walked[-1].end_turn())
        return walked

    def play_turn(self, turn: Move | str) -> Self:
        """The position after a whole turn, as records write it: it ends even if it could go on."""
        return self.play(turn).end_turn()

    def end_turn(self) -> Self:
        """The position after the turn under way has ended; the same one between turns.

        Raises IllegalMove if the rules demand that the turn goes on.
        """
        end = self.turn_end
        return self if end is None else self._play_step(str(end))

    def turn_text(self, moves: Iterable[Move | str]) -> str:
        """The moves of one turn written together, as records write them; raises InvalidMove."""
        steps = (str(step) for move in moves for step in self.steps(move))
        return self._variant.face.turn_text(steps)

    def usual_text(self, turn: Move | str) -> str:
        """A turn in its usual spelling: `C3` for `c3`; raises InvalidMove."""
        return self.turn_text([turn]) or "".join(str(step) for step in self.steps(turn))

    def turn_in_words(self, turn: Move | str) -> Text:
        """A turn as a sentence without its full stop, such as "White placed a stone on C3".

        The turn need not be finished. Raises InvalidMove and IllegalMove.
        """
        steps, position = [str(step) for step in self.steps(turn)], self
        states = [self._state]
        for step in steps:
            position = position._play_step(step)
            states.append(position.state)
        return self._variant.face.turn_in_words(self._variant, steps, states)

    def _play_step(self, notation: str) -> Self:
        check_wanted()
        variant = self._variant
        code = variant.face.code(variant, notation)
        if code not in self._moves.codes:
            refusal: Refusal = variant.face.refusal(variant, self._state, code)
            raise IllegalMove(variant.face.title, refusal.rule, refusal.why)
        return self.of_state(variant, variant.after(self._state, code))

    # Arrays, for learning programs; the bridges use the same numbers and planes.

    @property
    def action_count(self) -> int:
        """How many actions there are: the moves of the board, numbered from 0 without gaps."""
        return len(self._variant.actions)

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of the legal moves, in the order of `moves`."""
        return tuple(self._variant.actions.numbers[list(self._moves.codes)].tolist())

    @property
    def action_mask(self) -> Any:
        """Which actions are legal now, as a NumPy array of booleans."""
        import numpy as np

        mask = np.zeros(self.action_count, np.bool_)
        mask[list(self.actions)] = True
        return mask

    def action(self, move: Move | str) -> int:
        """The action of a single move, legal now or not; raises InvalidMove."""
        return self._variant.actions.number(str(move))

    def move_of(self, action: int) -> Move:
        """The move of an action, legal now or not; raises KletkaError if there is no such action.

        `position.play(position.move_of(action))` plays it.
        """
        return Move(self._variant.actions.notation(int(action)))

    def planes(self, player: int | None = None) -> Any:
        """The position as a NumPy array of float32 from 0 to 1: planes, rows, columns.

        It is seen by a player, by default the one to move, or the first when the game is over:
        that player's planes come first, then those of the others in the order of play. The planes
        hold everything that the rules know; `docs/bridges.md` lists them.
        """
        count = len(self.players)
        if player is not None and not 0 <= player < count:
            raise KletkaError(
                Text(
                    f"there is no player {player}; they are numbered from 0 to {count - 1}",
                    f"нет игрока {player}; игроки пронумерованы от 0 до {count - 1}",
                )
            )
        observer = (self.to_move or 0) if player is None else player
        return self._variant.planes.seen(self._state, observer)

    # Symmetry.

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotations and reflections of the board onto itself; the first is the identity."""
        return self._variant.board.symmetries

    def transform(self, symmetry: Symmetry) -> Self:
        """The position with the board turned or mirrored."""
        variant = self._variant
        return self.of_state(variant, variant.face.mapped_state(variant, self._state, symmetry))

    def transform_move(self, move: Move | str, symmetry: Symmetry) -> Move:
        """The same move on the board after `transform`."""
        game, variant = self._variant.face, self._variant
        codes = (game.code(variant, step) for step in game.steps(str(move)))
        moved = (game.mapped_move(variant, code, symmetry) for code in codes)
        return Move("".join(game.notation(variant, code) for code in moved))

    def canonical(self) -> Self:
        """The same representative for all rotations and reflections of a position."""
        return min((self.transform(s) for s in self.symmetries), key=lambda p: p._value)

    # Text.

    def __str__(self) -> str:
        """The position in one line: the spec, then the fields of the game."""
        return " ".join([self.spec, *self._variant.face.write_fields(self._variant, self._state)])

    @classmethod
    def parse(cls, text: str, version: int | None = None) -> Self:
        """The position that a text describes, in that version of the rules or in today's.

        Raises InvalidSpec for its spec, and InvalidPosition, which lists all faults.
        """
        words = text.split()
        written = words[0] if words else ""
        variant = variant_of(
            Spec(written) if version is None else Spec.of_version(written, version)
        )
        fields = words[1:]
        expected = len(variant.face.write_fields(variant, variant.start()))
        if len(fields) != expected:
            raise InvalidPosition(
                [
                    Text(
                        f"{len(fields)} fields after the spec instead of {expected}, as in "
                        f"{start(variant.spec)!s}",
                        f"полей после описания игры {len(fields)}, а нужно {expected}, как в "
                        f"{start(variant.spec)!s}",
                    )
                ]
            )
        faults: list[Text] = []
        state = variant.face.read_fields(variant, fields, faults)
        if faults:
            raise InvalidPosition(faults)
        return cls.of_state(variant, state)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def _repr_svg_(self) -> str:
        from kletka.drawing import svg

        return svg(self, plain_colours=True)

    # A value.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._value == other._value and self.spec == other.spec

    def __hash__(self) -> int:
        return hash((self.spec, self._value))

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)
