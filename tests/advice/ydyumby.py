"""Ydyumby's advice by definition: every piece's supports before and after a placement."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from tests.judges.ydyumby import HEX_DIRECTIONS, Cell, Judge

Criteria = dict[str, dict[str, float]]


def criteria(judge: Judge, moves: Sequence[str], group: Sequence[str] = ()) -> Criteria:
    player = judge.to_move()
    assert player is not None
    chosen = [cell for cell, name in judge.cells.items() if name in group]
    return {
        judge.cells[cell]: numbers(judge, player, cell, chosen) for cell in judge.placements(player)
    }


def numbers(judge: Judge, player: int, cell: Cell, group: list[Cell]) -> dict[str, float]:
    after = copy.deepcopy(judge)
    after.pieces[cell] = player
    lost = {piece: judge.supports(piece) - after.supports(piece) for piece in judge.pieces}
    own = {piece: lost[piece] for piece, owner in judge.pieces.items() if owner == player}
    found: dict[str, float] = {
        "supports_cost": sum(lost.values()) - sum(own.values()),
        "supports_gained": after.supports(cell),
        "supports_blocked": sum(own.values()),
    }
    if group:
        found["group_cost"] = sum(lost[piece] for piece in group)
        near = [piece for piece in own if any(in_reach(judge, piece, other) for other in group)]
        found["group_blocked"] = sum(own[piece] for piece in near)
    return found


def in_reach(judge: Judge, one: Cell, other: Cell) -> bool:
    """Whether one cell is within a knight's reach of another, in either direction of its move."""
    across, down = one[0] - other[0], one[1] - other[1]
    if judge.directions == HEX_DIRECTIONS:
        return max(abs(across), abs(down), abs(across + down)) <= 3
    return max(abs(across), abs(down)) <= 2
