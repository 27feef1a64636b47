"""What the engine knows of Kamiken: see `contract.py`. It has a prover of its own (`prover.py`)."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from kletka.compiling import inner_kernel
from kletka.engine.knowledge.images import images_of_cells
from kletka.engine.knowledge.kamiken.copying import bounds
from kletka.engine.knowledge.kamiken.features import FEATURES, list_features, scan, scan_size
from kletka.engine.knowledge.kamiken.playouts import playout
from kletka.games.kamiken import HEADER, KOMI, STONE_OF

__all__ = ["FEATURES", "bounds", "list_features", "playout", "scan", "scan_size"]


def images(variant: Any) -> Any:
    return images_of_cells(variant, [HEADER])


def prover(variant: Any, state: Any, memory: int, meter: Any) -> Any:
    # Provers stand on the solving package, which needs the kernels below.
    from kletka.engine.knowledge.kamiken.prover import PartProver, frames_of

    return None if frames_of(variant, state) is None else PartProver(variant, memory, meter)


@inner_kernel
def was_played(state, tables, player, move):
    return move < tables.cells and state[HEADER + move] & STONE_OF[player]


@inner_kernel
def points_scale(tables):
    return 0.5 * tables.width


@inner_kernel
def komi(tables):
    return tables.options[KOMI] / 2
