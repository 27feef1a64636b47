"""What boards without a game are answered: plain Python, which also runs in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kletka.drawing import svg
from kletka.drawing.words import status
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.faces.base import PASS
from kletka.library.lessons import Lesson
from kletka.move import Move
from kletka.position import Position
from kletka.web.live.turn_preview import preview_turn
from kletka.web.pages.typed_turns import turns_in
from kletka.web.refusals import Refused, refused_move


def board_answer(
    language: str,
    position: str,
    steps: Sequence[str] = (),
    last: str | None = None,
    before: str | None = None,
    turned: int = 0,
    territory: bool = False,
) -> dict[str, Any]:
    """The board after some moves and what may follow; raises Refused.

    `last` is the turn that led to the position, and `before` the position before that turn.
    """
    reached = read_position(position)
    earlier = None if before is None else read_position(before)
    preview = preview_turn(
        reached,
        steps,
        last=() if last is None else [last],
        before=earlier,
        turned=turned,
        territory=territory,
        language=language,
    )
    for step in steps:
        reached = reached.play(step)
    return {
        **preview,
        **position_json(reached, language),
        "words": earlier.turn_in_words(last).say(language) if earlier and last else "",
    }


def typed_turns_answer(
    language: str, position: str, text: str, turned: int = 0, territory: bool = False
) -> dict[str, Any]:
    """The typed turns up to one that is refused, and the board after them; raises Refused."""
    reached = read_position(position)
    played: list[dict[str, Any]] = []
    refused: Refused | None = None
    for turn in turns_in(text):
        mover = reached.to_move
        try:
            reached = reached.play_turn(turn)
        except KletkaError as error:
            refused = refused_move(reached.spec.game, error)
            break
        played.append({"turn": turn, "seat": mover, "position": str(reached)})
    last = played[-1]["turn"] if played else None
    return {
        "played": played,
        "refused": refused.to_json(language) if refused else None,
        **board_answer(language, str(reached), last=last, turned=turned, territory=territory),
    }


def lesson_answer(
    language: str, lesson: Lesson, turn: str, turned: int = 0, territory: bool | None = None
) -> dict[str, Any]:
    """Whether a turn solves a lesson, a comment on it, and the board after it; raises Refused."""
    try:
        after = lesson.position.play_turn(turn)
    except KletkaError as error:
        raise refused_move(lesson.game, error) from None
    solved = turn in lesson.solutions
    usual = face_of(lesson.game).profile.territory_in_lessons
    return {
        "solved": solved,
        "text": (lesson.done if solved else lesson.about(turn)).say(language),
        "svg": svg(
            after,
            last=turn,
            before=lesson.position,
            territory=usual if territory is None else territory,
            language=language,
            turned=turned,
        ),
        **position_json(after, language),
    }


def position_json(position: Position, language: str) -> dict[str, Any]:
    """What a script needs to know about a position, besides its picture."""
    return {
        "position": str(position),
        "to_move": position.to_move,
        "in_turn": position.in_turn,
        "points": position.points,
        "stocks": [dict(stock) for stock in position.stocks],
        "can_pass": Move(PASS) in position.moves,
        "over": position.over,
        "winners": position.winners,
        "status": status(position).say(language),
    }


def board_json(position: Position) -> dict[str, Any]:
    """What a script needs to know once about a board: its players, and how moves are clicked."""
    face = face_of(position.spec.game)
    return {
        "moves_kind": face.profile.clicking,
        "players": [{"colour": player.name._asdict()} for player in position.players],
        "colours": not face.plays_with_stones,
        "symmetries": 6 if position.board.hexagonal else 4,
    }


def read_position(text: str) -> Position:
    """The position that a text describes; raises Refused with everything that is wrong."""
    try:
        return Position.parse(text)
    except KletkaError as error:
        raise Refused("bad_position", error.text, 422) from None
