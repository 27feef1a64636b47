"""What the drawing of a game must provide: each adds its own layers to the sheet.

A fifth game needs one more module here, named as the game is, with a class `Picture`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import ClassVar

from kletka.drawing.lattice import Lattice, lattice_of
from kletka.drawing.paper import UNIT, Point, Sheet
from kletka.drawing.shapes import SHAPES, Shape, brackets
from kletka.faces.base import Territory
from kletka.language import Text
from kletka.position import Position

ROOM = 0.34 * UNIT  # the radius of a piece


@dataclass(frozen=True)
class Belongings:
    """What players have on the board: for each player the places, as words for the reader."""

    name: Text  # such as "stones"
    none: Text  # such as "no stones"
    places: tuple[tuple[str, ...], ...]


class BasePicture(ABC):
    """One position of one game, ready to be drawn."""

    crossings: ClassVar[bool] = False  # pieces stand on crossings of lines, not in cells
    colours: ClassVar[bool] = True  # players are told by colours and shapes, not as stones
    points_word: ClassVar[Text] = Text("points", "очки")
    stocks: ClassVar[tuple[tuple[str, Text], ...]] = ()  # those to tell of, and their names
    off_board: ClassVar[frozenset[str]] = frozenset()  # those of them that cannot be seen there
    footing: ClassVar[float] = 0  # the height needed below the board
    least_width: ClassVar[float] = 0  # the width needed below a narrow board

    def __init__(self, position: Position, turned: int = 0) -> None:
        self.position = position
        self.variant, self.state = position._variant, position._state
        self.board = position.board
        self.lattice: Lattice = lattice_of(position.board, self.crossings, turned)

    @cached_property
    def territory(self) -> Territory:
        return self.position.territory

    @cached_property
    def owners(self) -> list[int]:
        return self.read_owners()

    @property
    def type_size(self) -> int:
        """The size of coordinates and notes: larger boards are seen from farther away."""
        return 13 if max(self.board.columns, self.board.rows) < 12 else 17

    # Layers, from the bottom up.

    @abstractmethod
    def draw_territory(self, sheet: Sheet) -> None: ...

    def draw_trail(self, sheet: Sheet, steps: list[str]) -> None:  # noqa: B027  # most games have none
        """What of the last move lies under the pieces."""

    @abstractmethod
    def draw_pieces(self, sheet: Sheet) -> None: ...

    def draw_last(self, sheet: Sheet, steps: list[str]) -> None:
        """The last turn, over the pieces; brackets round the cell unless a game has more."""
        cell = self.board.cell_named.get(steps[-1])
        if cell is not None:
            sheet.path("last", brackets(self.lattice.centre(cell), 0.44 * UNIT, cell))

    def draw_targets(self, sheet: Sheet) -> None:  # noqa: B027  # most games have none
        """The legal moves that are more than naming a cell."""

    def draw_walls(self, sheet: Sheet) -> None:  # noqa: B027  # most games have none
        """Where something can be put between two cells by hand."""

    def draw_foot(self, sheet: Sheet, language: str) -> None:  # noqa: B027  # most games have none
        """What is drawn below the board."""

    def mark_point(self, place: str) -> Point | None:
        """Where a mark on a place goes, or None if there is no such place."""
        cell = self.board.cell_named.get(place)
        return None if cell is None else self.lattice.centre(cell)

    # Words and letters.

    @abstractmethod
    def read_owners(self) -> list[int]:
        """Whose piece stands in each cell: player + 1, or 0."""

    @abstractmethod
    def belongings(self) -> list[Belongings]: ...

    def touched(self, steps: list[str]) -> set[int]:
        """The cells that the last turn is about, for the drawing on terminals."""
        cell = self.board.cell_named.get(steps[-1])
        return set() if cell is None else {cell}

    def in_terminal(self, terminal: Terminal) -> list[str]:
        """The lines of the board on a terminal."""
        from kletka.drawing.terminal import board_lines

        return board_lines(self, terminal)

    # Help for the games.

    def shape(self, player: int) -> Shape:
        return SHAPES[player] if self.colours else SHAPES[0]

    def seat(self, player: int) -> str:
        """The class that gives a player's colour."""
        if self.colours:
            return f"p{player + 1}"
        return ("white", "black")[player]

    def cells_of(self, player: int) -> list[int]:
        return [cell for cell, owner in enumerate(self.owners) if owner == player + 1]

    def names_by_player(self, owners: Iterable[int]) -> tuple[tuple[str, ...], ...]:
        """For each player the names of the cells that are theirs."""
        listed = list(owners)
        return tuple(
            tuple(self.board.names[c] for c, o in enumerate(listed) if o == player + 1)
            for player in range(len(self.position.players))
        )


@dataclass(frozen=True)
class Terminal:
    """How to write on a terminal, and which turn to mark."""

    colour: bool
    ascii: bool
    language: str
    last: list[str]


def picture_of(position: Position, turned: int = 0) -> BasePicture:
    """The drawing of a position's game."""
    module = import_module(f"kletka.drawing.{position.spec.game}")
    picture: BasePicture = module.Picture(position, turned)
    return picture
