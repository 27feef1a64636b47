"""Texts for people, in English and Russian side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LANGUAGES = ("en", "ru")


class Text(NamedTuple):
    """One sentence or name in both languages; `str` gives the English one."""

    en: str
    ru: str

    def __str__(self) -> str:
        return self.en

    def say(self, language: str) -> str:
        """The text in that language, `en` or `ru`."""
        return self.ru if language == "ru" else self.en

    @classmethod
    def plain(cls, text: str) -> Text:
        """A text that is the same in both languages."""
        return cls(text, text)


def join(texts: list[Text], separator: str = "; ") -> Text:
    return Text(separator.join(t.en for t in texts), separator.join(t.ru for t in texts))


def brief(text: str, most: int = 60) -> str:
    """A text from outside as part of a sentence: shortened, and quoted if it is not printable."""
    short = text if len(text) <= most else text[: most - 3] + "..."
    return short if short.isprintable() else repr(short)


def listed(words: Sequence[str], conjunction: str) -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def plural_en(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun: 1 stone, 2 stones."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def plural_ru(number: int, one: str, few: str, many: str) -> str:
    """The Russian form that goes with a number: 1 камень, 2 камня, 5 камней."""
    if number % 10 == 1 and number % 100 != 11:
        return one
    if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return few
    return many
