"""The tables of docs/scale.md are those that the model makes of the measured constants."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.growth.model import Constants, needs
from benchmarks.growth.page import PAGE, written


def test_the_page_has_the_tables_of_the_model() -> None:
    text = PAGE.read_text()
    assert written(text, Constants.load()) == text


def test_twice_the_people_need_twice_of_all_but_the_bells() -> None:
    constants = replace(Constants.load(), hearing=0.0)
    some, twice = needs(100_000, constants), needs(200_000, constants)
    assert twice.moves == pytest.approx(2 * some.moves)
    assert twice.writing == pytest.approx(2 * some.writing)
    assert twice.ringing == pytest.approx(4 * some.ringing, rel=0.05)


def test_dividing_games_among_databases_divides_their_shares() -> None:
    constants = replace(Constants.load(), hearing=0.0)
    together, divided = needs(100_000, constants), needs(100_000, constants, groups=4)
    assert divided.writing == pytest.approx(together.writing / 4)
    assert divided.ringing == pytest.approx(together.ringing / 16, rel=0.05)
