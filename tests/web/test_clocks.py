"""Clocks: when they run, what they show, when a player runs out of time."""

from __future__ import annotations

import pytest

from kletka.web.live.clocks import DAY, Clock
from kletka.web.refusals import Refused
from tests.web.live_games import apply, game_of, kinds, play

KAMIKEN = "kamiken(size=4)"
FAST = Clock("real", minutes=1, increment=2)


def test_without_a_clock_time_means_nothing() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2")
    assert game.due() is None
    assert game.run_out(10**15) == []


def test_the_first_turn_is_free_then_the_clock_of_the_player_to_move_runs() -> None:
    game = game_of(KAMIKEN, "here here", FAST)
    assert game.due() is None
    play(game, "B2", at=50_000)
    assert game.times.shown(1, 60_000) == (60_000, 50_000)
    assert game.due() == 110_000
    play(game, "pass", at=60_000)
    assert game.times.shown(0, 60_000) == (60_000, 52_000)  # 10 s used, 2 s given
    assert game.due() == 120_000


def test_a_player_that_runs_out_of_time_loses() -> None:
    game = game_of(KAMIKEN, "here here", FAST)
    play(game, "B2", at=0)
    assert game.run_out(59_999) == []
    assert kinds(apply(game, game.run_out(60_000))) == ["retired", "over"]
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.why) == ((0,), "time")
    assert game.outcome.reason.en == "Black ran out of time: White wins."
    assert game.due() is None


def test_clocks_wait_until_everybody_has_sat_down() -> None:
    game = game_of(KAMIKEN, "here link", FAST)
    play(game, "B2", at=0)
    assert game.due() is None
    apply(game, game.join(1, 70_000))
    assert game.due() == 130_000


def test_every_turn_gets_new_days() -> None:
    game = game_of(KAMIKEN, "here here", Clock("days", days=3))
    play(game, "B2", at=0)
    play(game, "pass", at=2 * DAY)
    assert game.times.remaining == (3 * DAY, 3 * DAY)
    assert game.due() == 5 * DAY


def test_in_a_game_of_three_time_runs_on_for_the_others() -> None:
    game = game_of("vyun(board=3x3,players=3)", "here here here", FAST)
    play(game, "A1", at=0)
    apply(game, game.run_out(60_000))
    assert (game.retired, game.times.remaining[1]) == ({1: "time"}, 0)
    assert game.run_out(10**9) == [], "nobody runs out of time twice"
    play(game, "pass", at=60_001)
    assert game.due() == 120_001
    apply(game, game.run_out(120_001))
    assert game.over


def test_a_take_back_restarts_the_turn() -> None:
    game = game_of("vyun(board=3x3)", "here level1", FAST)
    for second, turn in enumerate("A1 B1 C1 A2".split()):
        play(game, turn, at=1000 * second)
    apply(game, game.take_back([0], 9000))
    assert game.number == 2
    assert game.due() == 9000 + game.times.remaining[0]


def test_clocks_do_not_run_while_the_server_is_down() -> None:
    game = game_of(KAMIKEN, "here here", FAST)
    assert game.resume(5) == []
    play(game, "B2", at=0)
    apply(game, game.resume(10**9))
    assert game.due() == 10**9 + 60_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "sand"},
        {"kind": "real", "minutes": 0},
        {"kind": "real", "minutes": 181},
        {"kind": "real", "minutes": 5, "increment": -1},
        {"kind": "days", "days": 0},
        {"kind": "days", "days": 31},
    ],
)
def test_impossible_clocks(wrong: dict[str, object]) -> None:
    with pytest.raises(Refused) as caught:
        Clock(**wrong)  # type: ignore[arg-type]
    assert caught.value.field == "clock"
