"""The inventors' claims, tested: what each says, how it is tested, and the result.

A game may have a module here, named as in the catalogue, with a list CLAIMS. `kletka lab claims`
measures all claims and writes the report in docs/claims/.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from kletka.games.catalogue import GAMES
from kletka.lab.claims.base import Claim


def claims_of(games: Iterable[str] = GAMES) -> list[Claim]:
    """The claims about some games, in the order of the catalogue; a game may have none."""
    wanted = set(games)
    modules = [f"{__name__}.{game}" for game in GAMES if game in wanted]
    return [claim for name in modules if find_spec(name) for claim in import_module(name).CLAIMS]
