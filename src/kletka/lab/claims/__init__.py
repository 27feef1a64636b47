"""The inventors' claims put to the test: what each says, how it was tested, what came out.

One file a game. `kletka lab claims` measures them all and writes the report in docs/claims/.
"""

from __future__ import annotations

from collections.abc import Iterable

from kletka.games.catalogue import GAMES
from kletka.lab.claims.base import Claim


def claims_of(games: Iterable[str] = GAMES) -> list[Claim]:
    """The claims about some games, in the order of the catalogue."""
    from kletka.lab.claims import kamiken, manu, vyun, ydyumby

    every = [*kamiken.CLAIMS, *ydyumby.CLAIMS, *vyun.CLAIMS, *manu.CLAIMS]
    wanted = set(games)
    return [claim for claim in every if claim.game in wanted]
