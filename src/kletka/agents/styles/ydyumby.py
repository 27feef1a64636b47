"""Ydyumby's inventor: cost the opponents as many supports as possible, then spare your own.

"Of all legal moves choose the one that restricts the opponent's pieces the most in total. Of
several equal ones take that which gives the most freedom to your own": the supports of the new
piece minus those it blocks for your other pieces. A piece that the move takes loses its last
support, which counts like any other.

"One can set the task of attacking a certain group, with regard to the stability of one's own by
the same criterion": the text does not say which part of the board belongs to the group. Here it is
every cell within a knight's reach of it. Own supports blocked there count second; among moves that
are equal for the group, the whole board decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kletka.agents.styles.common import MoveView, counted
from kletka.faces.base import TO_MOVE, State
from kletka.faces.ydyumby import pieces
from kletka.games.boards import Board
from kletka.language import Text, plural_ru
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.variant import Variant

Cells = frozenset[int]

LEGEND = Text(
    "Numbers on the board: supports that the move costs the opponents; below, + those of the new "
    "piece − those it blocks for your own",
    "Числа на доске: опоры, отнятые у соперников; под ними + опоры новой фигуры − перекрытые свои",
)
GROUP_LEGEND = Text(
    "Numbers on the board: supports that the move costs the chosen pieces; below, + those of the "
    "new piece − those it blocks for your own within a knight's reach of them",
    "Числа на доске: опоры, отнятые у выбранных фигур; под ними + опоры новой фигуры − перекрытые "
    "свои не дальше хода коня от них",
)


def numbers(criteria: Mapping[str, float]) -> tuple[str, ...]:
    """What is written on the board for a move with these criteria."""
    scope = "group" if "group_cost" in criteria else "supports"
    gained, blocked = criteria["supports_gained"], criteria[f"{scope}_blocked"]
    return f"{criteria[f'{scope}_cost']:g}", f"+{gained:g}−{blocked:g}"


@dataclass(frozen=True)
class Balance:
    """Supports that a move costs the opponents, gives the new piece, and blocks for own pieces."""

    cost: int
    gained: int
    blocked: int

    @property
    def rank(self) -> tuple[float, float]:
        return float(self.cost), float(self.gained - self.blocked)


def view_moves(position: Position) -> list[MoveView]:
    """The legal placements, in ascending order of cells."""
    return _view_moves(position, None)


def view_attack(position: Position, cells: Cells) -> list[MoveView]:
    """The same for a player that attacks the opponents' pieces on these cells."""
    return _view_moves(position, cells)


def _view_moves(position: Position, group: Cells | None) -> list[MoveView]:
    variant, state = position.variant, position.state
    lines = _Lines(variant, state)
    part = None if group is None else part_of(variant.board, group)
    views = []
    for cell in position.moves.codes:
        seen = lines.first_seen(cell)
        losers, gained = lines.losers(seen), seen.count(None)
        whole = lines.balance(losers, gained, None, None)
        local = None if part is None else lines.balance(losers, gained, group, part)
        views.append(_view(variant, cell, whole, local))
    return views


def part_of(board: Board, group: Cells) -> Cells:
    """The part of the board that belongs to a group: all cells within a knight's reach of it."""
    reach = 3 if board.hexagonal else 2

    def near(cell: int) -> bool:
        q, r = board.places[cell]
        for member in group:
            across, down = q - board.places[member][0], r - board.places[member][1]
            slant = abs(across + down) if board.hexagonal else 0
            if max(abs(across), abs(down), slant) <= reach:
                return True
        return False

    return frozenset(cell for cell in range(len(board.places)) if near(cell))


class _Lines:
    """The pieces on the board, and what is seen from a cell along its lines."""

    def __init__(self, variant: Variant, state: State) -> None:
        self.neighbours = variant.board.neighbours
        self.player = int(state[TO_MOVE])
        self.owners = pieces(variant, state)

    def first_seen(self, cell: int) -> list[int | None]:
        """The nearest piece in each direction, or None where the way to the edge is free."""
        seen = []
        for direction, there in enumerate(self.neighbours[cell]):
            while there is not None and not self.owners[there]:
                there = self.neighbours[there][direction]
            seen.append(there)
        return seen

    def losers(self, seen: list[int | None]) -> list[int]:
        """The pieces that lose a support to a new piece, one entry for each support.

        A piece loses one if it is the nearest in some direction and the way from the new piece to
        the opposite edge is free.
        """
        half = len(seen) // 2
        opposite = seen[half:] + seen[:half]
        return [
            piece
            for piece, beyond in zip(seen, opposite, strict=True)
            if piece is not None and beyond is None
        ]

    def balance(
        self, losers: list[int], gained: int, group: Cells | None, part: Cells | None
    ) -> Balance:
        """What a placement does to a group and to own pieces in its part; None means everywhere."""
        own = [cell for cell in losers if self.owners[cell] == self.player + 1]
        others = [cell for cell in losers if self.owners[cell] != self.player + 1]
        return Balance(
            cost=sum(group is None or cell in group for cell in others),
            gained=gained,
            blocked=sum(part is None or cell in part for cell in own),
        )


def _view(variant: Variant, cell: int, whole: Balance, local: Balance | None) -> MoveView:
    criteria = {
        "supports_cost": whole.cost,
        "supports_gained": whole.gained,
        "supports_blocked": whole.blocked,
    }
    rank: tuple[float, ...] = whole.rank
    reason = _reason(whole, several=len(variant.players) > 2)
    if local is not None:
        criteria |= {"group_cost": local.cost, "group_blocked": local.blocked}
        rank = (*local.rank, *whole.rank)
        reason = _group_reason(local, reason)
    return MoveView(Move(variant.board.names[cell]), criteria, rank, reason)


def _reason(balance: Balance, several: bool) -> Text:
    opponents = Text("opponents", "соперников") if several else Text("opponent", "соперника")
    lost = _supports(balance.cost)
    cost = Text(f"costs the {opponents.en} {lost.en}", f"отнимает у {opponents.ru} {lost.ru}")
    if not balance.cost:
        cost = Text(
            f"costs the {opponents.en} no supports",
            f"не отнимает у {opponents.ru} ни одной опоры",
        )
    blocked = _blocked(balance.blocked)
    return Text(
        f"{cost.en}, gains {balance.gained}, {blocked.en}",
        f"{cost.ru}, получает {balance.gained}, {blocked.ru}",
    )


def _group_reason(local: Balance, whole: Text) -> Text:
    lost, blocked = _supports(local.cost), _blocked(local.blocked)
    cost = Text(f"costs the chosen group {lost.en}", f"отнимает у выбранной группы {lost.ru}")
    if not local.cost:
        cost = Text("leaves the chosen group alone", "выбранную группу не трогает")
    return Text(
        f"{cost.en}, {blocked.en} near it; on the whole board: {whole.en}",
        f"{cost.ru}, рядом с ней {blocked.ru}; на всей доске: {whole.ru}",
    )


def _blocked(number: int) -> Text:
    own = plural_ru(number, "свою", "свои", "своих")
    return Text(
        f"blocks {number or 'none'} of your own",
        f"перекрывает {number} {own}" if number else "своих не перекрывает",
    )


def _supports(number: int) -> Text:
    return counted(number, "support", "supports", ("опору", "опоры", "опор"))
