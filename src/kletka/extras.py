"""Optional dependencies: one clear sentence if they are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kletka.errors import KletkaError
from kletka.language import Text


class MissingExtra(KletkaError, ImportError):
    """A package that is not installed is needed; `extra` is the extra to install it with."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(
            Text(
                f"this needs {package}, which is not installed; install it with: "
                f"pip install 'kletka[{extra}]'",
                f"для этого нужен пакет {package}, а он не установлен; установите его так: "
                f"pip install 'kletka[{extra}]'",
            )
        )
        self.extra = extra


@contextmanager
def need(extra: str) -> Iterator[None]:
    """Wraps imports of the packages of an extra; raises MissingExtra if they are missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtra(extra, (missing.name or "").partition(".")[0]) from missing
