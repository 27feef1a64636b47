"""What has happened: the turns that led to a position, replayed from the position before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kletka.errors import KletkaError
from kletka.faces.base import Removed
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.move import Move
    from kletka.position import Position


@dataclass(frozen=True)
class PlayedTurn:
    """The single moves of one turn, and what they did if the position before them is known."""

    steps: list[str]
    removed_by_step: tuple[tuple[Removed, ...], ...] = ()
    words: Text | None = None


@dataclass(frozen=True)
class Story:
    """The last turns, the oldest first, and the positions before all and before the last of them.

    The positions are None if they are not known.
    """

    turns: tuple[PlayedTurn, ...] = ()
    before: Position | None = None
    before_last: Position | None = None

    @property
    def last(self) -> list[str]:
        """The single moves of the last turn; none if there is no turn."""
        return self.turns[-1].steps if self.turns else []

    @property
    def removed(self) -> list[Removed]:
        """The pieces that the turns removed, each once."""
        steps = (step for turn in self.turns for step in turn.removed_by_step)
        return list(dict.fromkeys(gone for step in steps for gone in step))


def story_of(
    position: Position,
    last: Move | str | Sequence[Move | str] | None,
    before: Position | None = None,
) -> Story:
    """The story of one turn or several; raises InvalidMove for text that is no move.

    With `before` the turns are replayed: raises IllegalMove if that cannot be done, and
    KletkaError if they lead elsewhere.
    """
    turns = _several(last)
    if before is None or not turns:
        return Story(tuple(PlayedTurn([str(s) for s in position.steps(turn)]) for turn in turns))
    if before.spec != position.spec:
        raise _leads_elsewhere()
    played, here, before_last = [], before, before
    for number, turn in enumerate(turns):
        before_last = here.end_turn() if number else here
        this, here = _replayed(before_last, turn)
        played.append(this)
    if here != position and here.end_turn() != position:
        raise _leads_elsewhere()
    return Story(tuple(played), before, before_last)


def _several(last: Move | str | Sequence[Move | str] | None) -> list[str]:
    if last is None:
        return []
    if isinstance(last, Sequence) and not isinstance(last, str):
        return [str(turn) for turn in last]
    return [str(last)]


def _replayed(before: Position, turn: str) -> tuple[PlayedTurn, Position]:
    """A turn and the position after it, in which the turn may still have to be ended."""
    variant, here = before.variant, before
    steps = [str(step) for step in before.steps(turn)]
    removed: list[tuple[Removed, ...]] = []
    for step in steps:
        after = here.play(step)
        removed.append(tuple(variant.face.removed(variant, here.state, step, after.state)))
        here = after
    return PlayedTurn(steps, tuple(removed), before.turn_in_words(turn)), here


def _leads_elsewhere() -> KletkaError:
    return KletkaError(
        Text(
            "the last turns do not lead from the position before them to this one",
            "последние ходы не ведут от предыдущей позиции к этой",
        )
    )
