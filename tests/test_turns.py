"""Turns of several moves, and whose pieces stand where."""

import pytest

from kletka import Record, start
from kletka.errors import IllegalMove, InvalidMove
from kletka.move import Move


def test_pieces_are_players_by_cell() -> None:
    position = start("kamiken(size=3)").play("B2").play("A1")
    assert position.board.names[:2] == ("A1", "B1")
    assert position.pieces == (1, None, None, None, 0, None, None, None, None)


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
