"""The games named in the arguments of an experiment."""

from __future__ import annotations

from collections.abc import Sequence

from kletka.errors import KletkaError
from kletka.games.catalogue import GAMES
from kletka.language import Text


def chosen_games(names: Sequence[str]) -> tuple[str, ...]:
    """The named games in the catalogue's order, or all of them if none is named."""
    for name in names:
        if name not in GAMES:
            raise KletkaError(
                Text(
                    f"there is no game {name!r}; the games are {', '.join(GAMES)}",
                    f"нет такой игры: {name!r}; есть {', '.join(GAMES)}",
                )
            )
    return tuple(game for game in GAMES if game in names or not names)
