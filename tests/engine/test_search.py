"""The search: legal moves, repeatable, sound proofs, bounded memory, readable while it runs."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kletka
from kletka.engine import analyse
from kletka.engine.analysis import NothingSearched
from kletka.engine.budget import Budget, InvalidBudget
from kletka.engine.search import Search
from kletka.engine.search.tree import bytes_a_node
from kletka.engine.tuning import plain_knobs
from tests.helpers import random_position

SPECS = [
    "kamiken(size=4)",
    "ydyumby(board=5x5)",
    "ydyumby(board=hex3,players=3)",
    "vyun(board=3x3)",
    "vyun(board=3x3,players=4)",
    "manu(size=5)",
    "manu(size=5,squares=sweep)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_all_legal_moves_are_ranked_with_sound_numbers(spec: str) -> None:
    position = kletka.start(spec)
    analysis = analyse(position, Budget(simulations=300))
    assert {found.move for found in analysis.moves} == set(position.moves)
    assert 1 <= analysis.simulations <= 300
    assert sum(found.visits for found in analysis.moves) == analysis.simulations
    for found in analysis.moves:
        assert 0 <= found.result <= 1
        assert found.spread >= 0
        assert found.line[0] == found.move
        assert math.isclose(sum(found.shares), 1, abs_tol=1e-6)
        line = position
        for move in found.line:
            line = line.play(move)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(4))
def test_the_most_visited_move_is_best_unless_something_is_proved(spec: str, seed: int) -> None:
    """A move that was tried once and happened to win is not."""
    search = Search(random_position(spec, seed, 2), seed=seed + 1)
    search.run(Budget(simulations=60))
    moves = search.analysis().moves
    if moves[0].proved is None:
        unproved = [found.visits for found in moves if found.proved is None]
        assert moves[0].visits == max(unproved)
        assert unproved == sorted(unproved, reverse=True)


@pytest.mark.parametrize("spec", SPECS)
def test_little_sight_overlooks_moves(spec: str) -> None:
    position = kletka.start(spec)
    noticed = analyse(position, Budget(simulations=20, sight=0.3), seed=3).moves
    assert len(noticed) == max(2, round(0.3 * len(position.moves)))
    assert {found.move for found in noticed} < set(position.moves)
    assert sum(found.visits for found in noticed) == 20
    others = analyse(position, Budget(simulations=20, sight=0.3), seed=4).moves
    assert {found.move for found in others} != {found.move for found in noticed}


@pytest.mark.parametrize("spec", SPECS)
def test_a_search_repeats_itself_for_a_seed(spec: str) -> None:
    position = random_position(spec, 3, 4)
    once = analyse(position, Budget(simulations=400), seed=5)
    again = analyse(position, Budget(simulations=400), seed=5)
    assert [(m.move, m.visits, m.result, m.points) for m in once.moves] == [
        (m.move, m.visits, m.result, m.points) for m in again.moves
    ]


def best_lead(position: kletka.Position, known: dict[kletka.Position, float]) -> float:
    """Player 0's lead with best play on both sides, by brute force."""
    if position.over:
        return position.points[0] - position.points[1]
    if position not in known:
        leads = [best_lead(position.play(move), known) for move in position.moves]
        known[position] = max(leads) if position.to_move == 0 else min(leads)
    return known[position]


def test_proofs_are_true() -> None:
    known: dict[kletka.Position, float] = {}
    proofs = 0
    for seed in range(24):
        position = random_position("kamiken(size=3,komi=0)", seed, 2 + seed % 3)
        if position.over:
            continue
        analysis = analyse(position, Budget(simulations=4000))
        sign = 1 if position.to_move == 0 else -1
        for found in analysis.moves:
            if found.proved is not None:
                proofs += 1
                assert found.proved == sign * best_lead(position.play(found.move), known)
                assert found.result == (1 + math.copysign(bool(found.proved), found.proved)) / 2
                assert found.shares[position.to_move or 0] == found.result
        if analysis.simulations < 4000:
            assert analysis.proved == sign * best_lead(position, known)
    assert proofs > 20


def test_a_win_in_one_move_is_found() -> None:
    position = kletka.Position("manu(size=5,reserve=8,target=1) w1b1b/5/5/5/4w w 6,6 0,0 -")
    analysis = analyse(position, Budget(simulations=200))
    assert str(analysis.best) == "A1>E1"
    assert analysis.proved == 1
    assert position.play(analysis.best).winners == (0,)


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    search = Search(kletka.start("vyun(board=6x6)"), memory=2**20)
    search.run(Budget(simulations=20_000))
    assert search.nodes <= 2**20 // bytes_a_node(amaf=True)
    assert search.simulations == 20_000


