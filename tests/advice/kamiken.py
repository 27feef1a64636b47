"""Kamiken's advice by definition: sure points, formations, points, neighbours, corners."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from tests.judges.kamiken import Cell, Judge, notation

Criteria = dict[str, dict[str, float]]


def criteria(judge: Judge, moves: Sequence[str]) -> Criteria:
    player = judge.to_move()
    assert player is not None
    found = {notation(cell): numbers(judge, player, cell) for cell in judge.placements(player)}
    return {**found, "pass": {"useful_moves": float(any(map(is_useful, found.values())))}}


def numbers(judge: Judge, player: int, cell: Cell) -> dict[str, float]:
    opponent = 1 - player
    after = with_stone(judge, player, cell)
    before, now = judge.points(), after.points()
    closed = corner_ways(judge, opponent) - corner_ways(after, opponent)
    begun = 0 if opponent in judge.passed else formations(after, player, cell)
    return {
        "sure_made": len(sure_points(after, player)) - len(sure_points(judge, player)),
        "initiative": min(len(closed), begun),
        "sure_denied": len(soon_sure(judge, opponent)) - len(soon_sure(after, opponent)),
        "formations": begun,
        "points_gained": now[player] - before[player],
        "points_denied": before[opponent] - now[opponent],
        "beside_own": sum(judge.stones.get(n) == player for n in judge.neighbours(cell)),
        "corner_distance": corner_distance(judge, cell),
    }


def corner_distance(judge: Judge, cell: Cell) -> int:
    last = max(column for column, _ in judge.cells)
    return min(abs(cell[0] - x) + abs(cell[1] - y) for x in (0, last) for y in (0, last))


def corner_ways(judge: Judge, player: int) -> set[Cell]:
    """Where a player's next stone makes a sure point in a corner or beside one."""
    if player in judge.passed:
        return set()
    sure = sure_points(judge, player)
    return {
        cell
        for cell in judge.placements(player)
        if any(
            corner_distance(judge, point) <= 1
            for point in sure_points(with_stone(judge, player, cell), player) - sure
        )
    }


def with_stone(judge: Judge, player: int, cell: Cell) -> Judge:
    after = copy.deepcopy(judge)
    after.stones[cell] = player
    return after


def sure_points(judge: Judge, player: int) -> set[Cell]:
    """A player's points beside which the opponent can never place a stone."""
    opponent = 1 - player

    def is_open(cell: Cell) -> bool:
        return (
            opponent not in judge.passed
            and cell not in judge.stones
            and not judge.attacks(player, cell)
        )

    return {
        cell
        for cell in judge.cells
        if cell not in judge.stones
        and judge.attacks(player, cell)
        and not judge.attacks(opponent, cell)
        and not any(map(is_open, judge.neighbours(cell)))
    }


def soon_sure(judge: Judge, player: int) -> set[Cell]:
    """The sure points that a player's next stone could make, wherever it is placed."""
    found = set()
    for cell in judge.placements(player):
        found |= sure_points(with_stone(judge, player, cell), player)
    return found - sure_points(judge, player)


def formations(judge: Judge, player: int, stone: Cell) -> int:
    """In how many ways one more stone beside this one makes a new sure point."""
    partners = [cell for cell in judge.neighbours(stone) if cell in judge.placements(player)]
    sure = sure_points(judge, player)
    return sum(bool(sure_points(with_stone(judge, player, p), player) - sure) for p in partners)


def is_useful(found: dict[str, float]) -> bool:
    swing = found["points_gained"] + found["points_denied"]
    if found["sure_made"] < 0 or swing < 0:
        return False
    return found["sure_made"] + found["sure_denied"] + found["formations"] + swing > 0
