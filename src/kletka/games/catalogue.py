"""The list of all games, the only place where a game is registered.

The number of a game in the kernels is its index in this list, so new games are added at the end.
`docs/architecture.md` says what else a game needs.
"""

from __future__ import annotations

GAMES: tuple[str, ...] = (
    "kamiken",
    "ydyumby",
    "vyun",
    "manu",
)
