"""How games end, in the words of their faces."""

from __future__ import annotations

from typing import Any

import pytest

from kletka import GAMES, Position, start
from kletka.faces import face_of
from kletka.lab.portrait.measuring import SelfPlayPlan, measure
from kletka.spec import Spec


def ending(spec: str, moves: str) -> str | None:
    positions: list[Position] = [start(spec)]
    for move in moves.split():
        positions.append(positions[-1].play(move))
    assert positions[-1].over
    states: list[Any] = [position.state for position in positions]
    return positions[0].variant.face.ending(positions[0].variant, states)


@pytest.mark.parametrize(
    ("spec", "moves", "expected"),
    [
        ("kamiken(size=3)", "B2 pass pass", "passed"),
        ("kamiken(size=1)", "A1", "full"),
        ("vyun(board=2x2)", "pass pass", "early"),
        ("vyun(board=2x2)", "A1 B1 A2 pass pass", "passed"),
        ("manu(size=3,reserve=1)", "A1 C2", "stuck"),
    ],
)
def test_endings(spec: str, moves: str, expected: str) -> None:
    assert ending(spec, moves) == expected


@pytest.mark.parametrize(
    "spec", ["kamiken(size=4)", "ydyumby(board=4x4)", "vyun(board=3x3)", "manu(size=4)"]
)
def test_every_game_of_a_tally_has_an_ending(spec: str) -> None:
    tally = measure(SelfPlayPlan(Spec(spec), "fast", 12)).tally
    names = dict(face_of(Spec(spec).game).endings)
    assert set(tally.endings) <= set(names)
    assert sum(found.games for found in tally.endings.values()) == 12
    assert sum(found.turns for found in tally.endings.values()) == tally.turns_in_all


def test_a_supply_that_runs_out_is_told_apart() -> None:
    tally = measure(SelfPlayPlan(Spec("ydyumby(board=5x5,supply=1)"), "fast", 6)).tally
    assert set(tally.endings) == {"supply"}


@pytest.mark.parametrize("game", GAMES)
def test_endings_have_names_in_both_languages(game: str) -> None:
    for key, name in face_of(game).endings:
        assert key.isidentifier()
        assert name.en
        assert name.ru
