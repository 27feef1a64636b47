"""Positions as arrays and their moves as numbers are those of the bridges."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kletka import InvalidMove, KletkaError, Position, start
from kletka.bridges.stepping import stepper_of
from tests.specs import TINY

SPECS = [*TINY, "ydyumby(board=hex3,players=4)", "vyun(board=4x4,players=3)", "manu(size=5)"]


def walk(spec: str, seed: int = 1) -> list[Position]:
    """The positions of a random game."""
    source, positions = random.Random(seed), [start(spec)]
    while not positions[-1].over:
        positions.append(positions[-1].play(source.choice(positions[-1].moves)))
    return positions


@pytest.mark.parametrize("spec", SPECS)
def test_they_agree_with_the_bridges(spec: str) -> None:
    stepper = stepper_of(spec)
    seen = np.empty(stepper.planes, np.float32)
    for position in walk(spec):
        assert position.action_count == len(stepper.actions)
        assert list(position.actions) == stepper.legal(position.state)
        assert np.flatnonzero(position.action_mask).tolist() == list(position.actions)
        assert [position.move_of(action) for action in position.actions] == list(position.moves)
        assert [position.action(move) for move in position.moves] == list(position.actions)
        for player in range(len(position.players)):
            stepper.observe(position.state, player, seen)
            assert np.array_equal(position.planes(player), seen)
        assert np.array_equal(position.planes(), position.planes(position.to_move or 0))


def test_planes_show_cells_turn_and_pieces() -> None:
    planes = start("kamiken(size=3)").play("B2").planes()
    assert planes.shape == (7, 3, 3)
    assert planes.dtype == np.float32
    board, mine_to_move, theirs, my_stones, their_stones = planes[:5]
    assert board.all()
    assert mine_to_move.all()
    assert not theirs.any()
    assert not my_stones.any()
    assert their_stones.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_what_has_no_number_is_refused() -> None:
    position = start("manu(size=5)")
    with pytest.raises(InvalidMove, match="A1>B3 can never be legal on this board"):
        position.action("A1>B3")
    with pytest.raises(InvalidMove, match="'@Z9' is not a move"):
        position.action("@Z9")
    with pytest.raises(KletkaError, match="there is no action -1; they are numbered from 0 to"):
        position.move_of(-1)
    with pytest.raises(KletkaError, match="there is no player 2; they are numbered from 0 to 1"):
        position.planes(2)
