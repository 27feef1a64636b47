"""A preview of the board after some moves of an unfinished turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kletka.drawing import svg
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position
from kletka.web.refusals import Refused, refused_move

MOST_STEPS = 200
MOST_LISTED = 400


def preview_turn(
    position: Position,
    steps: Sequence[str],
    *,
    last: Sequence[str] = (),
    before: Position | None = None,
    turned: int,
    territory: bool,
    language: str,
) -> dict[str, Any]:
    """The picture after these moves and the moves that may follow; raises Refused.

    The turn is complete if no further move belongs to it. Without moves the picture shows the
    last turns, which were played from the position `before`.
    """
    if len(steps) > MOST_STEPS:
        raise Refused("too_long", Text("that turn is too long", "слишком длинный ход"), 413)
    mover = position.to_move
    reached = position
    try:
        for step in steps:
            reached = reached.play(step)
    except KletkaError as error:
        raise refused_move(position.spec.game, error) from None
    turn = position.turn_text(steps)
    goes_on = reached.in_turn or not steps
    try:
        picture = svg(
            reached,
            last=[turn] if turn else last,
            before=position if turn else before,
            targets=goes_on,
            territory=territory,
            turned=turned,
            language=language,
        )
    except KletkaError as error:  # the last turns do not lead here
        raise Refused("bad_position", error.text, 422) from None
    return {
        "svg": picture,
        "moves": possible(reached, mover, language) if goes_on else [],
        "can_stop": reached.can_end_turn,
        "complete": not goes_on,
        "turn": turn,
        "position": str(reached),
    }


def next_moves(position: Position, steps: str, over: bool) -> dict[str, Any]:
    """The moves that may follow the given moves of a turn; raises Refused."""
    reached = position
    try:
        for step in position.steps(steps) if steps else []:
            reached = reached.play(step)
    except KletkaError as error:
        raise refused_move(position.spec.game, error) from None
    goes_on = not over and (reached.in_turn or not steps)
    return {
        "turn": position.usual_text(steps) if steps else "",
        "moves": [str(move) for move in reached.moves] if goes_on else [],
        "can_stop": goes_on and reached.can_end_turn,
        "complete": not goes_on,
    }


def possible(position: Position, mover: int | None, language: str) -> list[dict[str, Any]]:
    """The next moves that are more than a cell, and the pieces that each would take."""
    before = position.pieces
    names = position.board.names
    listed = []
    more = [move for move in position.moves if str(move) not in position.board.cell_named]
    for move in more[:MOST_LISTED]:
        after = position.play(move).pieces
        takes = [
            names[cell]
            for cell, owner in enumerate(before)
            if owner is not None and owner != mover and after[cell] != owner
        ]
        listed.append({"move": str(move), "takes": takes, "text": _said(takes, language)})
    return listed


def _said(takes: list[str], language: str) -> str:
    if not takes:
        return Text("takes nothing", "ничего не берёт").say(language)
    cells = ", ".join(takes)
    return Text(f"takes {cells}", f"берёт {cells}").say(language)
