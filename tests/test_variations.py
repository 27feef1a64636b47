"""Trees of turns: written into the comments of a record, and read from there."""

from __future__ import annotations

import random

import pytest

from kletka import IllegalMove, Position, Record, start
from kletka.variations import Branch, record_of_tree, tree_of_record
from tests.specs import TINY


def _grown(position: Position, chance: random.Random, deep: int) -> list[Branch]:
    """A random tree of legal turns."""
    branches: list[Branch] = []
    for _ in range(chance.randint(1, 3) if deep else 0):
        if position.over:
            break
        turn = _turn(position, chance)
        if turn not in [branch.turn for branch in branches]:
            after = position.play_turn(turn)
            branches.append(Branch(turn, "", _grown(after, chance, deep - 1)))
    return branches


def _turn(position: Position, chance: random.Random) -> str:
    """A random whole turn."""
    moves: list[str] = []
    while not moves or position.in_turn:
        moves.append(str(chance.choice(list(position.moves))))
        position = position.play(moves[-1])
    return "".join(move for move in moves if move != "stop")


@pytest.mark.parametrize("spec", TINY)
def test_a_tree_survives_being_written_and_read(spec: str) -> None:
    chance = random.Random(spec)
    for _ in range(10):
        tree = _grown(start(spec), chance, 5)
        written = str(record_of_tree(start(spec), tree))
        assert tree_of_record(Record.parse(written)) == tree


def test_variations_read_like_those_of_chess() -> None:
    tree = [
        Branch("C3", "", [Branch("B2", "safe", [Branch("A4")]), Branch("D4", "", [Branch("E2")])]),
        Branch("A1"),
    ]
    record = record_of_tree(start("kamiken(size=5)"), tree)
    assert record.turns == ("C3", "B2", "A4")
    assert dict(record.comments) == {1: "(1. A1)", 2: "safe (2. D4 3. E2)"}


@pytest.mark.parametrize(
    "comment",
    [
        "(2. C3)",
        "(3. D4)",
        "(2. D4",
        "(2. )",
        "((2. D4))",
        "(D4)",
        "good (or not)",
        "(2. D4 9. E2)",
    ],
)
def test_what_is_no_variation_stays_a_comment(comment: str) -> None:
    record = Record.begin("kamiken(size=5)").play("C3").play("B2", comment)
    [first] = tree_of_record(record)
    assert [branch.turn for branch in first.after][:1] == ["B2"]
    read = record_of_tree(record.start, tree_of_record(record))
    assert (
        read.comments.get(2, "").replace("(", "").replace(")", "").split()
        == comment.replace("(", "").replace(")", "").split()
    )


@pytest.mark.parametrize("comment", ["(2. C4", "((2. C4) 2. A1)", "((2. C4)2. A1)", ") (2. C4 ("])
def test_brackets_in_words_do_not_hide_variations(comment: str) -> None:
    """What is read is written so that it is read again."""
    record = Record.begin("kamiken(size=5)").play("C3").play("B2", f"{comment} (2. D4 3. E2)")
    tree = tree_of_record(record)
    assert "D4" in [branch.turn for branch in tree[0].after]
    assert tree_of_record(record_of_tree(record.start, tree)) == tree


def test_an_illegal_variation_is_not_written() -> None:
    with pytest.raises(IllegalMove):
        record_of_tree(start("kamiken(size=5)"), [Branch("C3"), Branch("A1", "", [Branch("A1")])])
