"""Turns of several moves, and whose pieces stand where."""

from typing import assert_type

import pytest

from kletka import KletkaError, Record, start
from kletka.errors import IllegalMove, InvalidMove
from kletka.move import Move


def test_pieces_are_players_by_cell() -> None:
    position = start("kamiken(size=3)").play("B2").play("A1")
    assert position.board.names[:2] == ("A1", "B1")
    assert position.pieces == (1, None, None, None, 0, None, None, None, None)


def test_a_cell_is_looked_up_by_its_name() -> None:
    position = start("kamiken(size=3)").play("B2").play("A1")
    assert (position.at("B2"), position.at("a1"), position.at("C3")) == (0, 1, None)
    assert position.at("B2", "B1") is None
    assert position.links == {}
    with pytest.raises(KletkaError, match=r"there is no D4 on this board \(A1 to C3\)"):
        position.at("D4")


def test_vines_are_links_between_squares() -> None:
    position = start("vyun(board=3x3)")
    for move in ("B2", "A1", "B2>B1", "A1>A2"):
        position = position.play(move)
    assert position.links == {("B1", "B2"): 0, ("A1", "A2"): 1}
    assert position.at("B2", "B1") == position.at("b1", "b2") == 0
    assert position.at("B2", "C2") is None
    assert position.at("B1") is None


def test_moves_have_types() -> None:
    moves = start("kamiken(size=3)").moves
    assert_type(moves[0], Move)
    assert_type(moves[:2], list[Move])
    assert_type(list(moves), list[Move])
    assert (moves[0], moves[-1], moves[:2]) == (Move("A1"), Move("pass"), [Move("A1"), Move("B1")])


TYPED = [
    ("kamiken(size=3)", "b2 PASS a3", "B2 pass A3"),
    ("ydyumby(board=hex3)", "c3 a1", "C3 A1"),
    ("vyun(board=3x3)", "b2 A1 b2>b1 Pass", "B2 A1 B2>B1 pass"),
    ("manu(size=7)", "e6 c3 b1 g2 d3 a6 d3>b3@b1-1", "E6 C3 B1 G2 D3 A6 D3>B3@B1-1"),
]


@pytest.mark.parametrize(("spec", "typed", "usual"), TYPED)
def test_lower_case_is_understood_and_capitals_are_written(
    spec: str, typed: str, usual: str
) -> None:
    record, written = Record.begin(spec), Record.begin(spec)
    for one, other in zip(typed.split(), usual.split(), strict=True):
        assert str(record.end.steps(one)[0]).lower() in record.end.moves
        assert record.end.play_turn(one) == written.end.play_turn(other)
        assert record.end.usual_text(one) == other
        record, written = record.play_turn(one), written.play_turn(other)
    assert record == written
    assert record.turns == tuple(usual.split())
    text = str(written)
    for one, other in zip(typed.split(), usual.split(), strict=True):
        text = text.replace(f". {other}", f". {one}", 1)
    assert str(Record.parse(text)) == str(written)


@pytest.mark.parametrize("text", ["ſ1", "ı1", "c３", "c3 ", "c3c4", "pa ss"])
def test_only_plain_letters_have_another_case(text: str) -> None:
    with pytest.raises(InvalidMove):
        start("kamiken(size=9)").play(text)


@pytest.mark.parametrize("spec", ["kamiken(size=3)", "ydyumby(board=6x6)", "vyun(board=3x3)"])
def test_turns_of_one_move_have_no_end(spec: str) -> None:
    position = start(spec)
    assert position.turn_end is None
    assert not position.can_end_turn
    assert position.end_turn() is position
    assert position.turn_text([position.moves[0]]) == str(position.moves[0])


def test_a_turn_under_way_can_end_once_a_stone_is_taken() -> None:
    position = start("manu(size=7)")
    for turn in ("E6", "C3", "B1", "G2", "D3", "A6", "D3>B3"):
        position = position.play(turn)
    assert position.in_turn
    assert not position.can_end_turn
    assert position.turn_end == Move("stop")
    with pytest.raises(IllegalMove):
        position.end_turn()


def test_records_leave_out_the_move_that_ends_a_turn() -> None:
    position = start("manu(size=7)")
    assert position.turn_text([Move("D3>B3"), "@B1-1", "stop"]) == "D3>B3@B1-1"
    record = Record.begin("manu(size=7)")
    for turn in ("E6", "C3", "B1", "G2", "D3", "A6"):
        record = record.play(turn)
    step_by_step = record.play("D3>B3").play("@B1-1").end_turn()
    assert step_by_step.turns[-1] == "D3>B3@B1-1"
    assert step_by_step == record.play_turn("D3>B3@B1-1")
    assert step_by_step.end_turn() is step_by_step


def test_a_turn_is_taken_apart_into_its_moves() -> None:
    position = start("manu(size=7)")
    assert position.steps("D3>B3@B1-1") == [Move("D3>B3"), Move("@B1-1")]
    assert position.steps("C3") == [Move("C3")]
    with pytest.raises(InvalidMove):
        position.steps("Z9")
