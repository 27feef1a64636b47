"""Strategy games that people invented on squared paper; `GAMES` lists them.

>>> import kletka
>>> position = kletka.start("kamiken(size=5)").play("C3").play("B2")
>>> position.points
(2, 2.5)

`analyse`, `solve`, `svg` and `Budget` are loaded when they are used first, so that importing Kletka
stays quick.

>>> kletka.solve(kletka.start("kamiken(size=3)")).value
1.5
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kletka.errors import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidSpec,
    KletkaError,
)
from kletka.games.catalogue import GAMES
from kletka.move import Move
from kletka.perft import divide, perft
from kletka.position import Position, start
from kletka.record import Record
from kletka.spec import Spec

if TYPE_CHECKING:
    from kletka.drawing import svg
    from kletka.engine import analyse
    from kletka.engine.budget import Budget
    from kletka.engine.solving import solve

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Budget",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSpec",
    "KletkaError",
    "Move",
    "Position",
    "Record",
    "Spec",
    "analyse",
    "divide",
    "perft",
    "solve",
    "start",
    "svg",
]

_LOADED_LATER = {
    "Budget": "kletka.engine.budget",
    "analyse": "kletka.engine",
    "solve": "kletka.engine.solving",
    "svg": "kletka.drawing",
}


if not TYPE_CHECKING:  # or every misspelt name would pass

    def __getattr__(name: str) -> object:
        if name not in _LOADED_LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LOADED_LATER[name]), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
