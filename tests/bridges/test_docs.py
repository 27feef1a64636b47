"""The examples in docs/bridges.md and in the bridges' docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "bridges.md"


def test_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried >= 30
    assert failed == 0


@pytest.mark.parametrize("bridge", ["gymnasium", "openspiel", "pettingzoo", "vectorised"])
def test_examples_of_the_docstrings_run(bridge: str) -> None:
    failed, tried = doctest.testmod(import_module(f"kletka.bridges.{bridge}"))
    assert tried >= 3
    assert failed == 0
