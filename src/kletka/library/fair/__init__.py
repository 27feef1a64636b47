"""The fair komi of each measured board: the one place that rules, portraits and claims quote.

`kletka lab komi` writes the table, from games played at several komis by agents of several
strengths. `share` is the first player's share of the wins.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kletka.spec import Spec

TABLE = "table.json"


@dataclass(frozen=True)
class KomiAtLevel:
    """The games of one agent: so many at each komi, and the komi at which they would be even."""

    by: str
    games: int
    shares: Mapping[float, float]
    even: float
    low: float
    high: float


@dataclass(frozen=True)
class FairKomi:
    """What is fair on one board.

    `komi` is the measured one with half a point that comes nearest to even games, and `share` what
    the first player then gets, over all agents. `even` is where games would be even, with an
    interval that includes how much the agents differ.
    """

    spec: str  # with komi 0
    komi: float
    share: float
    even: float
    low: float
    high: float
    levels: tuple[KomiAtLevel, ...]
    version: str


def fair_komi(spec: Spec) -> FairKomi | None:
    """The fair komi of a board, whatever komi the spec has; None if it was not measured."""
    return _table().get(board_key(spec))


def board_key(spec: Spec) -> str:
    """The spec of a board without komi."""
    options = ",".join(
        f"{name}={'0' if name == 'komi' else value}" for name, value in spec.options.items()
    )
    return str(Spec(f"{spec.game}({options})")) if "komi" in spec.options else str(spec)


def measured_boards(game: str) -> list[FairKomi]:
    """All measured boards of a game, in the order of the table."""
    return [known for known in _table().values() if Spec(known.spec).game == game]


def read_table(text: str) -> dict[str, FairKomi]:
    """The entries of a table, by the spec of the board."""
    return {entry["spec"]: _read(entry) for entry in json.loads(text)["boards"]}


@cache
def _table() -> dict[str, FairKomi]:
    return read_table(files(__package__).joinpath(TABLE).read_text("utf-8"))


def _read(entry: dict[str, Any]) -> FairKomi:
    levels = tuple(
        KomiAtLevel(
            **{
                **level,
                "shares": {float(komi): share for komi, share in level["shares"].items()},
            }
        )
        for level in entry["levels"]
    )
    return FairKomi(**{**entry, "levels": levels})


def forget() -> None:
    """Read the table again when it is needed next."""
    _table.cache_clear()
