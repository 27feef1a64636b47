"""Compile kernels ahead of time, so that everything starts at once later.

On two processors a helper process compiles some steps in parallel. What both compile at the same
time may be lost on disk, so a last pass in a fresh process makes sure that nothing is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np

from kletka.faces import face_of
from kletka.games import switchboard
from kletka.games.catalogue import GAMES
from kletka.games.compiling import cache_folder
from kletka.position import Position, start

RULES, ENGINE, WALKS = (
    "rules",
    "engine",
    "walks",
)  # parts that can be prepared; the rules always are
LAST_LOOK = "last look"


def is_prepared(*parts: str) -> bool:
    """Whether the rules and these parts are compiled on disk, or compiling is switched off."""
    config: Any = numba.config
    return bool(config.DISABLE_JIT) or all(_marker(part).exists() for part in (RULES, *parts))


def prepare(report: Callable[[int, int, str], None], *parts: str) -> None:
    """Compile what is missing; `report` gets the steps done, all steps, and the next step."""
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
    """A process that compiles these steps; if it fails, they are compiled later anyway."""
    helper = subprocess.Popen(
        [sys.executable, "-m", "kletka.agents.preparing", *names], stderr=subprocess.DEVNULL
    )
    try:
        yield helper
    finally:
        helper.kill()
        helper.wait()


# The rules.


def _small_start(game: str) -> Position:
    return start(face_of(game).profile.quick_board)


def _compile_rules(game: str) -> None:
    """Compile what positions ask of their rules, directly and through the face."""
    position = _small_start(game)
    for _ in range(2):
        assert Position.parse(str(position)) == position  # reading a text refreshes the state
        _ = position.points, position.territory
        position = position.play(position.moves[0])
    variant, state = position.variant, position.state
    variant.rules.winners(state, variant.tables, np.zeros(len(variant.players)))
    variant.face.call_other_kernels(variant, state)


# All games behind one switchboard, as the engine calls them, and walks through many games.


def _compile_moves() -> None:
    variant, state, _ = _switchboard_arguments()
    out = np.zeros(variant.rules.moves_bound(variant.tables), np.int32)
    switchboard.moves(variant.number, state, variant.tables, out)
    switchboard.apply(variant.number, state, variant.tables, out[0])


def _compile_playouts() -> None:
    variant, state, scratch = _switchboard_arguments()
    seed, points = np.array([1], np.uint64), np.zeros(len(variant.players))
    switchboard.playout(variant.number, state, variant.tables, seed, scratch)
    switchboard.points(variant.number, state, variant.tables, points)


def _compile_walks() -> None:
    from kletka.games.walks import perft, run_playouts

    variant, state, scratch = _switchboard_arguments()
    number, tables, seed = variant.number, variant.tables, np.array([1], np.uint64)
    perft(number, state, tables, 2, variant.rules.moves_bound(tables))
    run_playouts(number, state, tables, seed, scratch, 1, np.zeros(len(variant.players)))


def _switchboard_arguments() -> tuple[Any, Any, Any]:
    """A variant, a state of it that may be changed, and scratch for playouts."""
    variant = _small_start(GAMES[0]).variant
    scratch = np.zeros(variant.rules.scratch_size(variant.tables), np.int32)
    return variant, variant.start(), scratch


# The engine.


def _compile_search() -> None:
    from kletka.engine.budget import Budget
    from kletka.engine.search import Search

    search = Search(_small_start(GAMES[0]), memory=2**20)
    search.run(Budget(simulations=4))
    search.play(search.analysis().best)


def _compile_solvers() -> None:
    """Compile the general solver and those of single games."""
    from kletka.engine.solving import solve
    from kletka.engine.solving.by_rules import ByRules
    from kletka.engine.solving.meter import Meter

    variant = _small_start(GAMES[0]).variant
    prover = ByRules(variant, 2**16, Meter())
    prover.guess(variant.start(), 0)
    prover.known(variant.start())
    prover.ask(variant.start(), 0)
    prover.step(1, 1)
    for game in GAMES:
        solve(_small_start(game), nodes=1, memory=2**16)


_STEPS: dict[str, Callable[[], None]] = {
    **{game: partial(_compile_rules, game) for game in GAMES},
    "engine: playouts": _compile_playouts,
    "engine: moves": _compile_moves,
    "engine: search": _compile_search,
    "engine: solving": _compile_solvers,
    "walks": _compile_walks,
}
_STEPS_OF = {
    RULES: tuple(reversed(GAMES)),
    ENGINE: tuple(name for name in _STEPS if name.startswith("engine: ")),
    WALKS: ("walks",),
}
_MEANWHILE = {  # what the helper does during a step
    GAMES[-1]: GAMES[:-1],
    "engine: playouts": ("engine: moves",),
    "engine: search": ("engine: solving",),
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        _STEPS[name]()
