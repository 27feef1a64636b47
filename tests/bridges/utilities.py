"""What a finished game is worth to each player, worked out from its winners alone."""

from __future__ import annotations

from kletka import Position


def utilities(position: Position) -> list[float]:
    """From -1 to 1, summing up to 0; all 0 until the game is over."""
    players, winners = len(position.players), position.winners
    if not winners or len(winners) == players:
        return [0.0] * players
    lost = -1 / (players - len(winners))
    return [1 / len(winners) if player in winners else lost for player in range(players)]
