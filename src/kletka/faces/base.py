"""What the face of a game must provide, and what all faces share.

A game needs one module here, named as the game is, with an object `FACE`. For a game in which a
move puts a piece on a cell, `PlacementFace` does nearly all of it:

    class Toy(PlacementFace):
        name = "toy"
        title = Text("Toy", "Игрушка")
        motto = Text("Fill the board.", "Заполните доску.")
        how = Text("Place stones in turn.", "Ставьте камни по очереди.")
        options = (
            WholeNumber("size", Text("Board size", "Размер доски"), lambda v: 5, 2, lambda v: 26),
        )
        sides = WHITE_AND_BLACK

    FACE = Toy()

Everything else has a default: the board comes from the option `size` or `board`, and the
`profile` (see `profile.py`) from the default options. Other games override what differs, or
derive from `Face` and provide their own notation and texts of positions.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from kletka.errors import InvalidMove
from kletka.faces.options import Option, Values, board_of, number
from kletka.faces.players import COLOURS, WHITE_AND_BLACK, Player
from kletka.faces.profile import Profile
from kletka.faces.turn_words import passed, placed
from kletka.games.boards import Board, Symmetry, rectangle
from kletka.language import Text, brief, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.variant import Variant

State = Any  # numpy.ndarray of int16; numpy is imported only when a kernel is needed
OVER = -1
TO_MOVE = 0

PASS = "pass"


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the rule's number and a sentence."""

    rule: int
    why: Text


@dataclass(frozen=True)
class Holding:
    """What a player holds in one place; `player` is None where it belongs to no player.

    `place` is a cell, or a vertex named by the two squares that meet there, as in B2/C3.
    `kind` is the kind of holding in its game; `amount` counts points, supports or stones.
    """

    place: str
    player: int | None
    kind: str
    amount: int
    reason: Text


class Removed(NamedTuple):
    """A piece that is no longer on the board: its cell, and the player that it belonged to."""

    cell: int
    player: int


Stocks = tuple[Mapping[str, int], ...]
Names = tuple[tuple[str, Text], ...]  # keys, and what people call them


@dataclass(frozen=True)
class Territory:
    """What each player holds now: in places, and off the board (reserves, stones taken…)."""

    holdings: tuple[Holding, ...]
    stocks: Stocks

    def of(self, player: int | None) -> tuple[Holding, ...]:
        return tuple(h for h in self.holdings if h.player == player)


