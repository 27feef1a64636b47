"""The engine: plays strongly, explains, proves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kletka.engine.analysis import Analysis
    from kletka.engine.budget import Budget
    from kletka.position import Position


def analyse(
    position: Position,
    budget: Budget,
    *,
    threads: int = 1,
    tree_bytes: int | None = None,
    seed: int = 1,
) -> Analysis:
    """What the engine thinks of a position within a budget; solved exactly where that is possible.

    To watch the engine think, to stop it or to go on after a move, use
    `kletka.engine.thinking.Thinker`.
    """
    from kletka.engine.search import TREE_BYTES
    from kletka.engine.thinking import Thinker

    thinker = Thinker(position, threads=threads, tree_bytes=tree_bytes or TREE_BYTES, seed=seed)
    return thinker.think(budget)
