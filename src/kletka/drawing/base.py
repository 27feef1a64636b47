"""What the drawing of a game must provide: each adds its own layers to the sheet.

A game needs one module here, named as the game is, with a class `Picture`. For a game of pieces
on cells that is all of it:

    from kletka.drawing.base import BasePicture

    class Picture(BasePicture):
        pass

The default draws the pieces that `Position.pieces` says: stones for White and Black, shapes in
colours for other players. Other games draw more by overriding the layers below.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from kletka.drawing.lattice import Lattice, lattice_of
from kletka.drawing.motion import Beat, Beside, appear, vanish
from kletka.drawing.shapes import (
    HANDS,
    SHAPES,
    Shape,
    brackets,
    crossing_out,
    hand_of,
    ring,
    scribble,
)
from kletka.drawing.sheet import UNIT, Point, Sheet
from kletka.drawing.story import PlayedTurn
from kletka.faces.base import Face, Removed, Territory
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.position import Position

PIECE_RADIUS = 0.34 * UNIT  # the radius of a piece
SHAPE_SIZE = 0.84 * PIECE_RADIUS
_LARGE = 12  # columns or rows from which on a board is shown smaller
_BESIDE = Beside(-0.4 * UNIT, 0.55)  # a removed piece, if another stands in its place


@dataclass(frozen=True)
class Belongings:
    """One kind of thing that players have on the board, with the places of each player."""

    name: Text  # such as "stones"
    none: Text  # such as "no stones"
    places: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Piece:
    """A piece to be drawn; `place` is the name of its cell, unless it is a sample."""

    centre: Point
    hand: int
    place: str = ""


class BasePicture:
    """One position of one game, ready to be drawn."""

    crossings: ClassVar[bool] = False  # pieces stand on crossings of lines, not in cells
    foot_height: ClassVar[float] = 0  # the height needed below the board
    least_width: ClassVar[float] = 0  # the width needed below a narrow board
    # What to do with a cell on which one can play, and from which one can move: two short commands.
    placing: ClassVar[Text | None] = None
    moving: ClassVar[Text | None] = None

    def __init__(self, position: Position, turned: int = 0) -> None:
        self.position = position
        self.variant, self.state = position.variant, position.state
        self.face = position.variant.face
        self.colours = not self.face.plays_with_stones  # players have colours and shapes
        self.board = position.board
        self.lattice: Lattice = lattice_of(position.board, self.crossings, turned)

    @cached_property
    def territory(self) -> Territory:
        return self.position.territory

    @cached_property
    def owners(self) -> list[int]:
        """Whose piece stands in each cell: player + 1, or 0."""
        return self.face.owners(self.variant, self.state)

    @property
    def type_size(self) -> float:
        """The font size of coordinates and notes: about the same share of every board."""
        longest = max(self.board.columns, self.board.rows)
        return 17 if longest >= _LARGE else 13 * self.lattice.smallness

    @property
    def tap_size(self) -> int:
        """The size in CSS pixels that a cell needs for a finger; pages enlarge smaller ones.

        0 for boards that are never enlarged.
        """
        return 24 if max(self.board.columns, self.board.rows) >= _LARGE else 0

    # Layers, from the bottom up.

    def draw_territory(self, sheet: Sheet) -> None:
        """Draw what players hold; by default a small sign on each cell."""
        for player in range(len(self.position.players)):
            held = {self.board.cell_named.get(h.place) for h in self.territory.of(player)}
            cells = sorted(cell for cell in held if cell is not None)
            shape, kind = self.shape(player), self.seat(player)
            sheet.paths(
                f"seed {kind}" if self.colours else kind,
                (shape(self.lattice.centre(cell), 0.09 * UNIT, cell) for cell in cells),
            )

    def draw_trail(self, sheet: Sheet, steps: list[str]) -> None:
        """Draw the part of the last turn that lies under the pieces."""

    def draw_pieces(self, sheet: Sheet) -> None:
        """Draw the pieces; White's stones are open circles, all others are filled in pencil."""
        for player in range(len(self.position.players)):
            self.draw_alike(sheet, player, self.pieces_of(player))

    def draw_alike(self, sheet: Sheet, player: int, pieces: list[Piece]) -> None:
        """Draw pieces of one player."""
        places = [piece.place for piece in pieces if piece.place]
        shape, size, filling = self.shape(player), PIECE_RADIUS, PIECE_RADIUS * 0.8
        kind = self.seat(player)
        if self.colours:
            kind, size, filling = f"piece {kind}", SHAPE_SIZE, SHAPE_SIZE * 0.62
        sheet.paths(kind, (shape(p.centre, size, p.hand) for p in pieces), places)
        if shape is not ring if self.colours else player == 1:
            strokes = (scribble(p.centre, filling, p.hand) for p in pieces)
            sheet.paths("pencil", strokes, places)

    def draw_sample(self, sheet: Sheet, player: int) -> None:
        """Draw the piece that a player's move puts on a cell: around 0, 0, once in each way."""
        self.draw_alike(sheet, player, [Piece((0, 0), hand) for hand in range(HANDS)])

    def growth_kinds(self, player: int) -> tuple[str, str]:
        """The kinds of lines and of their tips that a player's moves can grow, if there are any.

        The targets of such moves have them in `data-grows` and `data-tips`, and what they replace
        in `data-hides`: paths, separated by bars.
        """
        return "", ""

    def draw_last(self, sheet: Sheet, steps: list[str]) -> None:
        """Draw the last turn over the pieces; by default brackets around the cell."""
        cell = self.board.cell_named.get(steps[-1])
        if cell is not None:
            sheet.path("last", brackets(self.lattice.centre(cell), 0.44 * UNIT, cell))

    def draw_removed(self, sheet: Sheet, removed: list[Removed]) -> None:
        """Draw the pieces that the last turns removed, faint and crossed out."""
        strokes = ""
        for cell, player in removed:
            (x, y), size = self.lattice.centre(cell), SHAPE_SIZE if self.colours else PIECE_RADIUS
            if self.owners[cell]:  # another piece stands there now: a small one beside it
                x, y, size = x + _BESIDE.shift, y + _BESIDE.shift, _BESIDE.size * size
            kind = f"piece {self.seat(player)}" if self.colours else self.seat(player)
            outline = self.shape(player)((x, y), size, hand_of(cell))
            sheet.paths(f"faint {kind}", [outline], [gone(self.board.names[cell])])
            strokes += crossing_out((x, y), 1.05 * size, cell)
        sheet.path("struck", strokes)

    def draw_changes(self, sheet: Sheet, before: Position) -> None:
        """Draw what else the last turns changed, such as territory won and lost."""

    def draw_targets(self, sheet: Sheet) -> None:
        """Draw elements to click for the legal moves that are more than a cell."""

    def draw_walls(self, sheet: Sheet) -> None:
        """Draw elements to click where something can be set up between two cells."""

    def draw_foot(self, sheet: Sheet, language: str) -> None:
        """Draw what stands below the board."""

    def motion(self, turn: PlayedTurn, before: Position) -> list[Beat]:
        """What happens in the last turn, beat by beat; `before` is the position before it.

        By default a piece appears, and then others vanish.
        """
        beats: list[Beat] = []
        for step, removed in zip(turn.steps, turn.removed_by_step, strict=True):
            placed = [appear(step)] if step in self.board.cell_named else []
            beats += [placed, self.vanishing(removed)]
        return [beat for beat in beats if beat]

    def mark_point(self, place: str) -> Point | None:
        """The point of a mark on a place, or None if there is no such place."""
        cell = self.board.cell_named.get(place)
        return None if cell is None else self.lattice.centre(cell)

    # Words and letters.

    def belongings(self) -> list[Belongings]:
        """What the description of the picture lists for each player."""
        name, none = Text("pieces", "фигуры"), Text("no pieces", "фигур нет")
        if self.face.plays_with_stones:
            name, none = Text("stones", "камни"), Text("no stones", "камней нет")
        return [Belongings(name, none, self.names_by_player(self.owners))]

    def touched(self, steps: list[str]) -> set[int]:
        """The cells of the last turn that are marked on a terminal."""
        cell = self.board.cell_named.get(steps[-1])
        return set() if cell is None else {cell}

    def terminal_lines(self, terminal: Terminal) -> list[str]:
        """The lines of the board on a terminal."""
        from kletka.drawing.terminal import board_lines

        return board_lines(self, terminal)

    # Help for the games.

    def shape(self, player: int) -> Shape:
        return SHAPES[player] if self.colours else SHAPES[0]

    def seat(self, player: int) -> str:
        """The CSS class of a player's colour, without its prefix."""
        return player_class(self.face, player)

    def vanishing(self, removed: Iterable[Removed]) -> Beat:
        names, owners = self.board.names, self.owners
        return [vanish(names[cell], _BESIDE if owners[cell] else None) for cell, _ in removed]

    def pieces_of(self, player: int) -> list[Piece]:
        centre, names = self.lattice.centre, self.board.names
        return [Piece(centre(c), hand_of(c), names[c]) for c in self.cells_of(player)]

    def cells_of(self, player: int) -> list[int]:
        return [cell for cell, owner in enumerate(self.owners) if owner == player + 1]

    def names_by_player(self, owners: Iterable[int]) -> tuple[tuple[str, ...], ...]:
        """The names of each player's cells."""
        listed = list(owners)
        return tuple(
            tuple(self.board.names[c] for c, o in enumerate(listed) if o == player + 1)
            for player in range(len(self.position.players))
        )


@dataclass(frozen=True)
class Terminal:
    """How to write on a terminal, and the steps of the turn to mark."""

    colour: bool
    ascii: bool
    language: str
    last: list[str]


def gone(place: str) -> str:
    """The name of a piece that has been removed from a place."""
    return f"{place} gone"


def player_class(face: Face, player: int) -> str:
    """The CSS class of a player's colour, without its prefix."""
    return ("white", "black")[player] if face.plays_with_stones else f"p{player + 1}"


def picture_of(position: Position, turned: int = 0) -> BasePicture:
    """The picture of a position, by the drawing module of its game."""
    module = import_module(f"kletka.drawing.{position.spec.game}")
    picture: BasePicture = module.Picture(position, turned)
    return picture
