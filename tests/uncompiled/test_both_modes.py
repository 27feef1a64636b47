"""The kernels are ordinary Python too: the same tests, with Numba and without.

Run as they are and once more in a process with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import os

import numba
import pytest

from kletka import GAMES, Position
from kletka.games import kamiken, manu, switchboard, vyun, ydyumby
from tests.helpers import (
    GoldenGame,
    PerftLine,
    check_golden_game,
    check_perft,
    check_playouts,
    compare_game_with_judge,
    golden_games,
    perft_lines,
    random_position,
)
from tests.promises import check_game
from tests.specs import LARGEST, TINY

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
LINES = [line for game in GAMES for line in perft_lines(game)]


def test_the_mode_is_what_the_environment_says() -> None:
    disabled = numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets it at run time
    assert bool(disabled) == UNCOMPILED
    for module in (kamiken, ydyumby, vyun, manu, switchboard):
        assert hasattr(module.apply, "py_func") != UNCOMPILED


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: game.spec)
def test_a_golden_game_replays(game: GoldenGame) -> None:
    check_golden_game(game)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_short_perft(line: PerftLine) -> None:
    check_perft(line, most=700)


@pytest.mark.parametrize("spec", TINY)
def test_random_games_agree_with_the_judge(spec: str) -> None:
    for seed in range(2):
        compare_game_with_judge(spec, seed)


@pytest.mark.parametrize("spec", TINY)
def test_a_random_game_keeps_every_promise(spec: str) -> None:
    check_game(spec, seed=1, look_at=0.15)


@pytest.mark.parametrize("spec", TINY)
def test_playouts_end_and_repeat_for_a_seed(spec: str) -> None:
    check_playouts(random_position(spec, 2, 3), 3)


@pytest.mark.parametrize("spec", LARGEST)
def test_the_largest_boards_agree_with_the_judge(spec: str) -> None:
    compare_game_with_judge(spec, seed=2, plies=3)


def test_the_largest_board_of_manu_holds_its_largest_moves() -> None:
    position = Position(
        "manu(size=26,reserve=338,target=26,squares=solid) "
        + "26/" * 21
        + "25w/26/25b/26/21w3b w 336,336 0,0 -"
    )
    after = position.play("Z22>Z26")
    assert after.points == (1.0, 0.0)
    assert not after.in_turn
