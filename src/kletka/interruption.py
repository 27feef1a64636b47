"""Long work that stops when nobody wants its result any more.

`stopping_when` says how to find that out. Positions ask at every move, so that whatever plays
through games stops between two moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Interrupted(Exception):
    """Nobody wants the result any more."""


_unwanted: ContextVar[Callable[[], bool] | None] = ContextVar("unwanted", default=None)


@contextmanager
def stopping_when(unwanted: Callable[[], bool]) -> Iterator[None]:
    """Raise Interrupted from the work inside, once `unwanted` returns True."""
    token = _unwanted.set(unwanted)
    try:
        yield
    finally:
        _unwanted.reset(token)


def check_wanted() -> None:
    """Raise Interrupted if the work that is going on in this thread is no longer wanted."""
    unwanted = _unwanted.get()
    if unwanted is not None and unwanted():
        raise Interrupted
