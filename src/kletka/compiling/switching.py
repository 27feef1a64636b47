"""Kernels that begin as plain Python and become machine code later.

With KLETKA_KERNELS=background a program starts at once, although nothing is compiled yet. Another
process compiles (`kletka.agents.preparing`) and leaves a mark when everything is there; from then
on kernels are loaded and run as machine code. A call that has begun as plain Python ends so.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import types

from kletka.compiling import store

BACKGROUND = "background"
READY = "ready-to-play"  # the mark of all kernels that playing needs
WHERE_MARKED = "kletka.engine."  # beside the kernels of the engine
PAUSE = 0.5  # seconds between two looks for the mark


@cache
def starts_plain() -> bool:
    """Whether kernels of this process begin as plain Python."""
    return os.environ.get("KLETKA_KERNELS") == BACKGROUND and not is_marked(READY)


def is_marked(part: str, native: bool = False) -> bool:
    """Whether the kernels of a part are compiled on disk, for any processor or for this one."""
    return store.is_there(WHERE_MARKED, part, native)


def mark(part: str) -> None:
    """Note that the kernels of a part are compiled."""
    store.write(WHERE_MARKED, part, b"")


class _Switch:
    """Whether to run machine code, for all kernels of this process."""

    def __init__(self) -> None:
        self.compiled = False
        self._next_look = 0.0

    def look(self) -> bool:
        now = time.monotonic()
        if not self.compiled and now >= self._next_look:
            self._next_look = now + PAUSE
            self.compiled = is_marked(READY)
        return self.compiled


_switch = _Switch()
_here = threading.local()  # plain: whether this thread is inside a plain kernel


class SwitchingKernel:
    """A kernel in either form."""

    def __init__(self, function: Callable[..., Any], compiled: Any) -> None:
        self.py_func, self._compiled = function, compiled
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        if getattr(_here, "plain", False):
            return self.py_func(*arguments)
        if _switch.look():
            return self._compiled(*arguments)
        _here.plain = True
        try:
            return self.py_func(*arguments)
        finally:
            _here.plain = False

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self._compiled)
