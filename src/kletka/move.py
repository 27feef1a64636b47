"""A move as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Move:
    """A move, identified by its notation, which is also its text in records."""

    notation: str

    def __eq__(self, other: object) -> bool:
        # Written out, so that type checkers allow `"C3" in position.moves`.
        return isinstance(other, Move) and self.notation == other.notation

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Move({self.notation!r})"
