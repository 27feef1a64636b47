"""Strategy games that people invented on squared paper; `GAMES` lists them.

>>> import kletka
>>> position = kletka.start("kamiken(size=5)").play("C3").play("B2")
>>> position.points
(2, 2.5)
"""

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

__version__ = "0.1.0"

__all__ = [
    "GAMES",
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
    "divide",
    "perft",
    "start",
]
