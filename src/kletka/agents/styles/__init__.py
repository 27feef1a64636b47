"""The inventors' styles: the advice at the end of each inventor's text, as numbers and as an agent.

A game's style is the module here that has its name; a game may have none. Its docstring says how
the advice was read. Nothing here looks further ahead than the advice itself, so the agents are as
strong as the advice, and no stronger.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kletka.agents.styles.common import InvalidGroup, MoveView
from kletka.faces.base import usual_cell
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position

__all__ = [
    "InvalidGroup",
    "MoveView",
    "board_legend",
    "board_numbers",
    "can_attack_groups",
    "check_group",
    "has_style",
    "inventor_best",
    "inventor_move",
    "inventor_view",
]


def has_style(game: str) -> bool:
    """Whether the inventor of a game left advice that an agent can follow."""
    return _style_of(game) is not None


def can_attack_groups(game: str) -> bool:
    """Whether the inventor's advice can be asked for an attack on chosen pieces."""
    return hasattr(_style_of(game), "view_attack")


@cache
def _style_of(game: str) -> Any:
    """The module of a game's style, or None.

    It has `view_moves(position)`, `numbers(criteria)` for the marks on the board, and `LEGEND`,
    which explains them. A style that can attack a group of cells also has `view_attack(position,
    cells)` and `GROUP_LEGEND`.
    """
    module = f"{__name__}.{game}"
    return import_module(module) if find_spec(module) else None


def board_numbers(game: str, view: MoveView) -> tuple[str, ...]:
    """The numbers of a move that are written on the board, each on a line of its own."""
    lines: tuple[str, ...] = _style_of(game).numbers(view.criteria)
    return lines


def board_legend(game: str, group: bool = False) -> Text:
    """What these numbers mean."""
    style = _style_of(game)
    legend: Text = style.GROUP_LEGEND if group else style.LEGEND
    return legend


def inventor_view(position: Position, group: Iterable[str] | None = None) -> tuple[MoveView, ...]:
    """All legal moves, best first by the inventor's advice.

    Nothing when the game is over, or when it has no style. `group` names the cells of opponents'
    pieces that are to be attacked. Raises InvalidGroup for other cells, and in a game whose style
    knows no groups.
    """
    style = _style_of(position.spec.game)
    cells = None if group is None else check_group(position, group)
    if position.over or style is None:
        return ()
    views = style.view_moves(position) if cells is None else style.view_attack(position, cells)
    return tuple(sorted(views, key=lambda view: view.rank, reverse=True))


def inventor_best(views: Sequence[MoveView]) -> tuple[MoveView, ...]:
    """The views at the head of `inventor_view` that are equal for the inventor."""
    return tuple(view for view in views if view.rank == views[0].rank)


def inventor_move(position: Position, seed: int = 0, group: Iterable[str] | None = None) -> Move:
    """The best move by the inventor's advice; `seed` decides among equals.

    Raises ValueError when the game is over or has no style.
    """
    views = inventor_view(position, group)
    if not views:
        raise ValueError("the game is over or has no style, there is nothing to play")
    equals = [view.move for view in inventor_best(views)]
    return random.Random(f"{seed} {position}").choice(equals)


def check_group(position: Position, group: Iterable[str]) -> frozenset[int]:
    """The cells of a group to attack; raises InvalidGroup."""
    if not can_attack_groups(position.spec.game):
        title = position.variant.face.title
        raise InvalidGroup(
            Text(
                f"there are no groups to attack in {title.en}",
                f"в игре «{title.ru}» нет групп для атаки",
            )
        )
    names = [usual_cell(name) for name in ([group] if isinstance(group, str) else group)]
    known = position.board.cell_named
    strange = ", ".join(repr(name) for name in names if name not in known)
    if strange:
        raise InvalidGroup(
            Text(f"group: there is no {strange} on this board", f"группа: на доске нет {strange}")
        )
    owners = position.pieces
    free = ", ".join(name for name in names if owners[known[name]] in (None, position.to_move))
    if free or not names:
        raise InvalidGroup(
            Text(
                f"group: name cells with opponents' pieces{free and f'; {free} has none'}",
                f"группа: назовите клетки с фигурами соперников{free and f'; на {free} их нет'}",
            )
        )
    return frozenset(known[name] for name in names)
