"""What is not installed with the core: one clear sentence instead of a trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kletka.errors import KletkaError
from kletka.language import Text


class MissingExtra(KletkaError, ImportError):
    """A part of Kletka needs packages that are not installed; `extra` says which to ask for."""

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
    """Imports of packages that come with an extra; raises MissingExtra without them."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtra(extra, (missing.name or "").partition(".")[0]) from missing
