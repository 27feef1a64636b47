"""Positions set up by hand: what lies where, thing by thing, until it is a position.

An arrangement may pass through boards that no game can reach. It can always be drawn, it knows
what is still wrong with it, and when nothing is, it is a position.
"""

from kletka.setup.base import Arrangement, Counter, Tool
from kletka.setup.reading import arrange, can_set_up, read_arrangement

__all__ = ["Arrangement", "Counter", "Tool", "arrange", "can_set_up", "read_arrangement"]
