"""Exact values of the moves of a position, if the solver finds them within a budget."""

from __future__ import annotations

from kletka.engine.solving import solve
from kletka.faces import face_of
from kletka.library.puzzles import DRAW, POINTS, WIN
from kletka.position import Position

MEMORY = 16 * 2**20  # small positions need little, and clearing memory would take most of the time
MARGIN = 2.0  # points by which a move must be better than the second best


def lead_at_end(position: Position, player: int) -> float:
    """The value of a finished game for a player, on the solver's scale."""
    if not face_of(position.spec.game).wins_by_points:
        winners = position.winners
        return 0.0 if len(winners) != 1 else 1.0 if player in winners else -1.0
    points = position.points
    return points[player] - points[1 - player]


def exact_value(position: Position, player: int, nodes: int) -> float | None:
    """The player's lead with best play, or None if the nodes are not enough."""
    if position.over:
        return lead_at_end(position, player)
    solution = solve(position, nodes=nodes, memory=MEMORY)
    if solution is None:
        return None
    own = position.to_move == player
    return (solution.value if own else -solution.value) + 0.0  # turns -0.0 into 0.0


def exact_values(position: Position, nodes: int) -> dict[str, float] | None:
    """The value of each legal move for the player to move; None if one cannot be found."""
    player = position.to_move
    assert player is not None
    values: dict[str, float] = {}
    for move in position.moves:
        value = exact_value(position.play(move), player, nodes)
        if value is None:
            return None
        values[str(move)] = value
    return values


def only_good_move(
    values: dict[str, float], wins_by_points: bool
) -> tuple[str, str, float, float] | None:
    """The kind of puzzle, its move, that move's value and the second best; None if it is none."""
    ranked = sorted(values, key=lambda move: values[move], reverse=True)
    if len(ranked) < 2:
        return None
    best, second = values[ranked[0]], values[ranked[1]]
    if best > 0 >= second:
        return WIN, ranked[0], best, second
    if best == 0 > second:
        return DRAW, ranked[0], best, second
    if wins_by_points and best - second >= MARGIN:
        return POINTS, ranked[0], best, second
    return None
