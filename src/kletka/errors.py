"""What can be wrong with what a person gives us.

KletkaError (a ValueError)
 ├─ InvalidSpec       no such game, or options that it cannot have
 ├─ InvalidMove       text that is no move of this game on this board
 ├─ IllegalMove       a move that the rules forbid now; it knows the rule's number
 ├─ InvalidPosition   text that describes no possible position; it knows all that is wrong
 └─ InvalidRecord     a game record that cannot be read; it knows the line and the move

Every error says what is wrong in one sentence, in English as a string and in either language
through `say`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kletka.language import Text, join


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
    """`rule` is the number of the rule in the game's own rules."""

    def __init__(self, game: Text, rule: int, why: Text) -> None:
        super().__init__(Text(f"{game.en} {rule}: {why.en}", f"{game.ru} {rule}: {why.ru}"))
        self.rule = rule
        self.why = why


class InvalidPosition(KletkaError):
    """`faults` holds all that is wrong, each as a text of its own."""

    def __init__(self, faults: Sequence[Text]) -> None:
        super().__init__(join(list(faults)))
        self.faults = tuple(faults)


class InvalidRecord(KletkaError):
    """`line` counts from 1; `move` is the text of the move at fault, or None."""

    def __init__(self, line: int, what: Text, move: str | None = None) -> None:
        where = Text(f"line {line}", f"строка {line}")
        if move is not None:
            where = Text(f"{where.en}, move {move}", f"{where.ru}, ход {move}")
        super().__init__(Text(f"{where.en}: {what.en}", f"{where.ru}: {what.ru}"))
        self.line = line
        self.move = move
