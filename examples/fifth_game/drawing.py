"""Apart: stones in cells, as every game of pieces is drawn."""

from __future__ import annotations

from kletka.drawing.base import BasePicture


class Picture(BasePicture):
    pass
