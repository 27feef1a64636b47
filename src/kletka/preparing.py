"""Compiling all kernels ahead, so that afterwards everything starts at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
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


def is_prepared(engine: bool = False) -> bool:
    """Whether the rules, or the engine too, lie compiled on disk, or need not."""
    config: Any = numba.config
    return bool(config.DISABLE_JIT) or _marker(engine).exists()


def prepare(report: Callable[[int, int, str], None], engine: bool = False) -> None:
    """Compile what is not compiled yet; `report` gets steps done, all steps, what is next."""
    steps = [*(() if is_prepared() else _rules_steps()), *(_engine_steps() if engine else ())]
    for done, (name, step) in enumerate(steps):
        report(done, len(steps), name)
        step()
    report(len(steps), len(steps), "")
    for part in (False, engine):
        _marker(part).touch()


def prepare_lab() -> None:
    """Compile the lab's quick games too: who only wants to play need not wait for them."""
    from kletka.lab.portrait.measuring import Sitting, measure
    from kletka.spec import Spec

    measure(Sitting(Spec("kamiken(size=2)"), "fast", 1))


def _marker(engine: bool) -> Path:
    packages = ("games", "engine/kernels") if engine else ("games",)
    return cache_folder(*packages) / "prepared"


def _rules_steps() -> Iterator[tuple[str, Callable[[], None]]]:
    options = {"kamiken": [1], "ydyumby": [8], "vyun": [], "manu": [8, 4, 0]}
    for number, rules in enumerate((kamiken, ydyumby, vyun, manu)):
        name = rules.__name__.rpartition(".")[2]
        tables = build_tables(rectangle(4, 4), 2, options[name])
        yield name, partial(_compile_rules, rules, tables)
        yield f"{name}: playouts", partial(_compile_walks, number, rules, tables)


def _compile_rules(rules: Any, tables: Tables) -> None:
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


def _compile_walks(game: int, rules: Any, tables: Tables) -> None:
    state = np.zeros(rules.state_size(tables), np.int16)
    rules.start(state, tables)
    seed = np.array([1], np.uint64)
    scratch = np.zeros(rules.scratch_size(tables), np.int32)
    bound = rules.moves_bound(tables)
    switchboard.perft(game, state, tables, 2, bound)
    switchboard.run_playouts(game, state, tables, seed, scratch, 1, np.zeros(tables.players))


def _engine_steps() -> Iterator[tuple[str, Callable[[], None]]]:
    yield "engine: search", _compile_search
    yield "engine: solving kamiken", partial(_compile_solver, "kamiken(size=2)")
    yield "engine: solving other games", partial(_compile_solver, "vyun(board=2x2)")


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
