"""The examples in the bridges' docstrings run; tests/site runs those of docs/bridges.md."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("bridge", ["gymnasium", "openspiel", "pettingzoo", "vectorised"])
def test_examples_of_the_docstrings_run(bridge: str) -> None:
    failed, tried = doctest.testmod(import_module(f"kletka.bridges.{bridge}"))
    assert tried >= 3
    assert failed == 0
