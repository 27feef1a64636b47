"""Manu's paths as pictures and refusals read them, against the moves that the rules allow."""

import random

import pytest

from kletka import start
from kletka.faces.manu_paths import (
    capture_path,
    direction_to,
    flight_over,
    flight_towards,
    jump_lines,
    jumps_between,
    square_round,
)
from kletka.position import Position


def walked(spec: str, seed: int) -> list[Position]:
    chance = random.Random(seed)
    position = start(spec)
    positions: list[Position] = []
    while not position.over and len(positions) < 150:
        positions.append(position)
        jumps = [move for move in position.moves if str(move) not in position.board.cell_named]
        position = position.play(chance.choice(jumps or list(position.moves)))
    return positions


@pytest.mark.parametrize(
    "spec", ["manu(size=7)", "manu(size=7,squares=sweep)", "manu(size=7,squares=sweep,pivot=any)"]
)
def test_paths_lead_where_the_moves_lead(spec: str) -> None:
    captures = 0
    for position in walked(spec, 1):
        variant, player = position.variant, position.to_move
        for move in map(str, position.moves):
            if ">" in move:
                origin, landing = (position.board.cell_named[name] for name in move.split(">"))
                assert jump_lines(variant, position.state, origin, player or 0) > 0
                assert {path.landing for path in jumps_between(variant, origin, landing)} == {
                    landing
                }
            elif move[0] in "^@":
                captures += 1
                jumper = int(position.state[variant.rules.JUMPER])
                path = capture_path(variant, jumper, move)
                assert path is not None
                assert path.origin == jumper
                assert position.play(move).pieces[path.landing] == player
    assert captures >= 7


def test_a_flight_goes_on_from_the_opposite_edge() -> None:
    variant = start("manu(size=7)").variant
    named = variant.board.cell_named
    path = flight_over(variant, named["A1"], named["F1"])
    assert path is not None
    assert (path.distance, path.direction, path.landing) == (5, 1, named["D1"])
    assert flight_over(variant, named["A1"], named["B2"]) is None
    assert direction_to(variant, named["A1"], named["B2"]) is None


def test_a_square_ends_where_it_leaves_the_board() -> None:
    variant = start("manu(size=7)").variant
    named = variant.board.cell_named
    path = square_round(variant, named["A2"], named["B2"], 1, 3)
    assert path is not None
    assert [variant.board.names[c] for c in path.crossings] == ["A1", "B1", "C1"]
    assert square_round(variant, named["A1"], named["B1"], 1, 1) is None


def test_only_a_sweep_comes_back_to_where_it_started() -> None:
    for squares, longest in (("solid", 7), ("sweep", 8)):
        variant = start(f"manu(size=7,squares={squares})").variant
        named = variant.board.cell_named
        path = square_round(variant, named["C4"], named["D4"], -1, longest)
        assert path is not None
        assert (path.landing == named["C4"]) == (squares == "sweep")
        assert square_round(variant, named["C4"], named["D4"], -1, longest + 1) is None


def test_a_square_around_any_stone_begins_where_the_jumper_stands() -> None:
    variant = start("manu(size=7,pivot=any)").variant
    named = variant.board.cell_named
    path = square_round(variant, named["C3"], named["D5"], 1, 3)
    assert path is not None
    assert path.distance == 2
    assert [variant.board.names[c] for c in path.crossings] == ["D3", "E3", "F3"]
    assert square_round(start("manu(size=7)").variant, named["C3"], named["D5"], 1, 3) is None


def test_a_flight_sees_what_is_in_its_way() -> None:
    position = start("manu(size=7)")
    for turn in ("A1", "C1", "D1", "G7"):
        position = position.play(turn)
    named = position.board.cell_named
    flight = flight_towards(position.variant, position.state, named["A1"], 1)
    assert flight is not None
    assert (flight.pivot, flight.distance, flight.landing) == (named["C1"], 2, named["E1"])
    assert flight.obstacle == named["D1"]
    assert flight_towards(position.variant, position.state, named["A1"], 2) is None
