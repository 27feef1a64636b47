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
    memory: int | None = None,
    seed: int = 1,
) -> Analysis:
    """Search a position within a budget and tell what was found."""
    from kletka.engine.search import MEMORY, Search

    search = Search(position, threads=threads, memory=memory or MEMORY, seed=seed)
    search.run(budget)
    return search.analysis()