GROWTH = """
import kletka
from kletka.engine.budget import Budget
from kletka.engine.search import Search

def most_memory_so_far():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

for memory in (2**20, 2**26):  # the first time only to load what is needed
    before = most_memory_so_far()
    search = Search(kletka.start("SPEC"), memory=memory, threads=2)
    for _ in range(5):
        search.run(Budget(simulations=memory // 400))
        fullness = search.fullness
        search.play(search.analysis().best)
print((most_memory_so_far() - before) / memory, fullness)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells what memory was taken")
@pytest.mark.parametrize("spec", ["kamiken(size=9)", "vyun(board=6x6)"])
def test_memory_stays_within_its_bound_from_move_to_move(spec: str) -> None:
    script = [sys.executable, "-c", GROWTH.replace("SPEC", spec)]
    done = subprocess.run(script, capture_output=True, text=True, check=True)
    growth, fullness = map(float, done.stdout.split())
    assert growth < 1
    assert fullness > 0.9


@pytest.mark.parametrize("spec", ["kamiken(size=5)", "vyun(board=4x4)", "manu(size=5)"])
def test_the_part_that_is_kept_is_the_same_tree(spec: str) -> None:
    search = Search(kletka.start(spec), threads=2)
    search.run(Budget(simulations=4000))
    first, second = search.analysis().moves[0].line[:2]
    node = search._child(search._child(0, first) or 0, second)
    assert node
    before = list(walk(search.tree, node))
    search.play(first, second)
    assert list(walk(search.tree, 0)) == before
    assert search.nodes == len(before) > 100


def walk(tree: Any, node: int) -> Iterator[tuple[float, ...]]:
    """The numbers of all nodes below this one, whatever their places in memory."""
    known = (tree.move, tree.player, tree.visits, tree.reward, tree.guess, tree.prior)
    yield tuple(float(array[node]) for array in (*known, tree.low, tree.high))
    if first := int(tree.first[node]):
        for child in range(first, first + int(tree.count[node])):
            yield from walk(tree, child)


def test_the_tree_is_kept_for_the_next_move() -> None:
    search = Search(kletka.start("ydyumby(board=6x6)"))
    search.run(Budget(simulations=2000))
    best = search.analysis().moves[0]
    search.play(best.move)
    assert search.position == kletka.start("ydyumby(board=6x6)").play(best.move)
    assert int(search.tree.visits[0]) == best.visits
    search.run(Budget(simulations=100))
    assert search.analysis().best in search.position.moves


def test_several_moves_at_once_are_followed_like_single_ones() -> None:
    searches = [Search(kletka.start("manu(size=5)")) for _ in range(2)]
    for search in searches:
        search.run(Budget(simulations=3000))
    line = searches[0].analysis().moves[0].line[:3]
    searches[0].play(*line)
    for move in line:
        searches[1].play(move)
    assert searches[0].position == searches[1].position
    assert searches[0].nodes == searches[1].nodes > 1
    assert searches[0].analysis().moves == searches[1].analysis().moves


def test_a_move_that_was_never_searched_can_be_followed() -> None:
    search = Search(kletka.start("ydyumby(board=6x6)"))
    search.run(Budget(simulations=1))
    search.play("A1", "F6")
    assert search.position == kletka.start("ydyumby(board=6x6)").play("A1").play("F6")
    assert search.nodes == 1


class Watched(Search):
    """Notes whether the root had its moves when each thread began."""

    def _work(self, *arguments: Any) -> None:
        assert self.tree.first[0] > 0
        super()._work(*arguments)


def test_threads_that_begin_at_once_agree_on_the_moves() -> None:
    """If two threads opened the root, results would be added to nodes that are not its children."""
    search = Watched(kletka.start("kamiken(size=9)"), threads=2)
    search.run(Budget(seconds=0.05))
    assert search.root_sums[:, 2].sum() == search.simulations
    search.play(search.analysis().best, "pass")  # a node that may not have its moves yet
    search.run(Budget(seconds=0.05))
    assert search.root_sums[:, 2].sum() == search.simulations


def test_it_can_be_read_and_stopped_while_it_runs() -> None:
    search = Search(kletka.start("kamiken(size=9)"))
    thread = threading.Thread(target=search.run, args=(Budget(seconds=600),))
    thread.start()
    try:
        while search.simulations < 500:
            pass
        seen = search.analysis()
        assert seen.moves[0].visits > 0
    finally:
        search.stop()
        thread.join(30)
    assert not thread.is_alive()


def test_two_threads_share_one_tree() -> None:
    search = Search(kletka.start("kamiken(size=7)"), threads=2)
    search.run(Budget(simulations=4000))
    assert search.simulations == 4000
    assert int(search.tree.visits[0]) > 3000  # a lost count now and then does no harm
    assert search.analysis().best in search.position.moves


@pytest.mark.parametrize(
    "budget",
    [
        {},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": math.nan},
        {"seconds": math.inf},
        {"simulations": 0},
        {"simulations": -5},
    ],
)
def test_bad_budgets_are_refused(budget: dict[str, float]) -> None:
    with pytest.raises(InvalidBudget) as refused:
        Budget(**budget)  # type: ignore[arg-type]
    assert refused.value.say("ru") != str(refused.value)


def test_a_finished_game_cannot_be_searched() -> None:
    over = kletka.start("kamiken(size=3)").play("pass").play("pass")
    with pytest.raises(ValueError, match="the game is over"):
        Search(over)


def test_plain_search_runs_with_everything_switched_off() -> None:
    search = Search(kletka.start("kamiken(size=5)"), knobs=plain_knobs())
    search.run(Budget(simulations=500))
    assert all(found.visits > 0 for found in search.analysis().moves)


def test_a_position_that_can_be_solved_is_solved() -> None:
    analysis = analyse(kletka.start("kamiken(size=5,komi=0)"), Budget(simulations=50_000))
    assert analysis.proved == 1
    best = {str(found.move) for found in analysis.moves if found.proved == 1}
    assert best == {"B2", "D2", "B4", "D4", "C3", "A3", "C1", "E3", "C5"}
    assert str(analysis.best) in best


def test_nothing_is_best_before_the_first_simulation() -> None:
    search = Search(kletka.start("kamiken(size=3)"), memory=2**20)
    for name in ("best", "proved", "shares", "line"):
        with pytest.raises(NothingSearched, match="nothing has been searched yet"):
            getattr(search.analysis(), name)
    search.run(Budget(simulations=10))
    assert search.analysis().best in search.position.moves
