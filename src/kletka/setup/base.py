"""What the arrangement of a game must provide, and what all of them share.

A game may have a module here, named as the game is, with a class `Arranged`. Without one, games of
pieces on cells use `placement.py`, and positions of other games cannot be set up by hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kletka.errors import InvalidPosition, KletkaError
from kletka.faces.base import OVER, TO_MOVE, State, cell_code, shown
from kletka.faces.fields import NOBODY, write_board, write_turn
from kletka.faces.players import Player
from kletka.language import Text
from kletka.position import Position
from kletka.spec import Spec
from kletka.variant import Variant

if TYPE_CHECKING:
    from typing import Self

ERASER = "eraser"
Counts = dict[str, int]


@dataclass(frozen=True)
class Tool:
    """A kind of piece to put on the board, or the eraser, whose `player` is None.

    It is used in `cells`, in `walls` between two neighbouring cells (`C3>C4`), or in both.
    """

    key: str
    player: int | None
    name: Text
    cells: bool = True
    walls: bool = False


@dataclass(frozen=True)
class Counter:
    """A number beside the board that belongs to the position.

    A `flag` is 0 or 1. A counter that `follows` from the board is shown but cannot be set.
    """

    key: str
    player: int | None
    name: Text
    most: int
    flag: bool = False
    follows: bool = False


@dataclass(frozen=True)
class Arrangement(ABC):
    """Pieces on a board, the player to move, and counters; an immutable value.

    Its text has the form of a position's, but need not obey the rules.
    """

    variant: Variant
    owners: tuple[int, ...]  # whose piece is in each cell: player + 1, or 0
    to_move: int  # OVER when the game is over
    counts: Counts

    piece: ClassVar[Text]  # such as "stone"

    # What the game provides.

    @classmethod
    @abstractmethod
    def read(cls, variant: Variant, fields: Sequence[str], faults: list[Text]) -> Self | None:
        """The arrangement that the fields describe; None, with faults, if they cannot be read."""

    @property
    @abstractmethod
    def counters(self) -> tuple[Counter, ...]:
        """The numbers beside the board that can be set, such as reserves."""

    @abstractmethod
    def fields(self) -> list[str]:
        """The fields of the text after the spec."""

    @abstractmethod
    def state(self) -> State:
        """A state to draw it from; what kernels derive from the value is left out."""

    # What it is.

    @property
    def spec(self) -> Spec:
        """The game and its options."""
        return self.variant.spec

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in order of play."""
        return self.variant.players

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be put on the board, the eraser last."""
        pieces = (Tool(p.letter, index, self.piece) for index, p in enumerate(self.players))
        return (*pieces, self.eraser())

    @classmethod
    def eraser(cls, walls: bool = False) -> Tool:
        """The tool that removes; with `walls` it also works between cells."""
        return Tool(ERASER, None, Text("eraser", "ластик"), walls=walls)

    def __str__(self) -> str:
        return " ".join([str(self.spec), *self.fields()])

    def drawn_position(self) -> Position:
        """A position for drawing alone, which the rules may not allow."""
        return Position.of_state(self.variant, self.state())

    # What it becomes.

    def position(self) -> Position:
        """The position that has been set up; raises InvalidPosition with all its faults."""
        return Position.parse(str(self))

    @cached_property
    def faults(self) -> tuple[Text, ...]:
        """The faults that keep it from being a position."""
        try:
            self.position()
        except InvalidPosition as error:
            return error.faults
        return ()

    # Setting up.

    def put(self, tool: str, place: str) -> Self:
        """The arrangement after a tool was used in a cell, or between two (`C3>C4`).

        A tool removes its own piece where that stands already. Raises KletkaError for a tool or
        a place that does not exist.
        """
        used = next((t for t in self.tools if t.key == tool), None)
        if used is None:
            keys = ", ".join(t.key for t in self.tools)
            raise KletkaError(
                Text(
                    f"there is no tool {shown(tool)}; the tools are {keys}",
                    f"{shown(tool)}: такого поставить нельзя; есть {keys}",
                )
            )
        cells = [cell_code(self.variant, name, place) for name in place.split(">")]
        if len(cells) == 1 and used.cells:
            return self.used_in(used, cells[0])
        neighbours = self.variant.board.neighbours[cells[0]]
        if not used.walls or len(cells) != 2 or cells[1] not in neighbours:
            raise KletkaError(
                Text(
                    f"{shown(place)}: name one cell, or for a vine two squares that share a wall",
                    f"{shown(place)}: назовите одну клетку или, для лианы, два квадрата с общей "
                    "стенкой",
                )
            )
        return self.used_between(used, cells[0], cells[1])

    def used_in(self, tool: Tool, cell: int) -> Self:
        """The arrangement after a tool was used in a cell; a second time takes it back."""
        owner = 0 if tool.player is None else tool.player + 1
        return self.with_piece(cell, 0 if self.owners[cell] == owner else owner)

    def used_between(self, tool: Tool, origin: int, target: int) -> Self:
        """The arrangement after a tool was used on the wall between two cells."""
        raise NotImplementedError(f"{tool.key} is not a tool of walls")

    def with_piece(self, cell: int, owner: int) -> Self:
        """The arrangement with another piece in a cell, 0 for none; games update their stocks."""
        owners = (*self.owners[:cell], owner, *self.owners[cell + 1 :])
        return replace(self, owners=owners)

    def with_turn(self, letter: str) -> Self:
        """The arrangement with another player to move, by letter; "-" when the game is over."""
        letters = {NOBODY: OVER, **{p.letter: index for index, p in enumerate(self.players)}}
        if letter not in letters:
            raise KletkaError(
                Text(
                    f"to move: {shown(letter)} is not a player; use {', '.join(letters)}",
                    f"очередь хода: {shown(letter)} никого не обозначает; "
                    f"годятся {', '.join(letters)}",
                )
            )
        return replace(self, to_move=letters[letter])

    def with_count(self, key: str, number: int) -> Self:
        """The arrangement with another value of a counter; raises KletkaError if not allowed."""
        counter = next((c for c in self.counters if c.key == key and not c.follows), None)
        if counter is None:
            keys = ", ".join(c.key for c in self.counters if not c.follows)
            raise KletkaError(
                Text(
                    f"there is no number {shown(key)} to set; there are {keys}",
                    f"числа {shown(key)} нет; есть {keys}",
                )
            )
        if not 0 <= number <= counter.most:
            raise KletkaError(
                Text(
                    f"{counter.name.en}: it must be a number from 0 to {counter.most}",
                    f"{counter.name.ru}: нужно число от 0 до {counter.most}",
                )
            )
        return replace(self, counts={**self.counts, key: number})

    # Helpers for the games.

    @property
    def turn_letter(self) -> str:
        """The letter of the player to move, as in the text of a position."""
        return write_turn(self.players, self.to_move)

    def count_of(self, player: int) -> int:
        """How many pieces of a player stand on the board."""
        return self.owners.count(player + 1)

    def written_board(self) -> str:
        """The board as in the text of a position."""
        letters = ["", *(player.letter for player in self.players)]
        return write_board(self.variant.board, [letters[owner] for owner in self.owners])

    def numbers(self, key: str) -> list[int]:
        """A counter's values for all players."""
        return [self.counts[f"{key}-{player}"] for player in range(len(self.players))]

    def plain_state(self) -> State:
        """An empty state with the player to move."""
        state = self.variant.empty_state()
        state[TO_MOVE] = self.to_move
        return state


def counts_of(key: str, numbers: Sequence[int]) -> Counts:
    """The counts of all players by their keys."""
    return {f"{key}-{player}": number for player, number in enumerate(numbers)}
