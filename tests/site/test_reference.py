"""Every public name has a docstring; that it is on a page of the site, test_site.py checks."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

import pytest
from docs.site.reference import DATA, INSIDE_BRIDGES, PUBLIC_MODULES, public_names

import kletka


def undocumented(module: str) -> Iterator[str]:
    """The public names of a module, and the methods of its classes, without a docstring."""
    loaded = import_module(module)
    if not inspect.getdoc(loaded):
        yield module
    for name in public_names(loaded):
        value = getattr(loaded, name)
        is_data = not (inspect.isclass(value) or callable(value))
        if not (DATA.get(f"{module}.{name}") if is_data else inspect.getdoc(value)):
            yield f"{module}.{name}"
        if inspect.isclass(value):
            yield from (f"{module}.{name}.{member}" for member in silent_members(value))


def silent_members(owner: type) -> Iterator[str]:
    for name, member in vars(owner).items():
        can_speak = callable(getattr(member, "__func__", member)) or isinstance(member, property)
        if not name.startswith("_") and can_speak and not inspect.getdoc(getattr(owner, name)):
            yield name


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_every_public_name_has_a_docstring(module: str) -> None:
    assert list(undocumented(module)) == []


def test_the_package_and_its_bridges_are_public() -> None:
    assert PUBLIC_MODULES[0] == "kletka"
    assert set(public_names(kletka)) == set(kletka.__all__)
    assert {"kletka.bridges.openspiel", "kletka.bridges.vectorised"} <= set(PUBLIC_MODULES)
    assert INSIDE_BRIDGES.isdisjoint(PUBLIC_MODULES)
