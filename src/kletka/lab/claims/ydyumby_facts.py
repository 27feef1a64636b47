"""Observations of games of Ydyumby: supports, groups, room and pieces used."""

from __future__ import annotations

from itertools import pairwise

from kletka.agents.match import GameResult
from kletka.faces.ydyumby import pieces
from kletka.move import Move
from kletka.position import Position, start

Supports = dict[int, frozenset[int]]


def supports_of(position: Position) -> Supports:
    """The directions in which each piece sees an edge."""
    board, owners = position.board, pieces(position.variant, position.state)
    seen: Supports = {}
    for cell, owner in enumerate(owners):
        if owner:
            seen[cell] = frozenset(
                direction
                for direction in range(len(board.neighbours[cell]))
                if _sees_edge(position, owners, cell, direction)
            )
    return seen


def _sees_edge(position: Position, owners: list[int], cell: int, direction: int) -> bool:
    there = position.board.neighbours[cell][direction]
    while there is not None:
        if owners[there]:
            return False
        there = position.board.neighbours[there][direction]
    return True


def faults_between(before: Position, after: Position) -> int:
    """The number of supports that pieces regained by a move."""
    old, new = supports_of(before), supports_of(after)
    return sum(len(new[cell] - old[cell]) for cell in old if cell in new)


def weakest_group(position: Position) -> list[str]:
    """The opponent's piece with the fewest supports, and the opponent's pieces near it."""
    seat = position.to_move
    owners = pieces(position.variant, position.state)
    theirs = {
        cell: len(seen) for cell, seen in supports_of(position).items() if owners[cell] - 1 != seat
    }
    if not theirs:
        return []
    weakest = min(theirs, key=lambda cell: (theirs[cell], cell))
    x, y = position.board.places[weakest]
    near = [
        cell
        for cell in theirs
        if max(abs(position.board.places[cell][0] - x), abs(position.board.places[cell][1] - y))
        <= 2
    ]
    return [position.board.names[cell] for cell in near]


def room_after(position: Position, move: Move) -> int:
    """The number of legal moves of the next player after a move."""
    after = position.play(move)
    return 0 if after.over else len(after.moves)


def pieces_used(positions: list[Position], game: GameResult) -> int:
    """The most pieces that a player used in a game."""
    counts = [0, 0]
    for position in positions[:-1]:
        assert position.to_move is not None
        counts[position.to_move] += 1
    return max(counts)


def returns_in_game(positions: list[Position], game: GameResult) -> tuple[int, int, int]:
    """The moves of a game, supports regained, and pieces placed where one had been removed."""
    back, reused = 0, 0
    emptied: set[int] = set()
    for before, after in pairwise(positions):
        back += faults_between(before, after)
        old, new = set(supports_of(before)), set(supports_of(after))
        reused += len((new - old) & emptied)
        emptied |= old - new
    return len(positions) - 1, back, reused


def explore(spec: str) -> tuple[int, int, int]:
    """For all positions of a small board: moves, supports regained, and the most pieces used.

    Only one of several mirror images is counted.
    """
    first = start(spec)
    supply = int(first.spec.options["supply"])
    seen = {first}
    waiting = [first]
    moves, back, most = 0, 0, 0
    for position in waiting:  # the list grows during the loop
        left = min(position.state[1 : 1 + len(position.players)])
        most = max(most, supply - int(left))
        for move in position.moves:
            after = position.play(move)
            moves += 1
            back += faults_between(position, after)
            image = after.canonical()
            if image not in seen:
                seen.add(image)
                waiting.append(image)
    return moves, back, most
