"""Vyun's turns in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import OVER, PASS, TO_MOVE, State
from kletka.faces.turn_words import in_a_row, passed, said
from kletka.language import Text, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.variant import Variant


def turn_in_words(variant: Variant, steps: Sequence[str], states: Sequence[State]) -> Text:
    """What was planted or grown, and the points that it won or cost."""
    before, after = states[0], states[-1]
    mover = int(before[TO_MOVE])
    player, move = variant.players[mover], steps[0]
    if move == PASS:
        return passed(player, int(after[TO_MOVE]) == OVER)
    origin, _, target = move.partition(">")
    if target:
        grew = Text(
            f"grew a vine from {origin} to {target}", f"протянули лиану из {origin} в {target}"
        )
    else:
        grew = Text(f"planted a sprout in {origin}", f"посадили росток в {origin}")
    points = zip(variant.points(before), variant.points(after), strict=True)
    changes = [int(now - then) for then, now in points]
    deeds = [grew] + ([_changed(changes[mover])] if changes[mover] else [])
    sentences = [said(player, in_a_row(deeds, Text(" and ", " и ")))]
    for seat, change in enumerate(changes):
        if change and seat != mover:
            other = said(variant.players[seat], _changed(change))
            sentences.append(Text(other.en, other.ru[:1].lower() + other.ru[1:]))
    return in_a_row(sentences, Text("; ", "; "))


def _changed(points: int) -> Text:
    count = abs(points)
    words = f"{count} {plural_ru(count, 'очко', 'очка', 'очков')}"
    if points > 0:
        return Text(f"won {plural_en(count, 'point')}", f"получили {words}")
    return Text(f"lost {plural_en(count, 'point')}", f"потеряли {words}")
