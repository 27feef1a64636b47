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
    """What the engine thinks of a position within a budget; solved exactly where that is possible.

    To watch a search while it runs, to stop it or to reuse it, use `kletka.engine.search.Search`.
    """
    from kletka.engine.endgame import solve_rest, with_rest
    from kletka.engine.search import MEMORY, Search

    search = Search(position, threads=threads, memory=memory or MEMORY, seed=seed)
    rest, left = solve_rest(position, budget)
    search.run(left)
    return with_rest(search.analysis(), rest)
