"""The inventor's numbers for the best moves, as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from kletka.agents.styles import MoveView, board_numbers

SHOWN_MOVES = 10


def print_views(game: str, views: Sequence[MoveView], language: str) -> None:
    """Print the best moves with their numbers and reasons."""
    for view in views[:SHOWN_MOVES]:
        numbers = " ".join(board_numbers(game, view))
        print(f"{view.move!s:>10} {numbers:>8}  {view.reason.say(language)}")
