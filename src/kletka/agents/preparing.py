"""Compile kernels ahead of time, so that everything starts at once later.

Each step compiles the kernels that Python calls for one purpose. Processes share the steps: as many
as the machine has processors. Each reads the names of its steps from standard input, so it ends
when nobody needs it any more.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import numba
import numpy as np

from kletka.compiling import store
from kletka.compiling.switching import READY, is_marked, mark
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import Position, start

PLAY, WALKS = READY, "walks"  # parts that can be prepared
Report = Callable[[int, int, str], None]  # steps done, all steps, what is being compiled
More = Mapping[str, str]  # other steps: where to find their functions, as in "package.module:name"


def is_prepared(*parts: str) -> bool:
    """Whether these parts are compiled on disk, or compiling is switched off."""
    config: Any = numba.config
    return bool(config.DISABLE_JIT) or all(is_marked(part) for part in parts)


def is_native() -> bool:
    """Whether the kernels of playing are compiled for this very processor."""
    return is_marked(READY, native=True)


def prepare(
    report: Report, *parts: str, more: More | None = None, niceness: int = 0, native: bool = False
) -> None:
    """Compile what is missing of some parts; raises KletkaError if that fails.

    `native` compiles for this processor even if the package has code for any. The processes have
    a lower priority by `niceness`.
    """
    more = more or {}
    steps = list(dict.fromkeys([*(step for part in parts for step in _STEPS_OF[part]), *more]))
    crew = _Crew(steps, more, niceness, native)
    told = None
    while len(crew.done) + len(crew.failed) < len(steps):
        crew.wait()
        state = (len(crew.done), len(steps), crew.busy_with)
        if state != told:
            report(*state)
            told = state
    if crew.failed:
        names = ", ".join(crew.failed)
        raise KletkaError(
            Text(
                f"compiling failed at {names}; `kletka prepare` shows why",
                f"не удалось скомпилировать: {names}; причину покажет `kletka prepare`",
            )
        )
    for part in parts:
        mark(part)
    store.delete_old()


class _Crew:
    """Processes that share some steps."""

    def __init__(self, steps: Sequence[str], more: More, niceness: int, native: bool) -> None:
        self._waiting = list(reversed(steps))
        self._more, self._niceness = more, niceness
        self._environment = {**os.environ, "KLETKA_KERNELS": store.NATIVE if native else ""}
        self._current: list[str] = []
        self._changes: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._changes.put(None)
        self.done: list[str] = []
        self.failed: list[str] = []
        for _ in range(min(os.cpu_count() or 1, len(steps))):
            threading.Thread(target=self._work, name="kletka-compile", daemon=True).start()

    @property
    def busy_with(self) -> str:
        return ", ".join(self._current)

    def wait(self) -> None:
        """Wait until something has changed."""
        self._changes.get()

    def _work(self) -> None:
        """Give steps to one process, and to another one if it dies."""
        process = None
        while self._waiting:
            step = self._waiting.pop()
            self._current.append(step)
            self._changes.put(None)
            process = process or self._start()
            compiled = _ask(process, self._more.get(step, step))
            if not compiled:
                _end(process)
                process = None
            self._current.remove(step)
            (self.done if compiled else self.failed).append(step)
        self._changes.put(None)
        if process is not None:
            _end(process)

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "kletka.agents.preparing", str(self._niceness)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
            start_new_session=True,  # Ctrl+C is for the program that waits
        )


def _ask(process: subprocess.Popen[str], step: str) -> bool:
    """Let a process compile a step; whether it did."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{step}\n")
        process.stdin.flush()
        return process.stdout.readline() == f"{step}\n"
    except OSError:
        return False


def _end(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(OSError):
        process.communicate()  # closes its input, at which it ends


# In a process that compiles.


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


def _compile_search() -> None:
    from kletka.engine.budget import Budget
    from kletka.engine.search import Search

    search = Search(_small_start(GAMES[0]), memory=2**20)
    search.run(Budget(simulations=4, sight=0.5))
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


def _compile_perft() -> None:
    from kletka.games.walks import perft

    variant = _small_start(GAMES[0]).variant
    bound = variant.rules.moves_bound(variant.tables)
    perft(variant.number, variant.start(), variant.tables, 2, bound)


def _compile_playouts() -> None:
    from kletka.games.walks import run_playouts

    variant = _small_start(GAMES[0]).variant
    scratch = np.zeros(variant.rules.scratch_size(variant.tables), np.int32)
    seed, points = np.array([1], np.uint64), np.zeros(len(variant.players))
    run_playouts(variant.number, variant.start(), variant.tables, seed, scratch, 1, points)


_STEPS: dict[str, Callable[[], None]] = {
    "engine: search": _compile_search,
    **{game: partial(_compile_rules, game) for game in reversed(GAMES)},
    "engine: solving": _compile_solvers,
    "walks: playouts": _compile_playouts,
    "walks: perft": _compile_perft,
}
_STEPS_OF = {  # the longest first
    PLAY: ("engine: search", *reversed(GAMES), "engine: solving"),
    WALKS: ("walks: playouts", "walks: perft", *reversed(GAMES)),
}


def _compile_what_is_asked() -> None:
    """Compile the steps that are named on standard input; repeat the name of each at its end."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]))
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        step = asked.get()
        _function_of(step)()
        print(step, flush=True)


def _listen(asked: queue.SimpleQueue[str]) -> None:
    """Queue the steps that are asked for; end the process when nobody can ask any more."""
    for line in sys.stdin:
        asked.put(line.strip())
    os._exit(0)


def _function_of(step: str) -> Callable[[], Any]:
    if step in _STEPS:
        return _STEPS[step]
    module, name = step.split(":")
    function: Callable[[], Any] = getattr(import_module(module), name)
    return function


if __name__ == "__main__":
    _compile_what_is_asked()
