"""The fields of a position's text: rows of the board, whose turn it is, numbers for players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kletka.faces.base import OVER, shown
from kletka.faces.players import Player
from kletka.games.boards import Board, hex_columns
from kletka.language import Text, plural_ru

NOBODY = "-"


def lines_of(board: Board) -> list[list[int | None]]:
    """The cells line by line as texts list them: rows of squares, columns of a hexagon."""
    if board.hexagonal:
        columns = hex_columns(board.columns // 2 + 1)
        return [[board.index.get(place) for place in column] for column in columns]
    return [[board.index.get((x, y)) for x in range(board.columns)] for y in range(board.rows)]


def write_rows(lines: Sequence[Sequence[str | None]]) -> str:
    """Letters for pieces, numbers for runs of empty places (""), # for places without a cell."""
    rows = []
    for line in lines:
        row, empty = "", 0
        for mark in [*line, None]:
            if mark == "":
                empty += 1
                continue
            row += (str(empty) if empty else "") + (mark or "#")
            empty = 0
        rows.append(row[:-1])
    return "/".join(rows)


def write_board(board: Board, letters: Sequence[str]) -> str:
    """The board with a letter, or "", for each cell."""
    return write_rows(
        [[None if cell is None else letters[cell] for cell in line] for line in lines_of(board)]
    )


def read_rows(
    text: str, lengths: Sequence[int], marks: str, what: Text, faults: list[Text]
) -> list[list[str]] | None:
    """The lines of a text by `write_rows`, "" for empty places; None if it cannot be read.

    `marks` are the allowed letters, with # if the board may have holes.
    """
    rows = text.split("/")
    if len(rows) != len(lengths):
        faults.append(
            Text(
                f"{what.en}: {len(rows)} rows instead of {len(lengths)}",
                f"{what.ru}: строк {len(rows)}, а нужно {len(lengths)}",
            )
        )
        return None
    lines: list[list[str]] = []
    before = len(faults)
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        line: list[str] = []
        strange = re.sub(rf"(?<![0-9])[1-9][0-9]?(?![0-9])|[{marks}]", "", row, flags=re.ASCII)
        if strange:
            faults.append(
                Text(
                    f"{what.en}, row {number}: {shown(strange)} means nothing here; "
                    f"use {', '.join(marks)} and numbers",
                    f"{what.ru}, строка {number}: {shown(strange)} ничего не значит; "
                    f"годятся {', '.join(marks)} и числа",
                )
            )
            continue
        for token in re.findall(r"[0-9]+|[^0-9]", row):
            line += [""] * int(token) if token[0].isdigit() else [token]
        if len(line) != length:
            faults.append(
                Text(
                    f"{what.en}, row {number}: {len(line)} places instead of {length}",
                    f"{what.ru}, строка {number}: мест {len(line)}, а нужно {length}",
                )
            )
        lines.append(line)
    return lines if len(faults) == before else None


def read_board(
    board: Board, text: str, players: Sequence[Player], faults: list[Text]
) -> list[int] | None:
    """Whose piece stands on each cell, player + 1 or 0; None if the text cannot be read."""
    lines = lines_of(board)
    letters = "".join(player.letter for player in players)
    marks = letters + "#" if any(None in line for line in lines) else letters
    read = read_rows(text, [len(line) for line in lines], marks, Text("board", "доска"), faults)
    if read is None:
        return None
    owners = [0] * len(board.places)
    for cells, row in zip(lines, read, strict=True):
        for cell, mark in zip(cells, row, strict=True):
            if (cell is None) != (mark == "#"):
                faults.append(
                    Text(
                        "board: the holes (#) are not where the board has them",
                        "доска: дыры (#) не там, где они у этой доски",
                    )
                )
                return None
            if cell is not None and mark:
                owners[cell] = letters.index(mark) + 1
    return owners


def write_turn(players: Sequence[Player], to_move: int) -> str:
    return NOBODY if to_move == OVER else players[to_move].letter


def read_turn(text: str, players: Sequence[Player], faults: list[Text]) -> int | None:
    """The player to move, or OVER for "-"; None if the text cannot be read."""
    if text == NOBODY:
        return OVER
    for index, player in enumerate(players):
        if text == player.letter:
            return index
    letters = ", ".join(player.letter for player in players)
    faults.append(
        Text(
            f"to move: {shown(text)} is not a player; use {letters}, or - when the game is over",
            f"очередь хода: {shown(text)} никого не обозначает; годятся {letters} "
            "или -, когда партия окончена",
        )
    )
    return None


def read_numbers(
    text: str, count: int, least: int, most: int, what: Text, faults: list[Text]
) -> list[int] | None:
    """A given count of numbers separated by commas; None if they cannot be read."""
    parts = text.split(",")
    if all(re.fullmatch(r"[0-9]{1,4}", part, re.ASCII) for part in parts) and len(parts) == count:
        numbers = [int(part) for part in parts]
        if all(least <= number <= most for number in numbers):
            return numbers
    wanted = Text("a number", "число")
    if count > 1:
        forms = plural_ru(count, "число", "числа", "чисел")
        wanted = Text(f"{count} numbers separated by commas,", f"{count} {forms} через запятую")
    faults.append(
        Text(
            f"{what.en}: {shown(text)} is not {wanted.en} from {least} to {most}",
            f"{what.ru}: {shown(text)}, а нужно {wanted.ru} от {least} до {most}",
        )
    )
    return None


def wrong_turn(players: Sequence[Player], said: int, right: int) -> Text:
    """The fault of a text that says the wrong player is to move; both may be OVER."""
    if right == OVER:
        return Text(
            "to move: the game is over here, so it must be -",
            "очередь хода: партия здесь окончена, должно быть -",
        )
    if said == OVER:
        return Text(
            f"to move: the game is not over, it is {players[right].of.en} turn",
            f"очередь хода: партия не окончена, ход {players[right].of.ru}",
        )
    return Text(
        f"to move: it must be {players[right].of.en} turn, not {players[said].of.en}",
        f"очередь хода: должен быть ход {players[right].of.ru}, а не {players[said].of.ru}",
    )
