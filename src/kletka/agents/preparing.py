"""Compiling all kernels ahead, so that afterwards everything starts at once.

On two processors a second process helps: it compiles some steps while this one is busy with
others. What both compile at the same time may be lost on disk, so a last look from a fresh process
makes sure that nothing is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import numpy as np

from kletka.games import kamiken, manu, switchboard, vyun, ydyumby
from kletka.games.boards import rectangle
from kletka.games.compiling import cache_folder
from kletka.games.contract import Tables
from kletka.games.tables import build_tables
from kletka.games.vyun_territory import find_regions

RULES, ENGINE, WALKS = "rules", "engine", "walks"  # what can be prepared; the rules always are
LAST_LOOK = "last look"


def is_prepared(*parts: str) -> bool:
    """Whether the rules, and these parts too, lie compiled on disk, or need not."""
    config: Any = numba.config
    return bool(config.DISABLE_JIT) or all(_marker(part).exists() for part in (RULES, *parts))


def prepare(report: Callable[[int, int, str], None], *parts: str) -> None:
    """Compile what is not compiled yet; `report` gets steps done, all steps, what is next."""
    asked = parts if is_prepared() else (RULES, *parts)
    steps = [step for part in asked for step in _STEPS_OF[part]]
    helps = (os.cpu_count() or 1) > 1 and not is_prepared(*parts)
    names = [*steps, *([LAST_LOOK] if helps else [])]
    for done, name in enumerate(names):
        report(done, len(names), name)
        if name == LAST_LOOK:
            with _helper(steps) as helper:
                helper.wait()
        elif helps and name in _MEANWHILE:
            with _helper(_MEANWHILE[name]) as helper:
                _STEPS[name]()
                helper.wait()
        else:
            _STEPS[name]()
    report(len(names), len(names), "")
    for part in asked:
        _marker(part).touch()


def _marker(part: str) -> Path:
    packages = ("games", "engine") if part == ENGINE else ("games",)
    return cache_folder(*packages) / f"prepared-{part}"


@contextmanager
def _helper(names: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that compiles these steps; if it fails, they are compiled here later."""
    helper = subprocess.Popen(
        [sys.executable, "-m", "kletka.agents.preparing", *names], stderr=subprocess.DEVNULL
    )
    try:
        yield helper
    finally:
        helper.kill()
        helper.wait()


# The rules.


def _tables_of(rules: Any) -> Tables:
    options = {kamiken: [1], ydyumby: [8], vyun: [], manu: [8, 4, 0]}
    return build_tables(rectangle(4, 4), 2, options[rules])


def _compile_rules(rules: Any) -> None:
    tables = _tables_of(rules)
    state = np.zeros(rules.state_size(tables), np.int16)
    points = np.zeros(tables.players)
    out = np.zeros(rules.moves_bound(tables), np.int32)
    rules.start(state, tables)
    rules.moves(state, tables, out)
    rules.apply(state, tables, int(out[0]))
    rules.refresh(state, tables)
    rules.points(state, tables, points)
    rules.winners(state, tables, points)
    if rules is ydyumby:
        rules.in_play(tables)
    if rules is vyun:
        find_regions(state[vyun.HEADER + tables.cells :], tables)


# All games behind one switchboard, as the engine calls them, and walks through many games.


def _start(rules: Any = kamiken) -> tuple[Any, Tables]:
    tables = _tables_of(rules)
    state = np.zeros(rules.state_size(tables), np.int16)
    rules.start(state, tables)
    return state, tables


def _compile_moves() -> None:
    state, tables = _start()
    out = np.zeros(kamiken.moves_bound(tables), np.int32)
    switchboard.moves(switchboard.KAMIKEN, state, tables, out)
    switchboard.apply(switchboard.KAMIKEN, state, tables, out[0])


def _compile_playouts() -> None:
    state, tables = _start()
    scratch = np.zeros(kamiken.scratch_size(tables), np.int32)
    switchboard.playout(switchboard.KAMIKEN, state, tables, np.array([1], np.uint64), scratch)
    switchboard.points(switchboard.KAMIKEN, state, tables, np.zeros(tables.players))


def _compile_walks() -> None:
    state, tables = _start()
    scratch = np.zeros(kamiken.scratch_size(tables), np.int32)
    game, bound, seed = switchboard.KAMIKEN, kamiken.moves_bound(tables), np.array([1], np.uint64)
    switchboard.perft(game, state, tables, 2, bound)
    switchboard.run_playouts(game, state, tables, seed, scratch, 1, np.zeros(tables.players))


# The engine.


def _compile_search() -> None:
    from kletka.engine.budget import Budget
    from kletka.engine.search import Search
    from kletka.position import start

    search = Search(start("kamiken(size=3)"), memory=2**20)
    search.run(Budget(simulations=4))
    search.play(search.analysis().best)


def _compile_solver(spec: str) -> None:
    from kletka.engine.solving import solve
    from kletka.position import start

    solve(start(spec))


_STEPS: dict[str, Callable[[], None]] = {
    "manu": lambda: _compile_rules(manu),
    "kamiken": lambda: _compile_rules(kamiken),
    "ydyumby": lambda: _compile_rules(ydyumby),
    "vyun": lambda: _compile_rules(vyun),
    "engine: playouts": _compile_playouts,
    "engine: moves": _compile_moves,
    "engine: search": _compile_search,
    "engine: solving kamiken": lambda: _compile_solver("kamiken(size=2)"),
    "engine: solving other games": lambda: _compile_solver("vyun(board=2x2)"),
    "walks": _compile_walks,
}
_STEPS_OF = {
    RULES: ("manu", "kamiken", "ydyumby", "vyun"),
    ENGINE: tuple(name for name in _STEPS if name.startswith("engine: ")),
    WALKS: ("walks",),
}
_MEANWHILE = {  # what the helper does during a step
    "manu": ("kamiken", "ydyumby", "vyun"),
    "engine: playouts": ("engine: moves",),
    "engine: search": ("engine: solving kamiken", "engine: solving other games"),
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        _STEPS[name]()
