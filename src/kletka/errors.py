"""The errors for wrong input.

KletkaError (a ValueError)
 ├─ InvalidSpec       an unknown game, or options that it does not allow
 ├─ InvalidMove       text that is not a move of the game on this board
 ├─ IllegalMove       a move that the rules forbid now, with the number of the rule
 ├─ InvalidPosition   text that does not describe a possible position, with all its faults
 └─ InvalidRecord     a game record that cannot be read, with the line and the move

Every error is one sentence that says what is wrong: `str(error)` in English, `error.say(language)`
in English or Russian.
"""

from __future__ import annotations

from collections.abc import Sequence

from kletka.language import Text, brief, join


class KletkaError(ValueError):
    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    def say(self, language: str) -> str:
        """The sentence in that language, `en` or `ru`."""
        return self.text.say(language)


class InvalidSpec(KletkaError):
    pass


class InvalidMove(KletkaError):
    pass


class IllegalMove(KletkaError):
    """A move that the rules forbid; `rule` is its number in the rules of the game."""

    def __init__(self, game: Text, rule: int, why: Text) -> None:
        super().__init__(Text(f"{game.en} {rule}: {why.en}", f"{game.ru} {rule}: {why.ru}"))
        self.rule = rule
        self.why = why


class InvalidPosition(KletkaError):
    """A text that does not describe a possible position; `faults` lists what is wrong with it."""

    def __init__(self, faults: Sequence[Text]) -> None:
        super().__init__(join(list(faults)))
        self.faults = tuple(faults)


class InvalidRecord(KletkaError):
    """A record that cannot be read; `line` counts from 1, `move` is the wrong move or None."""

    def __init__(self, line: int, what: Text, move: str | None = None) -> None:
        where = Text(f"line {line}", f"строка {line}")
        if move is not None:
            shown = brief(move)
            where = Text(f"{where.en}, move {shown}", f"{where.ru}, ход {shown}")
        super().__init__(Text(f"{where.en}: {what.en}", f"{where.ru}: {what.ru}"))
        self.line = line
        self.move = move
