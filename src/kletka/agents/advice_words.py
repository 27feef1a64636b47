"""The inventor's advice on a position in a sentence or two, for hints and the analysis board."""

from __future__ import annotations

from collections.abc import Sequence

from kletka.agents.styles import MoveView, inventor_best
from kletka.faces.base import PASS
from kletka.language import Text
from kletka.position import Position


def advice_text(
    position: Position, views: Sequence[MoveView], most_named: int | None = None
) -> Text:
    """What the inventor would play, and why: all moves that are equally good.

    `views` come from `inventor_view` and are not empty. More than `most_named` moves are counted,
    not named: the board shows them.
    """
    equals = inventor_best(views)
    if len(equals) == 1:
        return _one(position, equals[0])
    return _several(equals, len(equals) == len(views), most_named)


def _one(position: Position, view: MoveView) -> Text:
    move, reason = str(view.move), view.reason
    if move == PASS:
        choice = Text("would pass", "спасовал бы")
    elif move == str(position.turn_end):
        choice = Text("would end the turn", "закончил бы ход")
    else:
        choice = Text(f"would play {move}", f"сыграл бы {move}")
    return Text(
        f"The inventor {choice.en}: {reason.en}.", f"Изобретатель {choice.ru}: {reason.ru}."
    )


def _several(equals: Sequence[MoveView], all_of_them: bool, most_named: int | None) -> Text:
    count, names = len(equals), ", ".join(str(view.move) for view in equals)
    if all_of_them:
        head = Text(
            f"All {count} moves are equally good for the inventor.",
            f"Для изобретателя все ходы равноценны (их {count}).",
        )
    elif most_named is not None and count > most_named:
        head = Text(
            f"{count} moves are equally good for the inventor; the board shows all of them.",
            f"Лучшие для изобретателя ходы (их {count}) равноценны; все они отмечены на доске.",
        )
    else:
        head = Text(
            f"{count} moves are equally good for the inventor: {names}.",
            f"Лучшие для изобретателя ходы (их {count}) равноценны: {names}.",
        )
    why = _common_reason(equals)
    return Text(f"{head.en} {why.en}.", f"{head.ru} {why.ru}.")


def _common_reason(equals: Sequence[MoveView]) -> Text:
    """The reason for each, or for one of them where they differ."""
    first = equals[0]
    if all(view.reason == first.reason for view in equals):
        return Text(f"Each: {first.reason.en}", f"Каждый: {first.reason.ru}")
    return Text(
        f"For example, {first.move}: {first.reason.en}",
        f"Например, {first.move}: {first.reason.ru}",
    )
