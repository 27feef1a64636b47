"""A tree of turns as JSON.

It is a flat list of nodes: each has the index of the node before it, or -1, and the first of
several nodes after the same one is the main line. Nested nodes would be as deep as a game is
long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position
from kletka.variations import Branch
from kletka.web.refusals import Refused, check_unicode, refused_move

MOST_TURNS = 3000
Node = dict[str, Any]


def node_after(position: Position, turn: str, before: int = -1, comment: str = "") -> Node:
    """The node of a turn: its player and the position after it; raises Refused."""
    seat = position.to_move
    try:
        after = position.play_turn(turn)
    except KletkaError as error:
        raise refused_move(position.spec.game, error) from None
    return {
        "turn": turn,
        "seat": seat,
        "position": str(after),
        "comment": comment,
        "before": before,
    }


def tree_as_json(position: Position, branches: Sequence[Branch]) -> list[Node]:
    """All branches with the positions after their turns; raises Refused if they are too many."""
    nodes: list[Node] = []
    waiting = [(position, -1, branch) for branch in reversed(branches)]
    while waiting:
        if len(nodes) >= MOST_TURNS:
            raise _too_large()
        here, before, branch = waiting.pop()
        nodes.append(node_after(here, branch.turn, before, branch.comment))
        after, place = Position.parse(nodes[-1]["position"]), len(nodes) - 1
        waiting += [(after, place, following) for following in reversed(branch.after)]
    return nodes


def line_as_json(position: Position, turns: Sequence[str]) -> tuple[list[Node], Refused | None]:
    """A line of turns as nodes, and the refusal of the first illegal turn, if any."""
    nodes: list[Node] = []
    for turn in turns:
        try:
            nodes.append(node_after(position, turn, len(nodes) - 1))
        except Refused as refused:
            return nodes, refused
        position = Position.parse(nodes[-1]["position"])
    return nodes, None


def tree_from_json(nodes: Sequence[Mapping[str, Any]]) -> list[Branch]:
    """The tree of a request; raises Refused if it is malformed or too large."""
    if len(nodes) > MOST_TURNS:
        raise _too_large()
    first: list[Branch] = []
    read: list[Branch] = []
    for node in nodes:
        before = node.get("before")
        if not isinstance(before, int) or not -1 <= before < len(read):
            raise Refused(
                "bad_tree",
                Text("a turn follows on none before it", "ход не продолжает ни один предыдущий"),
                422,
            )
        comment = str(node.get("comment", ""))
        check_unicode(comment)
        branch = Branch(str(node.get("turn", "")), " ".join(comment.split()))
        (read[before].after if before >= 0 else first).append(branch)
        read.append(branch)
    return first


def _too_large() -> Refused:
    return Refused(
        "too_large",
        Text(
            f"a tree may have at most {MOST_TURNS} turns",
            f"в дереве может быть не больше {MOST_TURNS} ходов",
        ),
        413,
    )
