"""The inventors' styles: the advice at the end of each inventor's text, as numbers and as a bot.

Each game has its own file, whose docstring tells how the advice was read. Nothing here looks
further ahead than the advice itself does, so the bots are as strong as the advice, no stronger.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from kletka.agents.styles import kamiken, manu, vyun, ydyumby
from kletka.agents.styles.common import InvalidGroup, MoveView
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position

__all__ = ["InvalidGroup", "MoveView", "inventor_move", "inventor_view"]

_ADVICE = {"kamiken": kamiken.view_moves, "vyun": vyun.view_moves, "manu": manu.view_moves}


def inventor_view(position: Position, group: Iterable[str] | None = None) -> tuple[MoveView, ...]:
    """All legal moves, best first by the inventor's advice; none when the game is over.

    `group` names cells of Ydyumby: the opponents' pieces there are the ones to attack. Raises
    InvalidGroup for names that are not on the board, and for a group in another game.
    """
    cells = None if group is None else _cells(position, group)
    if position.over:
        return ()
    if position.spec.game == "ydyumby":
        views = ydyumby.view_moves(position, cells)
    else:
        views = _ADVICE[position.spec.game](position)
    return tuple(sorted(views, key=lambda view: view.rank, reverse=True))


def inventor_move(position: Position, seed: int = 0, group: Iterable[str] | None = None) -> Move:
    """The best move by the inventor's advice; `seed` decides among equals.

    Raises ValueError when the game is over.
    """
    views = inventor_view(position, group)
    if not views:
        raise ValueError("the game is over, there is nothing to play")
    equals = [view.move for view in views if view.rank == views[0].rank]
    return random.Random(f"{seed} {position}").choice(equals)


def _cells(position: Position, group: Iterable[str]) -> frozenset[int]:
    """The cells that a group names."""
    if position.spec.game != "ydyumby":
        raise InvalidGroup(
            Text("only Ydyumby has groups to attack", "группы для атаки есть только в Ыдюмбах")
        )
    names = [group] if isinstance(group, str) else list(group)
    known = position.board.cell_named
    strange = ", ".join(repr(name) for name in names if name not in known)
    if strange:
        raise InvalidGroup(
            Text(f"group: there is no {strange} on this board", f"группа: на доске нет {strange}")
        )
    return frozenset(known[name] for name in names)
