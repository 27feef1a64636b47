"""Files of the project that experiments renew; an installed package is never written to."""

from __future__ import annotations

from pathlib import Path

import kletka


def is_clone(package: Path) -> bool:
    """Whether the package lies in a clone of the project, where its own files may be renewed."""
    return (package.parent.parent / "pyproject.toml").is_file() and package.parent.name == "src"


def own_file(given: str | None, inside: str, otherwise: str) -> Path:
    """Where to write: the file that was given, else the project's own one in a clone of it, else a
    file in the working folder."""
    if given:
        return Path(given)
    package = Path(kletka.__file__).parent
    return package / inside if is_clone(package) else Path(otherwise)
