"""Optional dependencies: one clear sentence if they are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

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
        package = (missing.name or "").partition(".")[0]
        if package == __name__.partition(".")[0]:  # a module of ours is missing: no extra helps
            raise
        raise MissingExtra(extra, package) from missing


def require(extra: str, *packages: str) -> None:
    """Raise MissingExtra unless these packages are installed; they are not imported.

    It is for work that takes long and needs them only at its end.
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(extra, package)
