"""The kinds of options in a spec: how they are read, checked and described."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from kletka.games.boards import Board, hex_columns, hex_shape, hexagon, rectangle, shape
from kletka.language import Text

Value = int | Fraction | str
Values = Mapping[str, Value]  # the options read so far


class BadValue(Exception):
    """The text is not an allowed value of an option."""


@dataclass(frozen=True)
class Option(ABC):
    """An option of a game; `label` is its name for people. `read` raises BadValue.

    `hint` explains it to a player in a sentence. Forms hide `advanced` options at first.
    """

    name: str
    label: Text
    hint: Text | None = field(default=None, kw_only=True)
    advanced: bool = field(default=False, kw_only=True)

    @abstractmethod
    def default(self, values: Values) -> Value: ...

    @abstractmethod
    def read(self, text: str, values: Values) -> Value: ...

    @abstractmethod
    def allowed(self, values: Values) -> Text: ...

    def advice(self, values: Values) -> Text:
        """What a player reads beside the option, in a sentence."""
        return self.hint or self.allowed(values)

    def write(self, value: Value) -> str:
        return str(value)


def number(values: Values, name: str) -> int:
    """The value of an option that is a whole number."""
    value = values[name]
    assert isinstance(value, int)
    return value


@dataclass(frozen=True)
class WholeNumber(Option):
    """A whole number; its default and upper bound may depend on the options before it."""

    usual: Callable[[Values], int]
    least: int
    most: Callable[[Values], int]

    def default(self, values: Values) -> int:
        return self.usual(values)

    def read(self, text: str, values: Values) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise BadValue
        value = int(text)
        if not self.least <= value <= self.most(values):
            raise BadValue
        return value

    def allowed(self, values: Values) -> Text:
        most = self.most(values)
        return Text(
            f"a whole number from {self.least} to {most}",
            f"целое число от {self.least} до {most}",
        )

    def advice(self, values: Values) -> Text:
        most = self.most(values)
        return self.hint or Text(f"{self.least} to {most}", f"от {self.least} до {most}")


@dataclass(frozen=True)
class HalfNumber(Option):
    """A multiple of one half; its default may depend on the options before it."""

    usual: Callable[[Values], Fraction]
    least: int
    most: int

    def default(self, values: Values) -> Fraction:
        return self.usual(values)

    def read(self, text: str, values: Values) -> Fraction:
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise BadValue
        value = Fraction(text)
        if (2 * value).denominator != 1 or not self.least <= value <= self.most:
            raise BadValue
        return value

    def allowed(self, values: Values) -> Text:
        return Text(
            f"a multiple of 0.5 from {self.least} to {self.most}",
            f"число, кратное 0.5, от {self.least} до {self.most}",
        )

    def write(self, value: Value) -> str:
        return f"{float(value):g}"


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words, the first of them by default; `names` explain them to people.

    A `reading` is a choice between ways to understand a sentence of the inventor's text.
    """

    words: tuple[str, ...]
    names: tuple[Text, ...] = ()
    reading: bool = False

    @property
    def named(self) -> tuple[tuple[str, Text], ...]:
        """The words with their names; a word without a name is its own."""
        names = self.names or tuple(map(Text.plain, self.words))
        return tuple(zip(self.words, names, strict=True))

    @property
    def explained(self) -> tuple[tuple[str, Text], ...]:
        """The words with their meanings, as a list for players shows them."""
        return tuple((word, Text(*map(_meaning, name))) for word, name in self.named)

    def default(self, values: Values) -> str:
        return self.words[0]

    def read(self, text: str, values: Values) -> str:
        if text not in self.words:
            raise BadValue
        return text

    def allowed(self, values: Values) -> Text:
        return Text(" or ".join(self.words), " или ".join(self.words))


@dataclass(frozen=True)
class RectangleOption(Option):
    """A rectangle, written WxH, with both sides within bounds."""

    usual: str
    least: int
    most: int

    def default(self, values: Values) -> str:
        return self.usual

    def read(self, text: str, values: Values) -> str:
        sides = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
        if not sides or not all(self.least <= int(s) <= self.most for s in sides.groups()):
            raise BadValue
        return f"{int(sides[1])}x{int(sides[2])}"

    def allowed(self, values: Values) -> Text:
        return Text(
            f"WxH with sides from {self.least} to {self.most}, such as {self.usual}",
            f"ШxВ со сторонами от {self.least} до {self.most}, например {self.usual}",
        )


@dataclass(frozen=True)
class AnyBoardOption(RectangleOption):
    """WxH, hexN, or a shape: rows of `.` (a cell) and `#` (no cell) joined by `/`.

    A shape after `hex:` has the columns of a hexN from left to right, each from its top.
    """

    SMALLEST_HEX = 3
    LARGEST_HEX = 13

    def read(self, text: str, values: Values) -> str:
        hex_side = re.fullmatch(r"hex([0-9]{1,3})", text)
        if hex_side:
            return self._hexagon(int(hex_side[1]))
        shape = re.fullmatch(r"(hex:)?([.#]+(?:/[.#]+)*)", text)
        if not shape:
            return super().read(text, values)
        if "." not in text:
            raise BadValue
        lines = shape[2].split("/")
        return self._hex_shape(lines) if shape[1] else self._square_shape(lines)

    def _hexagon(self, side: int) -> str:
        if not self.SMALLEST_HEX <= side <= self.LARGEST_HEX:
            raise BadValue
        return f"hex{side}"

    def _hex_shape(self, columns: list[str]) -> str:
        whole = self._hexagon(len(columns[0]))
        lengths = [len(column) for column in hex_columns(len(columns[0]))]
        if [len(column) for column in columns] != lengths:
            raise BadValue
        text = "/".join(columns)
        return f"hex:{text}" if "#" in text else whole

    def _square_shape(self, rows: list[str]) -> str:
        columns = len(rows[0])
        if any(len(row) != columns for row in rows) or max(columns, len(rows)) > self.most:
            raise BadValue
        text = "/".join(rows)
        whole = "#" not in text and min(columns, len(rows)) >= self.least
        return f"{columns}x{len(rows)}" if whole else text

    def allowed(self, values: Values) -> Text:
        return Text(
            f"WxH with sides from {self.least} to {self.most}, hexN with N from "
            f"{self.SMALLEST_HEX} to {self.LARGEST_HEX}, rows of equal length of . and # joined "
            f"by /, at most {self.most} by {self.most}, or hex: and the columns of a hexN of "
            ". and # joined by /",
            f"ШxВ со сторонами от {self.least} до {self.most}, hexN с N от {self.SMALLEST_HEX} "
            f"до {self.LARGEST_HEX}, строки равной длины из . и # через /, не больше "
            f"{self.most} на {self.most}, или hex: и столбцы доски hexN из . и # через /",
        )


def _meaning(name: str) -> str:
    """The name of a choice without the word that it explains."""
    meaning = name.rpartition(": ")[2]
    return meaning[:1].upper() + meaning[1:]


def board_of(text: str) -> Board:
    """The board that the value of a board option describes."""
    if text.startswith("hex:"):
        return hex_shape(tuple(text.removeprefix("hex:").split("/")))
    if text.startswith("hex"):
        return hexagon(int(text.removeprefix("hex")))
    if "x" in text:
        columns, rows = text.split("x")
        return rectangle(int(columns), int(rows))
    return shape(tuple(text.split("/")))
