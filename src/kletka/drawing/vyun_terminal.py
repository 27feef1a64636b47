"""Vyun on a terminal: squares with walls, and the vines as letters in the walls.

A square holds its sprout as a capital letter, then the growth points in it: `r` is one of Red's,
`r2` two, `rb` one or more of each of two players. Growth points that do not fit, or are hidden by
the mark of the last planting, `[R]`, are listed below the board. The last growth is a capital
letter in its wall.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from kletka.drawing.base import Terminal
from kletka.drawing.terminal import glyph, painted
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.drawing.vyun import Picture

_LEGEND = Text(
    "capital: sprout; small: growth point, in a wall: vine",
    "заглавная: росток; строчная: точка роста, в стенке: лиана",
)


def board_lines(picture: Picture, terminal: Terminal) -> list[str]:
    columns, rows = picture.board.columns, picture.board.rows
    corner = "+" if terminal.ascii else "·"
    flat = "-" if terminal.ascii else "─"
    rim = "   " + corner + corner.join([flat * 3] * columns) + corner
    lines = ["   " + "".join(f"  {letter} " for letter in ascii_uppercase[:columns]), rim]
    for y in range(rows):
        lines.append(_row_of_squares(picture, terminal, y))
        if y < rows - 1:
            lines.append(_row_of_walls(picture, terminal, y, corner, flat))
    return [*lines, rim, *_crowded(picture, terminal), f"   {_LEGEND.say(terminal.language)}"]


def _row_of_squares(picture: Picture, terminal: Terminal, y: int) -> str:
    board = picture.board
    touched = picture.touched(terminal.last) if terminal.last else set()
    upright = "|" if terminal.ascii else "│"
    line = f"{y + 1:>2} {upright}"
    for x in range(board.columns):
        square = board.index[x, y]
        line += _square(picture, terminal, square, square in touched)
        line += _vine(picture, terminal, square, 1) or upright
    return line


def _square(picture: Picture, terminal: Terminal, square: int, touched: bool) -> str:
    owner = picture.owners[square]
    sprout = " "
    if touched and _planted(terminal):
        sign = glyph(picture, owner - 1, terminal) if owner else " "
        return f"[{painted(sign, picture, owner - 1, terminal)}]"
    if owner:
        sprout = painted(glyph(picture, owner - 1, terminal), picture, owner - 1, terminal, touched)
    growing = _growing(picture, square)
    signs = [painted(_letter(picture, p), picture, p, terminal, touched) for p, _ in growing]
    if len(growing) == 1:
        count = growing[0][1]
        return sprout + signs[0] + (" " if count == 1 else str(count) if count < 10 else "+")
    if len(growing) > 2:
        return sprout + signs[0] + "+"
    return sprout + ("".join(signs) or "  ")


def _row_of_walls(picture: Picture, terminal: Terminal, y: int, corner: str, flat: str) -> str:
    line = "   " + corner
    for x in range(picture.board.columns):
        vine = _vine(picture, terminal, picture.board.index[x, y], 2)
        line += (f" {vine} " if vine else flat * 3) + corner
    return line


def _vine(picture: Picture, terminal: Terminal, square: int, direction: int) -> str:
    """The letter of the vine across a wall, or ""."""
    wall = int(picture.variant.tables.wall_of[square, direction])
    owner = picture.vines[wall] if wall >= 0 else 0
    if not owner:
        return ""
    ends = {square, picture.board.neighbours[square][direction]}
    last = bool(terminal.last) and picture.touched(terminal.last) == ends
    letter = _letter(picture, owner - 1)
    return painted(letter.upper() if last else letter, picture, owner - 1, terminal, last)


def _planted(terminal: Terminal) -> bool:
    """Whether the last move was to plant."""
    return bool(terminal.last) and ">" not in terminal.last[-1]


def _growing(picture: Picture, square: int) -> list[tuple[int, int]]:
    """The players with growth points in a square, and how many."""
    players = range(len(picture.position.players))
    counts = [(player, picture.growth[player][square]) for player in players]
    return [(player, count) for player, count in counts if count]


def _crowded(picture: Picture, terminal: Terminal) -> list[str]:
    """The growth points in squares where they do not fit."""
    planted = picture.touched(terminal.last) if _planted(terminal) else set()
    listed = []
    for square, name in enumerate(picture.board.names):
        growing = _growing(picture, square)
        fits = len(growing) < 2 or (len(growing) == 2 and all(c == 1 for _, c in growing))
        if not fits or (square in planted and len(growing) > 1):
            points = " ".join(f"{_letter(picture, p)}{c}" for p, c in growing)
            listed.append(f"   {name}: {points}")
    return listed


def _letter(picture: Picture, player: int) -> str:
    return picture.position.players[player].letter
