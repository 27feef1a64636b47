"""Positions set up by hand, piece by piece.

An arrangement need not be a position that a game can reach. It can always be drawn, and it knows
what is still wrong with it; once nothing is, it can be made a position.
"""

from kletka.setup.base import Arrangement, Counter, Tool
from kletka.setup.reading import arrange, can_set_up, read_arrangement

__all__ = ["Arrangement", "Counter", "Tool", "arrange", "can_set_up", "read_arrangement"]
