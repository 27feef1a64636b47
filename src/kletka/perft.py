"""Counting move sequences, the classic test of a rules implementation."""

from __future__ import annotations

from kletka.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves."""
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.moves)
    from kletka.games.walks import perft as count

    variant = position.variant
    bound = variant.rules.moves_bound(variant.tables)
    return int(count(variant.number, position.state, variant.tables, depth, bound))


def divide(position: Position, depth: int) -> dict[str, int]:
    """`perft` for each first move, to find where two implementations differ."""
    return {str(move): perft(position.play(move), depth - 1) for move in position.moves}
