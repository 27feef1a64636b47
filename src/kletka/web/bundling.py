"""A script and all modules that it imports, as one script: pages load in fewer round trips.

Each module becomes a function that is called once and returns its exports, in the order in which a
browser would run them. Only the two forms of import and export that our scripts use are known;
anything else is an error, not a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b|^await\b.*", re.MULTILINE)
_RENAMED = re.compile(r"(\w+) as (\w+)")


class CannotBundle(ValueError):
    """A module uses what a bundle does not support."""


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """One script in place of the module `entry`; `read` gives the text of a module by its name."""
    sources: dict[str, str] = {}
    _collect(entry, read, sources, ())
    return "const modules = {};\n" + "".join(
        _wrapped(name, source) for name, source in sources.items()
    )


def _collect(
    name: str, read: Callable[[str], str], sources: dict[str, str], importers: tuple[str, ...]
) -> None:
    """Add a module after everything that it imports."""
    if name in importers:
        raise CannotBundle(f"modules import each other: {' > '.join((*importers, name))}")
    if name in sources:
        return
    source = read(name)
    for imported in _IMPORT.finditer(source):
        _collect(imported[2], read, sources, (*importers, name))
    sources[name] = source


def _wrapped(name: str, source: str) -> str:
    exported = _EXPORT.findall(source)
    body = _EXPORT.sub("", _IMPORT.sub(_from_modules, source))
    if unknown := _UNKNOWN.search(body):
        raise CannotBundle(f"{name} has what bundles do not support: {unknown[0]}")
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exported)} }};\n}})();\n'


def _from_modules(imported: re.Match[str]) -> str:
    names = _RENAMED.sub(r"\1: \2", imported[1])
    return f'const {{{names}}} = modules["{imported[2]}"];'
