"""Reading the text of game records: tags, turn numbers, turns, comments, result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kletka.errors import InvalidRecord
from kletka.language import Text

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAG = re.compile(rf'\[({TAG_NAME.pattern}) "((?:[^"\\]|\\["\\])*)"\]\s*')
_NUMBER = re.compile(r"([0-9]{1,6})\.(?:\s+|$)")
_WORD = re.compile(r"[^\s{}]+")
RESULT = re.compile(r"\*|(?:[01]|1/[2-8])(?:-(?:[01]|1/[2-8]))+")


@dataclass
class Token:
    line: int
    text: str


@dataclass
class RawGame:
    """A game as it is written; only its form has been checked."""

    line: int
    tags: dict[str, Token] = field(default_factory=dict)
    turns: list[Token] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)  # by the number of turns before
    result: Token | None = None


def read_games(lines: Iterable[str]) -> Iterator[RawGame]:
    """The games of a text one by one; raises InvalidRecord with the line."""
    game: RawGame | None = None
    comment: list[str] | None = None  # the words of a comment that is still open
    opened = number = 0
    for number, raw in enumerate(lines, 1):
        rest = raw.lstrip("\ufeff") if number == 1 else raw
        if comment is None and rest.lstrip().startswith("["):
            if game is None or game.turns or game.comments or game.result:
                if game is not None:
                    yield game
                game = RawGame(number)
            _read_tags(game, number, rest.strip())
            continue
        while rest := rest.lstrip() if comment is None else rest:
            if comment is not None:
                inside, end, rest = _until_brace(rest)
                comment.append(inside)
                if end:
                    _add_comment(game, comment)
                    comment = None
                continue
            if game is None:
                raise InvalidRecord(
                    number,
                    Text(
                        'a game begins with its tags, such as [Spec "kamiken"]',
                        'партия начинается с тегов, например [Spec "kamiken"]',
                    ),
                )
            if rest.startswith("{"):
                comment, opened, rest = [], number, rest[1:]
            else:
                rest = _read_turn(game, number, rest)
    if comment is not None:
        raise InvalidRecord(
            opened,
            Text("this comment has no closing }", "у этого комментария нет закрывающей }"),
        )
    if game is not None:
        yield game


def _read_tags(game: RawGame, line: int, text: str) -> None:
    while text:
        tag = _TAG.match(text)
        if not tag:
            raise InvalidRecord(
                line,
                Text(
                    'a tag is written [Name "value"], with \\" for a quotation mark',
                    'тег пишется [Имя "значение"], кавычка внутри — \\"',
                ),
            )
        name, value = tag[1], re.sub(r"\\(.)", r"\1", tag[2])
        if name in game.tags:
            raise InvalidRecord(
                line, Text(f"the tag {name} is given twice", f"тег {name} указан дважды")
            )
        game.tags[name] = Token(line, value)
        text = text[tag.end() :]


def _until_brace(text: str) -> tuple[str, bool, str]:
    """The text before the next closing brace, whether there is one, and the text after it."""
    found = re.match(r"((?:[^}\\]|\\.|\\$)*)(}?)", text, re.DOTALL)
    assert found
    return re.sub(r"\\(.)", r"\1", found[1]), bool(found[2]), text[found.end() :]


def _add_comment(game: RawGame | None, words: list[str]) -> None:
    assert game is not None
    text = " ".join(" ".join(words).split())
    before = game.comments.get(len(game.turns), "")
    game.comments[len(game.turns)] = f"{before} {text}".strip()


def _read_turn(game: RawGame, line: int, text: str) -> str:
    """Read a numbered turn or the result; returns the rest of the text."""
    if game.result is not None:
        raise InvalidRecord(
            line,
            Text(
                "only the tags of another game may follow the result",
                "после результата могут идти только теги следующей партии",
            ),
        )
    expected = len(game.turns) + 1
    numbered = _NUMBER.match(text)
    word = _WORD.match(text, numbered.end() if numbered else 0)
    if not numbered and word and RESULT.fullmatch(word[0]):
        game.result = Token(line, word[0])
        return text[word.end() :]
    if not numbered or int(numbered[1]) != expected or not word:
        found = text.split()[0][:40]
        raise InvalidRecord(
            line,
            Text(
                f'"{expected}." and a turn, or the result, is expected here, not {found!r}',
                f"здесь должны стоять «{expected}.» и ход или результат, а не {found!r}",
            ),
        )
    game.turns.append(Token(line, word[0]))
    return text[word.end() :]
