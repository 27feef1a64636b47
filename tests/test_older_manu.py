"""Records of Manu by version 1 of its rules, in which a jump's stone counted for the captures."""

from __future__ import annotations

from kletka import Record
from tests.helpers import HERE

WITH_CAPTURES, PARTING, GOING_ON = range(3)
TEXTS = (
    (HERE / "older_rules" / "manu-1.txt").read_text().replace("\n[Spec", "\n\0[Spec").split("\0")
)


def test_the_texts_are_of_version_1() -> None:
    assert len(TEXTS) == 3
    assert all('[RulesVersion "1"]' in text and "pivot" not in text for text in TEXTS)


def test_turns_that_are_still_legal_replay_as_they_were_played() -> None:
    record = Record.parse(TEXTS[WITH_CAPTURES])
    assert record.parting is None
    assert record.rules == 2
    assert record.end.over
    assert sum("^" in turn or "@" in turn for turn in record.turns) >= 5
    assert record.spec.endswith("squares=solid,pivot=seen,jump=takes)")
    assert Record.parse(str(record)) == record


def test_captures_that_take_only_own_stones_after_a_jump_that_took_part_the_rules() -> None:
    record = Record.parse(TEXTS[PARTING])
    assert len(record.turns) == 15
    assert record.unread[0] == "E2>E1^C1"
    assert record.parting is not None
    assert "version 2 does not allow turn 16, 'E2>E1^C1' (Manu 3: capt" in record.parting.en
    assert "нынешние правила (версия 2) не допускают ход 16" in record.parting.ru
    assert record.result == "0-1", "as it was played"
    assert record.end.play("E2>E1").to_move != record.end.to_move, "the jump is a turn today"
    assert Record.parse(str(record)) == record


def test_a_turn_that_went_on_then_and_is_over_today_is_read_as_over() -> None:
    assert TEXTS[GOING_ON].rstrip().endswith("16. E2>E1.. *")
    record = Record.parse(TEXTS[GOING_ON])
    assert record.turns[-1] == "E2>E1"
    assert (record.unread, record.parting, record.rules) == ((), None, 2)
    assert not record.end.in_turn
