"""The reference of the Python interface: one page for each public module, from its docstrings."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import kletka.bridges

# What they share among themselves; everything else in the package is a bridge to use.
INSIDE_BRIDGES = {
    f"kletka.bridges.{name}"
    for name in ("batch_arguments", "games_state", "packed_games", "stepping")
}

CHAPTERS: dict[str, tuple[str, ...]] = {
    "The games": ("kletka", "kletka.drawing", "kletka.setup", "kletka.variations"),
    "The engine": (
        "kletka.engine",
        "kletka.engine.analysis",
        "kletka.engine.budget",
        "kletka.engine.thinking",
        "kletka.engine.solving",
    ),
    "Agents": (
        "kletka.agents",
        "kletka.agents.match",
        "kletka.agents.opponents",
        "kletka.agents.styles",
        "kletka.agents.review",
    ),
    "Bridges": tuple(
        module.name
        for module in pkgutil.iter_modules(kletka.bridges.__path__, "kletka.bridges.")
        if module.name not in INSIDE_BRIDGES
    ),
    "The library": (
        "kletka.library.rules",
        "kletka.library.lessons",
        "kletka.library.puzzles",
        "kletka.library.proved",
        "kletka.library.fair",
    ),
    "The laboratory": (
        "kletka.lab.dataset",
        "kletka.lab.dataset_arrays",
        "kletka.lab.matches",
        "kletka.lab.ratings",
        "kletka.lab.worker_pools",
    ),
}
# Data has no docstring of its own.
DATA = {"kletka.GAMES": "The names of all games, in the order in which they came."}
PUBLIC_MODULES = tuple(module for modules in CHAPTERS.values() for module in modules)
_LEAD = """# The Python interface

Every public name, from its docstring. `import kletka` is enough for the first page; the other
modules are imported by their names. What is not listed here may change without notice."""


def public_names(module: ModuleType) -> tuple[str, ...]:
    """The names in `__all__`; without it, everything that is defined here and not private."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return tuple(listed)
    return tuple(
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and (inspect.isclass(value) or callable(value))
    )


def home_of(module: ModuleType, name: str) -> str:
    """The module to whose page links to a name lead: its own one, if that has a page."""
    own = getattr(getattr(module, name), "__module__", None)
    return own if own in PUBLIC_MODULES else module.__name__


def write_reference(folder: Path) -> None:
    """Write a page for each public module, and one that lists them."""
    (folder / "reference").mkdir()
    parts = [_LEAD]
    for chapter, modules in CHAPTERS.items():
        rows = "\n".join(f"- [{name}]({name}.md): {_first_line(name)}" for name in modules)
        parts.append(f"## {chapter}\n\n{rows}")
        for name in modules:
            page = folder / "reference" / f"{name}.md"
            page.write_text("\n".join(_page(name)), encoding="utf-8")
    menu = "\n".join(f"{name} <{name}>" for name in PUBLIC_MODULES)
    parts.append(f"```{{toctree}}\n:hidden:\n\n{menu}\n```")
    (folder / "reference" / "index.md").write_text("\n\n".join(parts), encoding="utf-8")


def _first_line(module: str) -> str:
    return (inspect.getdoc(import_module(module)) or "").partition("\n")[0]


def _page(name: str) -> Iterator[str]:
    module = import_module(name)
    yield f"# {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :no-members:\n"
    for each in public_names(module):
        value = getattr(module, each)
        if _is_data(value):
            yield f".. py:data:: {each}\n   :module: {name}\n   :value: {value!r}\n"
            yield f"   {DATA[f'{name}.{each}']}\n"
            continue
        yield f".. {_directive(value)}:: {name}.{each}"
        if home_of(module, each) != name:
            yield "   :no-index:"  # links lead to the page of its own module
        if inspect.isclass(value):
            yield "   :members:\n   :undoc-members:\n   :show-inheritance:"
        yield ""
    yield "```\n"


def _directive(value: object) -> str:
    if inspect.isclass(value):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    return "autofunction"


def _is_data(value: object) -> bool:
    return not (inspect.isclass(value) or callable(value))
