"""Manu's turns in words, and the stones that a single move takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import TO_MOVE, Removed, State
from kletka.faces.manu_fields import stones
from kletka.faces.manu_paths import capture_path
from kletka.faces.turn_words import cells_in_words, in_a_row, placed, said
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.variant import Variant


def stones_taken(variant: Variant, before: State, step: str) -> list[Removed]:
    """The stones of either colour that a single move takes: those that it comes upon."""
    if ">" in step:
        origin, landing = (variant.board.cell_named[name] for name in step.split(">"))
        entered: tuple[int, ...] = (landing,)
    elif step[0] in "^@":
        path = capture_path(variant, int(before[variant.rules.JUMPER]), step)
        assert path is not None
        origin, entered = path.origin, path.crossings
    else:
        return []
    owners = stones(variant, before)
    return [
        Removed(crossing, owners[crossing] - 1)
        for crossing in entered
        if owners[crossing] and crossing != origin
    ]


def turn_in_words(variant: Variant, steps: Sequence[str], states: Sequence[State]) -> Text:
    """The placement, or the jump and its captures with the stones that each took."""
    mover = int(states[0][TO_MOVE])
    player = variant.players[mover]
    if steps[0] in variant.board.cell_named:
        return placed(player, steps[0], stone=True)
    pairs = zip(steps, states, strict=False)
    deeds = [_deed(variant, before, step, mover) for step, before in pairs]
    return said(player, in_a_row(deeds, Text(", then ", ", затем ")))


def _deed(variant: Variant, before: State, step: str, mover: int) -> Text:
    names, taken = variant.board.names, stones_taken(variant, before, step)
    if step[0] not in "^@" and ">" not in step:
        return Text("ended the turn", "закончили ход")
    parts = [_way(variant, before, step)]
    enemies = [names[stone.cell] for stone in taken if stone.player != mover]
    own = [names[stone.cell] for stone in taken if stone.player == mover]
    if enemies:
        cells = cells_in_words(enemies)
        parts.append(Text(f"took {cells.en}", f"взяли {cells.ru}"))
    if own:
        cells = cells_in_words(own)
        which = "свой камень" if len(own) == 1 else "свои камни"
        parts.append(Text(f"took back its own {cells.en}", f"вернули в запас {which} {cells.ru}"))
    return in_a_row(parts, Text(" and ", " и "))


def _way(variant: Variant, before: State, step: str) -> Text:
    """Where the stone went."""
    if ">" in step:
        origin, landing = step.split(">")
        return Text(f"jumped from {origin} to {landing}", f"прыгнули с {origin} на {landing}")
    path = capture_path(variant, int(before[variant.rules.JUMPER]), step)
    assert path is not None
    pivot, landing = variant.board.names[path.pivot], variant.board.names[path.landing]
    if path.direction is not None:
        return Text(f"leapt over {pivot} to {landing}", f"перепрыгнули через {pivot} на {landing}")
    return Text(f"went round {pivot} to {landing}", f"обошли {pivot} до {landing}")
