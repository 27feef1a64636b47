"""Help for `images`: mirror images of states whose value has a number for each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kletka.variant import Variant


def images_of_cells(variant: Variant, begins: Sequence[int]) -> Any:
    """The images of states in which a number for each cell follows from each of these places."""
    symmetries = variant.board.symmetries
    order = np.arange(variant.rules.value_size(variant.tables), dtype=np.int16)
    rows = np.tile(order, (len(symmetries), 1))
    for row, symmetry in zip(rows, symmetries, strict=True):
        for begin in begins:
            for cell, target in enumerate(symmetry.cells):
                row[begin + target] = begin + cell
    return rows
