"""What the engine does with a game that it knows nothing of: enough to play and solve any game."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.games import switchboard as rules
from kletka.games.contract import leaders

FEATURES = 0
WIDEST = 2047  # the largest outcome that the table of proofs can hold


def scan_size(variant: Any) -> int:
    return 1


def playout_scratch_size(variant: Any) -> int:
    return variant.rules.scratch_size(variant.tables)


def images(variant: Any) -> Any:
    """Where cells stand in a state is not known: only the position itself."""
    return np.arange(variant.rules.value_size(variant.tables), dtype=np.int16)[np.newaxis]


def prover(variant: Any, state: Any, memory: int, meter: Any) -> Any:
    return None


@kernel
def playout(game, state, tables, seed, scratch, weights, features):
    return rules.playout(game, state, tables, seed, scratch)


@inner_kernel
def was_played(game, state, tables, player, move):
    return False


@inner_kernel
def scan(game, state, tables, seen):
    pass


@inner_kernel
def list_features(game, state, tables, move, seen, features):
    """Without features all moves are equally likely."""
    return 0


@inner_kernel
def points_scale(game, tables):
    return 0.08 * tables.cells + 1.0


@inner_kernel
def outcome(game, state, tables, points):
    """The lead in points, unless the rules name another winner."""
    bits = rules.winners(game, state, tables, points)
    if bits == leaders(points):
        return np.float32(points[0] - points[1])
    if bits == 3:
        return np.float32(0.0)
    return np.float32(1.0) if bits == 1 else np.float32(-1.0)


@inner_kernel
def komi(game, tables):
    return 0.0


@inner_kernel
def bounds(game, state, tables, scratch):
    return -WIDEST, WIDEST


@inner_kernel
def promise(game, state, tables, low, high):
    return low + high


@inner_kernel
def simplify(game, state, tables, plain):
    return False


@inner_kernel
def is_mirrored_by_order(game, state, tables):
    return True
