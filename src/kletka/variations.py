"""Games with variations: trees of turns, and how records write them.

A record has one line of turns. Variations stand in its comments, in brackets and numbered like the
turns that they replace, so that any reader of records can read them:

    1. C3 2. B2 {(2. D4 3. E2)} 3. A4 *

Other text in comments stays a comment.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position
from kletka.record import GOES_ON, Record

DEEPEST = 60  # levels of nested brackets


class TreeTooLarge(KletkaError):
    """A tree with more turns than are allowed."""

    def __init__(self, most: int) -> None:
        super().__init__(
            Text(
                f"a tree may have at most {most} turns",
                f"в дереве может быть не больше {most} ходов",
            )
        )


@dataclass
class Branch:
    """A turn and the turns after it: first the main line, then variations."""

    turn: str
    comment: str = ""
    after: list[Branch] = field(default_factory=list)


def record_of_tree(start: Position, branches: list[Branch], players: Iterable[str] = ()) -> Record:
    """The record of a tree; raises KletkaError for an illegal turn."""
    record = Record.begin(start, tuple(players))
    comments: dict[int, str] = {}
    while branches:
        main, *others = branches
        for other in others:
            _check(record.end, other)
        number = len(record.turns) + 1
        written = [f"({_written(other, number)})" for other in others]
        record = record.play_turn(main.turn)
        remark = " ".join([*([main.comment] if main.comment else []), *written])
        if remark:
            comments[number] = remark
        branches = main.after
    return replace(record, comments=MappingProxyType(comments))


def tree_of_record(record: Record, most: float = math.inf) -> list[Branch]:
    """The tree of a record with its variations, up to a last turn that is not over.

    Raises TreeTooLarge once it has read more turns than `most`.
    """
    roots: list[Branch] = []
    level, position, count = roots, record.start, _Count(most)
    for number, written in enumerate(record.turns, 1):
        if written.endswith(GOES_ON):
            break  # a tree has whole turns
        count.add()
        main = Branch(written)
        level.append(main)
        comment = _Comment(record.comments.get(number, ""), count)
        main.comment, others = comment.read(number, position)
        level += others
        position = position.play_turn(written)
        level = main.after
    return roots


# Writing.


def _check(position: Position, branch: Branch) -> None:
    """Raise KletkaError if a turn of the branch is illegal."""
    waiting = [(position, branch)]
    while waiting:
        before, played = waiting.pop()
        after = before.play_turn(played.turn)
        waiting += [(after, following) for following in played.after]


def _written(branch: Branch, number: int) -> str:
    """A line with its own variations, without brackets around it."""
    words = [f"{number}. {branch.turn}"]
    while branch.after:
        number += 1
        branch, *others = branch.after
        words.append(f"{number}. {branch.turn}")
        words += [f"({_written(other, number)})" for other in others]
    return " ".join(words)


# Reading.

_TURN = re.compile(r"([0-9]{1,6})\.\s+([^\s()]+)")
_SPACE = re.compile(r"\s*")
_BRACKET = re.compile(r"[()]")
_VARIATION = re.compile(r"\((?=[0-9]+\. )")


class _Count:
    """How many turns have been read, those of variations that proved to be none included."""

    def __init__(self, most: float) -> None:
        self._most, self._turns = most, 0

    def add(self) -> None:
        """Count a turn; raises TreeTooLarge."""
        self._turns += 1
        if self._turns > self._most:
            raise TreeTooLarge(int(self._most))


class _Comment:
    """The text of a comment, which may have variations in brackets."""

    def __init__(self, text: str, count: _Count) -> None:
        self._text, self._count = text, count
        self._closing = _closing_brackets(text)

    def read(self, number: int, position: Position) -> tuple[str, list[Branch]]:
        """The comment without its variations, and these as branches in a position."""
        words, unread, branches, place, at = [], [], [], 0, 0
        while begin := _VARIATION.search(self._text, at):
            at = begin.end()
            end = self._closing.get(begin.start())
            if end is None:
                continue
            words += self._text[place : begin.start()].split()
            branch = self._branch(begin.end(), end, number, position)
            if branch is None:
                unread.append(self._text[begin.start() : end + 1])
            else:
                branches.append(branch)
            place = at = end + 1
        words += self._text[place:].split()
        return " ".join([*words, *unread]), branches

    def _branch(self, place: int, end: int, number: int, position: Position) -> Branch | None:
        """The branch between two places of the text; None if there is none."""
        top = Branch("")
        branch, before, siblings = top, position, top.after
        while (place := self._after_space(place, end)) < end:
            if self._text[place] == "(":
                closing = self._closing.get(place)
                if closing is None or branch is top:
                    return None
                other = self._branch(place + 1, closing, number - 1, before)
                if other is None:
                    return None
                siblings.append(other)
                place = closing + 1
                continue
            found = _TURN.match(self._text, place, end)
            if not found or int(found[1]) != number:
                return None
            self._count.add()
            try:
                before, position = position, position.play_turn(found[2])
            except KletkaError:
                return None
            siblings = branch.after
            branch = Branch(before.usual_text(found[2]))
            siblings.append(branch)
            number += 1
            place = found.end()
        return top.after[0] if top.after else None

    def _after_space(self, place: int, end: int) -> int:
        space = _SPACE.match(self._text, place, end)
        assert space
        return space.end()


def _closing_brackets(text: str) -> dict[int, int]:
    """The place of the closing bracket by that of the opening one.

    Pairs with too many pairs nested in them are left out.
    """
    closing: dict[int, int] = {}
    opened: list[tuple[int, int]] = []  # the place, and how deep the brackets in it are nested
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == "(":
            opened.append((bracket.start(), 1))
        elif opened:
            place, depth = opened.pop()
            if depth <= DEEPEST:
                closing[place] = bracket.start()
            if opened:
                outer, deepest = opened[-1]
                opened[-1] = outer, max(deepest, depth + 1)
    return closing
