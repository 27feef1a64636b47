"""One way of thinking: look, prove, search; peek, stop, go on to the next position."""

from __future__ import annotations

import threading
import time

import pytest

import kletka
from kletka.engine import analyse
from kletka.engine.budget import Budget
from kletka.engine.search import Search
from kletka.engine.thinking import Thinker
from kletka.position import Position

MEGABYTE = 2**20
WINS_BY_HALF_A_POINT = "F7 A6 B7 D5 B3 F4 G5 E2 G2"  # on 7x7, long before its size can be proved


def after(spec: str, moves: str) -> Position:
    position = kletka.start(spec)
    for move in moves.split():
        position = position.play(move)
    return position


def thinker_of(position: Position, seed: int = 1) -> Thinker:
    return Thinker(position, tree_bytes=16 * MEGABYTE, seed=seed)


@pytest.mark.parametrize("spec", ["kamiken(size=9)", "vyun(board=6x6)", "manu(size=7)"])
def test_counted_simulations_are_those_of_one_search(spec: str) -> None:
    """The first look is a part of them and changes nothing."""
    position = kletka.start(spec)
    search = Search(position, memory=16 * MEGABYTE, seed=3)
    search.run(Budget(simulations=300))
    assert thinker_of(position, seed=3).think(Budget(simulations=300)).moves == (
        search.analysis().moves
    )


def test_a_proved_win_ends_the_thinking() -> None:
    thinker = thinker_of(kletka.start("kamiken(size=5)"))
    analysis = thinker.think(Budget(seconds=60))
    assert thinker.solved
    assert thinker.has_win
    assert analysis.proved is not None
    assert analysis.seconds < 5
    assert analysis.simulations > 0  # so that the other moves have numbers too
    assert (analysis.moves[0].points, analysis.moves[0].spread) == (analysis.proved, 0)


def test_a_winning_move_is_enough() -> None:
    thinker = thinker_of(after("kamiken(size=7,komi=0.5)", WINS_BY_HALF_A_POINT))
    analysis = thinker.think(Budget(simulations=5000))
    assert thinker.has_win
    assert not thinker.solved
    assert analysis.best == thinker.proof.winning
    assert analysis.moves[0].shares == (0.0, 1.0)
    assert analysis.proved is None
    assert analysis.simulations == 5000 // 8


def test_a_lost_position_is_searched_all_the_same() -> None:
    """Among moves that all lose, the search finds the one that is hardest to answer."""
    thinker = thinker_of(after("kamiken(size=3)", "B2"))
    analysis = thinker.think(Budget(simulations=100_000))
    assert thinker.solved
    assert not thinker.has_win
    assert analysis.proved is not None
    assert analysis.proved < 0


def test_all_ways_to_ask_give_the_same_answer() -> None:
    position = after("kamiken(size=7,komi=0.5)", WINS_BY_HALF_A_POINT)
    budget = Budget(simulations=5000)
    first = thinker_of(position).think(budget)
    *_, watched = thinker_of(position).watch(budget, 0.01)
    analysed = analyse(position, budget, tree_bytes=16 * MEGABYTE)
    assert analysed.moves == first.moves
    assert watched.moves == first.moves


def test_it_can_be_peeked_at_before_it_has_thought() -> None:
    thinker = thinker_of(kletka.start("ydyumby(board=4x4,players=3)"))
    analysis = thinker.peek()
    assert {found.move for found in analysis.moves} == set(thinker.position.moves)
    assert all(sum(found.shares) == pytest.approx(1) for found in analysis.moves)
    assert analysis.simulations == 0


def test_watching_shows_more_and_more() -> None:
    thinker = thinker_of(kletka.start("manu(size=9)"))
    seen = [analysis.simulations for analysis in thinker.watch(Budget(seconds=0.5), 0.1)]
    assert len(seen) >= 3
    assert seen == sorted(seen)


def test_thinking_stops_when_nobody_watches() -> None:
    thinker = thinker_of(kletka.start("manu(size=9)"))
    begun = time.perf_counter()
    for analysis in thinker.watch(Budget(seconds=60), 0.05):
        if analysis.simulations:
            break
    assert time.perf_counter() - begun < 20


def test_another_thread_can_stop_it_even_before_it_begins() -> None:
    thinker, stop = thinker_of(kletka.start("kamiken(size=7)")), threading.Event()
    stop.set()
    begun = time.perf_counter()
    assert thinker.think(Budget(seconds=3600), stop).best in thinker.position.moves
    assert time.perf_counter() - begun < 20


def test_the_time_bounds_look_proof_and_search_together() -> None:
    thinker = thinker_of(kletka.start("kamiken(size=9)"))
    thinker.think(Budget(simulations=1))  # compiles and loads everything
    begun = time.perf_counter()
    thinker.think(Budget(seconds=0.4))
    assert time.perf_counter() - begun < 0.8


def test_the_tree_is_kept_for_a_position_ahead() -> None:
    position = kletka.start("kamiken(size=9)")
    thinker = thinker_of(position)
    best = thinker.think(Budget(simulations=2000)).best
    assert thinker.follow([best])
    assert thinker.position == position.play(best)
    assert thinker.peek().nodes > 10
    assert thinker.follow([best])  # the same position once more
    assert not thinker.follow(["A1"])
    assert not thinker.follow([])


def test_a_proof_is_of_one_position_only() -> None:
    thinker = thinker_of(kletka.start("kamiken(size=3)"))
    best = thinker.think(Budget(simulations=10)).best
    assert thinker.proof.winning == best
    thinker.play(best)
    assert thinker.peek().proved is None
    assert thinker.think(Budget(simulations=100_000)).proved == -1.5


def test_thinking_in_turns_ends_when_the_position_is_solved() -> None:
    thinker = thinker_of(kletka.start("ydyumby(board=4x3,out=now)"))
    seen = list(thinker.think_in_turns(60, 0.05))
    assert thinker.solved
    assert 1 <= len(seen) < 100
    assert seen[-1].proved == 1


def test_thinking_in_turns_ends_with_its_time() -> None:
    thinker = thinker_of(kletka.start("vyun(board=6x6,players=3)"))
    assert len(list(thinker.think_in_turns(0.3, 0.1))) in (2, 3)
