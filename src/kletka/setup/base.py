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
    """Something that can be put on the board, or the eraser, whose `player` is None.

    It works in `cells`, in `walls` between two neighbouring cells (written `C3>C4`), or in both.
    """

    key: str
    player: int | None
    name: Text
    cells: bool = True
    walls: bool = False


@dataclass(frozen=True)
class Counter:
    """A number beside the board that belongs to the position.

    A `flag` is only yes or no; one that `follows` from the board is shown, but cannot be set.
    """

    key: str
    player: int | None
    name: Text
    most: int
    flag: bool = False
    follows: bool = False


@dataclass(frozen=True)
class Arrangement(ABC):
    """What lies where, who is to move, and the numbers. Nothing about it ever changes.

    Its text looks like that of a position, whose rules it need not obey.
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
        """What the fields describe, whether or not it is a position; None if they say nothing."""

    @property
    @abstractmethod
    def counters(self) -> tuple[Counter, ...]: ...

    @abstractmethod
    def fields(self) -> list[str]:
        """The fields of the text behind the spec."""

    @abstractmethod
    def state(self) -> State:
        """What the renderer needs to draw it; the kernels' own notes are left out."""

    # What it is.

    @property
    def spec(self) -> Spec:
        return self.variant.spec

    @property
    def players(self) -> tuple[Player, ...]:
        return self.variant.players

    @property
    def tools(self) -> tuple[Tool, ...]:
        pieces = (Tool(p.letter, index, self.piece) for index, p in enumerate(self.players))
        return (*pieces, self.eraser())

    @classmethod
    def eraser(cls, walls: bool = False) -> Tool:
        return Tool(ERASER, None, Text("eraser", "ластик"), walls=walls)

    def __str__(self) -> str:
        return " ".join([str(self.spec), *self.fields()])

    def drawn_position(self) -> Position:
        """For the renderer alone: looks like a position, but the rules do not hold in it."""
        return Position.of_state(self.variant, self.state())

    # What it becomes.

    def position(self) -> Position:
        """The position that has been set up; raises InvalidPosition with all that is wrong."""
        return Position.parse(str(self))

    @cached_property
    def faults(self) -> tuple[Text, ...]:
        """What keeps it from being a position."""
        try:
            self.position()
        except InvalidPosition as error:
            return error.faults
        return ()

    # Setting up.

    def put(self, tool: str, place: str) -> Self:
        """The arrangement after a tool was used in a cell, or between two (`C3>C4`).

        What is there already is taken away by its own tool. Raises KletkaError for a tool or a
        place that does not exist.
        """
        used = next((t for t in self.tools if t.key == tool), None)
        if used is None:
            keys = ", ".join(t.key for t in self.tools)
            raise KletkaError(
                Text(
                    f"there is nothing called {shown(tool)} to put; there are {keys}",
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
        owner = 0 if tool.player is None else tool.player + 1
        return self.with_piece(cell, 0 if self.owners[cell] == owner else owner)

    def used_between(self, tool: Tool, origin: int, target: int) -> Self:
        raise NotImplementedError(f"{tool.key} is not a tool of walls")

    def with_piece(self, cell: int, owner: int) -> Self:
        """Another piece in a cell, 0 for none; a game with stocks keeps them in step."""
        owners = (*self.owners[:cell], owner, *self.owners[cell + 1 :])
        return replace(self, owners=owners)

    def with_turn(self, letter: str) -> Self:
        """Another player to move, by the letter; "-" when the game is over."""
        letters = {NOBODY: OVER, **{p.letter: index for index, p in enumerate(self.players)}}
        if letter not in letters:
            raise KletkaError(
                Text(
                    f"to move: {shown(letter)} is nobody; use {', '.join(letters)}",
                    f"очередь хода: {shown(letter)} никого не обозначает; "
                    f"годятся {', '.join(letters)}",
                )
            )
        return replace(self, to_move=letters[letter])

    def with_count(self, key: str, number: int) -> Self:
        """Another number beside the board; raises KletkaError if it cannot be that."""
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

    # Help for the games.

    @property
    def turn_letter(self) -> str:
        return write_turn(self.players, self.to_move)

    def count_of(self, player: int) -> int:
        """How many pieces of a player stand on the board."""
        return self.owners.count(player + 1)

    def written_board(self) -> str:
        letters = ["", *(player.letter for player in self.players)]
        return write_board(self.variant.board, [letters[owner] for owner in self.owners])

    def numbers(self, key: str) -> list[int]:
        """A count of every player."""
        return [self.counts[f"{key}-{player}"] for player in range(len(self.players))]

    def plain_state(self) -> State:
        """A state in which nothing is but who moves."""
        state = self.variant.empty_state()
        state[TO_MOVE] = self.to_move
        return state


def counts_of(key: str, numbers: Sequence[int]) -> Counts:
    """The counts of all players under their keys."""
    return {f"{key}-{player}": number for player, number in enumerate(numbers)}
