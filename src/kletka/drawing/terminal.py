"""Positions as text, for terminals."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from kletka.drawing.base import BasePicture, Terminal, picture_of
from kletka.drawing.lattice import hex_ends
from kletka.drawing.story import story_of
from kletka.drawing.words import number, status, stock_words

if TYPE_CHECKING:
    from kletka.move import Move
    from kletka.position import Position

# Close to the colours of the pictures; white and black stones differ without colours.
_COLOURS = tuple(f"38;5;{code}" for code in (160, 33, 36, 214, 141, 226, 117, 245))
_STONES = ("1", "38;5;67")
_REVERSE = "7"


def text(
    position: Position,
    *,
    last: Move | str | None = None,
    colour: bool = False,
    ascii: bool = False,
    language: str = "en",
) -> str:
    """The position as lines of text; the last move stands in brackets.

    `colour` adds ANSI codes for the players' colours, `ascii` avoids ○, ● and drawn lines.

    Raises InvalidMove for a `last` that is not a move.
    """
    picture = picture_of(position)
    terminal = Terminal(colour, ascii, language, story_of(position, last).last)
    lines = picture.terminal_lines(terminal)
    lines += ["", *_player_lines(picture, terminal, language)]
    said = status(position).say(language)
    lines.append(said[:1].upper() + said[1:])
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _player_lines(picture: BasePicture, terminal: Terminal, language: str) -> list[str]:
    position = picture.position
    names = [player.name.say(language) for player in position.players]
    wide = max(map(len, names))
    points = [number(value, language) for value in position.points]
    lines = []
    for player, name in enumerate(names):
        turn = (">" if terminal.ascii else "▸") if player == position.to_move else " "
        said = [
            f"{picture.face.points_word.say(language)} {points[player]:>{max(map(len, points))}}"
        ]
        said += stock_words(picture, player, language)
        sign = painted(glyph(picture, player, terminal), picture, player, terminal)
        lines.append(f"{turn} {sign} {name:<{wide}}  {', '.join(said)}")
    return lines


def glyph(picture: BasePicture, player: int, terminal: Terminal) -> str:
    """The sign of a player's pieces."""
    letter = picture.position.players[player].letter
    if picture.colours:
        return letter.upper()
    return letter if terminal.ascii else "○●"[player]


def painted(
    sign: str, picture: BasePicture, player: int, terminal: Terminal, reverse: bool = False
) -> str:
    """The sign in the player's colour, if the terminal has colours."""
    if not terminal.colour:
        return sign
    code = (_COLOURS if picture.colours else _STONES)[player]
    return f"\x1b[{code}{';' + _REVERSE if reverse else ''}m{sign}\x1b[0m"


def board_lines(picture: BasePicture, terminal: Terminal) -> list[str]:
    return (_hexagon if picture.board.hexagonal else _rectangle)(picture, terminal)


def _signs(picture: BasePicture, terminal: Terminal) -> list[str]:
    """One sign for each cell."""
    touched = picture.touched(terminal.last) if terminal.last else set()
    empty = "." if terminal.ascii else "·"
    return [
        painted(glyph(picture, o - 1, terminal), picture, o - 1, terminal, c in touched)
        if o
        else empty
        for c, o in enumerate(picture.owners)
    ]


def _rectangle(picture: BasePicture, terminal: Terminal) -> list[str]:
    """Rows of signs, with spaces or brackets between them."""
    board = picture.board
    touched = picture.touched(terminal.last) if terminal.last else set()
    signs = _signs(picture, terminal)
    lines = ["    " + " ".join(ascii_uppercase[: board.columns])]
    for y in range(board.rows):
        cells = [board.index.get((x, y)) for x in range(board.columns)]
        line = ""
        for before, cell in zip([None, *cells], [*cells, None], strict=True):
            line += _between(before in touched, cell in touched)
            line += " " if cell is None else signs[cell]
        lines.append(f"{y + 1:>2} {line}")
    return lines


def _between(closes: bool, opens: bool) -> str:
    """The character between two cells, either of which may be in brackets."""
    return "|" if closes and opens else "]" if closes else "[" if opens else " "


def _hexagon(picture: BasePicture, terminal: Terminal) -> list[str]:
    """Columns three characters apart, each half a cell higher or lower than the next."""
    board = picture.board
    reach = board.columns // 2
    touched = picture.touched(terminal.last) if terminal.last else set()
    signs = _signs(picture, terminal)
    lines: list[dict[int, str]] = [{} for _ in range(2 * board.columns + 3)]
    for cell, (q, r) in enumerate(board.places):
        line, column = 2 * (r + reach) + q + 2, 3 * (q + reach) + 4
        lines[line][column] = signs[cell]
        if cell in touched:
            lines[line][column - 1], lines[line][column + 1] = "[", "]"
    tops, lefts = hex_ends(board)
    for letter, (q, r) in zip(ascii_uppercase, tops, strict=False):
        lines[2 * (r + reach) + q][3 * (q + reach) + 4] = letter
    for row, (q, r) in enumerate(lefts, 1):
        for i, digit in enumerate(f"{row:>2}"):
            lines[2 * (r + reach) + q + 3].setdefault(3 * (q + reach) + i, digit)
    written = ["".join(line.get(i, " ") for i in range(3 * board.columns + 6)) for line in lines]
    return [line for line in written if line.strip()]
