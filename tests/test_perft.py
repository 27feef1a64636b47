"""The number of move sequences of each length, against counts by the judges."""

from __future__ import annotations

import pytest

import kletka
from kletka import GAMES
from tests.helpers import PerftLine, check_perft, perft_lines

LINES = [line for game in GAMES for line in perft_lines(game)]


@pytest.mark.parametrize("line", LINES, ids=str)
def test_perft(line: PerftLine) -> None:
    check_perft(line)


def test_no_moves_make_one_sequence() -> None:
    assert kletka.perft(kletka.start("vyun(board=2x2)"), 0) == 1


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth must be 0 or more, not -1"):
        kletka.perft(kletka.start("kamiken"), -1)


@pytest.mark.parametrize("game", GAMES)
def test_divide_adds_up_to_perft(game: str) -> None:
    small = {"kamiken": "size=3", "ydyumby": "board=4x4", "vyun": "board=2x2", "manu": "size=3"}
    position = kletka.start(f"{game}({small[game]})")
    divided = kletka.divide(position, 3)
    assert set(divided) == {str(move) for move in position.moves}
    assert sum(divided.values()) == kletka.perft(position, 3)
