"""Games with variations: trees of turns, and how records write them.

A record has one line of turns. Variations stand in its comments, in brackets and numbered like the
turns that they replace, so that any reader of records can read them:

    1. C3 2. B2 {(2. D4 3. E2)} 3. A4 *

Other text in comments stays a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from kletka.errors import KletkaError
from kletka.position import Position
from kletka.record import GOES_ON, Record

DEEPEST = 60  # levels of nested brackets


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


def tree_of_record(record: Record) -> list[Branch]:
    """The tree of a record with its variations, up to a last turn that is not over."""
    roots: list[Branch] = []
    level, position = roots, record.start
    for number, written in enumerate(record.turns, 1):
        if written.endswith(GOES_ON):
            break  # a tree has whole turns
        comment, lines = _split(record.comments.get(number, ""))
        main = Branch(written, comment)
        level.append(main)
        for line in lines:
            read = _read(line, number, position)
            if read is None:
                main.comment = " ".join([*([main.comment] if main.comment else []), f"({line})"])
            else:
                level.append(read)
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

_TURN = re.compile(r"\s*([0-9]{1,6})\.\s+([^\s()]+)")


def _split(comment: str) -> tuple[str, list[str]]:
    """The words of a comment, and the variations in its outermost brackets."""
    words, lines, rest = "", [], comment
    while (begin := re.search(r"\((?=[0-9]+\. )", rest)) and (end := _closing(rest, begin.start())):
        words += rest[: begin.start()]
        lines.append(rest[begin.end() : end])
        rest = rest[end + 1 :]
    return " ".join((words + rest).split()), lines


def _closing(text: str, opening: int) -> int:
    """The index of the matching closing bracket; 0 if there is none."""
    depth = 0
    for place in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
        if depth > DEEPEST:
            return 0
    return 0


def _read(text: str, number: int, position: Position) -> Branch | None:
    """The branch that a text describes in a position; None if it describes none."""
    top = Branch("")
    branch, before, siblings = top, position, top.after
    while text.strip():
        if text.lstrip().startswith("("):
            opening = text.index("(")
            end = _closing(text, opening)
            other = _read(text[opening + 1 : end], number - 1, before) if end else None
            if other is None or branch is top:
                return None
            siblings.append(other)
            text = text[end + 1 :]
            continue
        found = _TURN.match(text)
        if not found or int(found[1]) != number:
            return None
        try:
            before, position = position, position.play_turn(found[2])
        except KletkaError:
            return None
        siblings = branch.after
        branch = Branch(found[2])
        siblings.append(branch)
        number += 1
        text = text[found.end() :]
    return top.after[0] if top.after else None