class Face(ABC):
    """The face of one game; it has no state of its own."""

    name: ClassVar[str]
    title: ClassVar[Text]
    motto: ClassVar[Text]
    how: ClassVar[Text]  # how a turn goes and who wins, for a newcomer
    options: ClassVar[tuple[Option, ...]]
    sides: ClassVar[tuple[Player, ...]] = COLOURS  # as many of them play as the options say
    has_pass: ClassVar[bool] = False
    pass_is_final: ClassVar[bool] = False  # whether a player that has passed makes no more moves
    end_move: ClassVar[str | None] = None  # what ends a turn of several moves, if there are such
    points_word: ClassVar[Text] = Text("points", "очки")
    stock_names: ClassVar[Names] = ()  # of those shown
    endings: ClassVar[Names] = ()  # the ways in which a game can end, if they are told apart
    move_kinds: ClassVar[Names] = ()  # of the moves that are counted apart
    off_board: ClassVar[frozenset[str]] = frozenset()  # those that cannot be counted on the board
    wins_by_points: ClassVar[bool] = True  # False where points do not decide who wins
    profile: ClassVar[Profile] = Profile()
    rules_version: ClassVar[int] = 1  # one more whenever an old game could be replayed otherwise

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "name"):
            cls.profile = cls.profile.completed(cls.name, cls.has_pass)

    @property
    def plays_with_stones(self) -> bool:
        """Whether the players are White and Black; otherwise they have colours."""
        return self.sides == WHITE_AND_BLACK

    @property
    def has_komi(self) -> bool:
        return any(option.name == "komi" for option in self.options)

    def counted_points(self, count: int) -> Text:
        """A number of points in words: 1 point, 2 points."""
        forms = plural_ru(count, "очко", "очка", "очков")
        return Text(plural_en(count, "point"), f"{count} {forms}")

    # Options and board.

    def board(self, values: Values) -> Board:
        """The board: a square if there is an option `size`, else what the option `board` says."""
        if "size" in values:
            return rectangle(number(values, "size"), number(values, "size"))
        return board_of(str(values["board"]))

    def kernel_options(self, values: Values) -> list[int]:
        """The options that the rules need besides the board and the number of players."""
        return []

    def player_count(self, values: Values) -> int:
        return number(values, "players") if "players" in values else 2

    def players(self, count: int) -> tuple[Player, ...]:
        return self.sides[:count]

    def options_of_version(self, given: Mapping[str, str], version: int) -> Mapping[str, str]:
        """The options of a spec of older rules, changed so that today's rules read them as then.

        `given` has the options that are written in the spec, which may be few or none. What this
        returns must come back unchanged if it is given once more.
        """
        return given

    def replayed_as(self, version: int) -> int:
        """The version by which a game is replayed after `options_of_version`: a later one if
        nothing else changed in between, so that what is refused now was refused then."""
        return version

    def option_faults(self, values: Values) -> list[Text]:
        """What is wrong with a combination of options that are allowed one by one."""
        return []

    # The score.

    def points_to_win(self, values: Values) -> int | None:
        """The points with which a player wins at once, if there is such a number."""
        return None

    def points_note(self, values: Values) -> Text | None:
        """What a player should know about the points on the page, such as the komi."""
        return None

    # Moves.

    @abstractmethod
    def notation(self, variant: Variant, code: int) -> str: ...

    @abstractmethod
    def code(self, variant: Variant, text: str) -> int:
        """The number of a move from its notation; raises InvalidMove."""

    def all_codes(self, variant: Variant) -> Iterable[int]:
        """The numbers of all moves that can ever be legal, in ascending order."""
        return range(variant.rules.moves_bound(variant.tables))

    @abstractmethod
    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        """Why a move is illegal in a position; only called for illegal moves."""

    @abstractmethod
    def mapped_move(self, variant: Variant, code: int, symmetry: Symmetry) -> int:
        """The number of the move after the board has been turned or mirrored."""

    def kind_of_move(self, variant: Variant, code: int) -> str | None:
        """The key in `move_kinds` of a move, or None if such moves are not counted."""
        return None

    def steps(self, text: str) -> list[str]:
        """The single moves that are written together in a text."""
        return [text]

    def end_of_turn(self, variant: Variant, state: State) -> str | None:
        """The move that ends a turn which could go on, or None between turns."""
        return None

    def turn_text(self, moves: Iterable[str]) -> str:
        """The moves of one turn written together, as records write them."""
        return "".join(moves)

    def with_usual_case(self, text: str) -> str:
        """A typed move with upper- and lower-case letters as the notation has them."""
        words = {*([PASS] if self.has_pass else []), *([self.end_move] if self.end_move else [])}
        return text.lower() if text.lower() in words else usual_cell(text)

    # What a turn did.

    def removed(self, variant: Variant, before: State, step: str, after: State) -> list[Removed]:
        """The pieces that a single move removed from the board."""
        owners = zip(self.owners(variant, before), self.owners(variant, after), strict=True)
        return [
            Removed(cell, was - 1) for cell, (was, now) in enumerate(owners) if was not in (0, now)
        ]

    def turn_in_words(
        self, variant: Variant, steps: Sequence[str], states: Sequence[State]
    ) -> Text:
        """A turn as a sentence without its full stop; by default a placement or a pass.

        `states` are those before each step and after the last one.
        """
        mover = variant.players[int(states[0][TO_MOVE])]
        if steps[0] == PASS:
            return passed(mover, int(states[-1][TO_MOVE]) == OVER)
        return placed(mover, steps[0], self.plays_with_stones)

    # Positions.

    @abstractmethod
    def write_fields(self, variant: Variant, state: State) -> list[str]:
        """The fields of a position's text after the spec."""

    @abstractmethod
    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        """The state that the fields describe; everything wrong with them is added to `faults`."""

    @abstractmethod
    def mapped_state(self, variant: Variant, state: State, symmetry: Symmetry) -> State: ...

    @abstractmethod
    def owners(self, variant: Variant, state: State) -> list[int]:
        """Whose piece stands on each cell: player + 1, or 0."""

    def links(self, variant: Variant, state: State) -> Mapping[tuple[int, int], int]:
        """Whose link joins two neighbouring cells, the smaller number first: the player.

        By default nothing joins cells.
        """
        return {}

    def ending(self, variant: Variant, states: Sequence[State]) -> str | None:
        """The key in `endings` of a finished game, from all its states; None if it has none."""
        return None

    def territory(self, variant: Variant, state: State) -> Territory:
        """What each player holds; by default only the stocks."""
        return Territory((), self.stocks(variant, state))

    def stocks(self, variant: Variant, state: State) -> Stocks:
        """What each player has besides places; by default the number of pieces on the board."""
        owners = self.owners(variant, state)
        return tuple({"pieces": owners.count(p + 1)} for p in range(len(variant.players)))

    def call_other_kernels(self, variant: Variant, state: State) -> None:
        """Call the kernels that only refusals and pictures use, so that they are compiled ahead."""
        return


# Cells in texts.

CELL = r"[A-Z][1-9][0-9]?"


def usual_cell(name: str) -> str:
    """A cell's name, or several, as people may type them: `C3` for `c3`."""
    return name.upper() if name.isascii() else name


def cell_code(variant: Variant, name: str, text: str) -> int:
    """The cell of that name; `text` is the whole move, for the error."""
    cell = variant.board.cell_named.get(name)
    if cell is None:
        missing = no_such_cell(variant.board, name)
        raise InvalidMove(
            Text(f"{shown(text)}: {missing.en}", f"{shown(text)}: {missing.ru}"),
        )
    return cell


def no_such_cell(board: Board, name: str) -> Text:
    """A sentence about a cell that is not on the board."""
    first, last = board.names[0], board.names[-1]
    return Text(
        f"there is no {brief(name)} on this board ({first} to {last})",
        f"на этой доске нет {brief(name)} (клетки от {first} до {last})",
    )


def not_a_move(variant: Variant, text: str, allowed: Text) -> InvalidMove:
    game = variant.face.title
    return InvalidMove(
        Text(
            f"{shown(text)} is not a move of {game.en}; write {allowed.en}",
            f"{shown(text)}: так ходы в игре «{game.ru}» не пишут; пишите {allowed.ru}",
        )
    )


def shown(text: str) -> str:
    """A text from outside, shortened and quoted to be shown in one line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def is_cell(text: str) -> bool:
    return re.fullmatch(CELL, text, re.ASCII) is not None


def game_is_over(rule: int) -> Refusal:
    return Refusal(rule, Text("the game is over", "партия окончена"))
