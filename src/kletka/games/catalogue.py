"""The games that Kletka knows: this is the one place where a game is registered.

A game's number, as kernels see it, is its place in this list: add new games at the end.
`docs/architecture.md` says what else a game needs.
"""

from __future__ import annotations

GAMES: tuple[str, ...] = (
    "kamiken",
    "ydyumby",
    "vyun",
    "manu",
)
