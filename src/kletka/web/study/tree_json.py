"""A tree of turns as JSON.

It is a flat list of nodes: each has the index of the node before it, or -1, and the first of
several nodes after the same one is the main line. Nested nodes would be as deep as a game is
long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position
from kletka.record import Record
from kletka.variations import Branch, TreeTooLarge, tree_of_record
from kletka.web.refusals import Refused, check_unicode, refused_move

MOST_TURNS = 3000
Node = dict[str, Any]


def node_after(
    position: Position, turn: str, before: int = -1, comment: str = ""
) -> tuple[Node, Position]:
    """The node of a turn, and the position after it; raises Refused."""
    seat = position.to_move
    try:
        after = position.play_turn(turn)
    except KletkaError as error:
        raise refused_move(position.spec.game, error) from None
    node = {
        "turn": position.usual_text(turn),
        "seat": seat,
        "position": str(after),
        "comment": comment,
        "before": before,
    }
    return node, after


def read_tree(record: Record) -> list[Branch]:
    """The tree of a record; raises Refused if it is too large."""
    try:
        return tree_of_record(record, MOST_TURNS)
    except TreeTooLarge as error:
        raise Refused("too_large", error.text, 413) from None


def tree_as_json(position: Position, branches: Sequence[Branch]) -> list[Node]:
    """All branches with the positions after their turns; raises Refused if they are too many."""
    nodes: list[Node] = []
    waiting = [(position, -1, branch) for branch in reversed(branches)]
    while waiting:
        if len(nodes) >= MOST_TURNS:
            raise _too_large()
        here, before, branch = waiting.pop()
        node, after = node_after(here, branch.turn, before, branch.comment)
        nodes.append(node)
        place = len(nodes) - 1
        waiting += [(after, place, following) for following in reversed(branch.after)]
    return nodes


def line_as_json(position: Position, turns: Sequence[str]) -> tuple[list[Node], Refused | None]:
    """A line of turns as nodes, and the refusal of the first illegal turn, if any."""
    nodes: list[Node] = []
    for turn in turns:
        try:
            node, position = node_after(position, turn, len(nodes) - 1)
        except Refused as refused:
            return nodes, refused
        nodes.append(node)
    return nodes, None


def tree_from_json(nodes: Sequence[Any]) -> list[Branch]:
    """The tree of a request; raises Refused if it is malformed or too large."""
    if len(nodes) > MOST_TURNS:
        raise _too_large()
    first: list[Branch] = []
    read: list[Branch] = []
    for node in nodes:
        before = node.get("before") if isinstance(node, dict) else None
        if not isinstance(before, int) or not -1 <= before < len(read):
            raise Refused(
                "bad_tree",
                Text(
                    "a turn does not follow any turn before it",
                    "ход не продолжает ни один предыдущий",
                ),
                422,
            )
        comment = str(node.get("comment", ""))
        check_unicode(comment)
        branch = Branch(str(node.get("turn", "")), " ".join(comment.split()))
        (read[before].after if before >= 0 else first).append(branch)
        read.append(branch)
    return first


def _too_large() -> Refused:
    return Refused("too_large", TreeTooLarge(MOST_TURNS).text, 413)
