"""The exact solver against known values, against brute force, and within its budget."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

import kletka
from kletka import Position
from kletka.engine import analyse
from kletka.engine.budget import Budget
from kletka.engine.knowledge import knowledge_of
from kletka.engine.knowledge.kamiken import cells as kamiken_cells
from kletka.engine.knowledge.kamiken import solo as kamiken_solo
from kletka.engine.proving import NOTHING, prove, prove_within, with_proof
from kletka.engine.solving import Solution, Solver, solve
from kletka.engine.solving.meter import Meter
from kletka.library.puzzles import DRAW, WIN, puzzles_of
from kletka.move import Move
from tests.helpers import random_game, random_position

TABLE_BYTES = 2**24

SMALL = {
    "kamiken(size=3,komi=0.5)": 40,
    "kamiken(size=4,komi=-1.5)": 60,
    "kamiken(size=6,komi=0)": 40,
    "kamiken(size=9)": 10,
    "kamiken(size=13)": 1,
    "ydyumby(board=3x3)": 20,
    "ydyumby(board=4x4)": 60,
    "ydyumby(board=6x6,supply=5)": 30,
    "ydyumby(board=8x8)": 30,
    "ydyumby(board=hex3)": 40,
    "ydyumby(board=4x4,out=now)": 60,
    "ydyumby(board=hex:.../..../..#../..../...,out=now)": 40,
    "ydyumby(board=hex:#../.#../...../##.#/...)": 40,
    "ydyumby(board=..#../...../#...#/...../..#..)": 40,
    "vyun(board=2x2)": 20,
    "vyun(board=3x2)": 40,
    "vyun(board=3x3)": 40,
    "manu(size=3,reserve=4,target=3)": 30,
    "manu(size=4,reserve=8,target=4)": 60,
    "manu(size=4,reserve=6,target=3,squares=sweep)": 40,
    "manu(size=5,reserve=12,target=5)": 30,
    "manu(size=4,reserve=8,target=4,pivot=any)": 40,
    "manu(size=5,reserve=12,target=5,jump=prepares)": 30,
    "manu(size=4,reserve=6,target=3,squares=sweep,pivot=any,jump=prepares)": 40,
}
MOST_POSITIONS = 800  # for brute force, which sees some ten thousand a second


class TooLarge(Exception):
    """More positions than brute force may look at."""


def lead_of_first(position: Position) -> float:
    """The value of a finished game for player 0."""
    if position.spec.game == "manu":
        return 1 if position.winners == (0,) else -1
    return position.points[0] - position.points[1]


def brute_force(position: Position, memo: dict[Position, float]) -> float:
    """Player 0's lead with best play, by brute force."""
    if position not in memo:
        if len(memo) >= MOST_POSITIONS:
            raise TooLarge
        if position.over:
            memo[position] = lead_of_first(position)
        else:
            best = max if position.to_move == 0 else min
            memo[position] = best(brute_force(position.play(move), memo) for move in position.moves)
    return memo[position]


def compare_with_brute_force(position: Position, memo: dict[Position, float]) -> None:
    lead = brute_force(position, memo)
    best = {move for move in position.moves if memo[position.play(move)] == lead}
    solution = solved(position)
    assert solution.value == (lead if position.to_move == 0 else -lead), position
    assert set(solution.best) == best, position
    assert len(solution.best) == len(best), position
    check_line(position, solution)


def check_line(position: Position, solution: Solution) -> None:
    """A line begins with a best move and ends the game with the value."""
    player = position.to_move
    assert solution.line[0] in solution.best
    for move in solution.line:
        position = position.play(move)
    assert position.over
    lead = lead_of_first(position)
    assert solution.value == (lead if player == 0 else -lead)


def solved(position: Position) -> Solution:
    solution = solve(position, memory=TABLE_BYTES)
    assert solution is not None
    return solution


def late_positions(spec: str, wanted: int) -> Iterator[tuple[Position, dict[Position, float]]]:
    """Positions of random games, as early as brute force can manage, and what it found there."""
    for seed in count():
        if wanted == 0:
            return
        memo: dict[Position, float] = {}
        chosen = None
        for position in reversed([position for position, _ in random_game(spec, seed)]):
            try:
                brute_force(position, memo)
            except TooLarge:
                break
            chosen = position
        if chosen is not None and not chosen.over:
            wanted -= 1
            yield chosen, memo


def names(solution: Solution) -> set[str]:
    return {str(move) for move in solution.best}


# Known values.


@pytest.mark.parametrize(
    ("size", "value", "best"),
    [(1, 0, {"A1", "pass"}), (2, 0, None), (3, 2, {"B2"}), (4, 0, None), (5, 1, "C1 B2 C3")],
)
def test_known_values_of_kamiken(size: int, value: int, best: object) -> None:
    position = kletka.start(f"kamiken(size={size},komi=0.5)")
    solution = solved(position)
    assert solution.value == value - 0.5
    if isinstance(best, str):
        best = {
            str(position.transform_move(m, s)) for m in best.split() for s in position.symmetries
        }
    if best is None:
        best = set(position.board.names)
    assert names(solution) == best
    check_line(position, solution)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_first_move_of_kamiken(size: int) -> None:
    """A best move keeps the value, any other move loses some of it."""
    position = kletka.start(f"kamiken(size={size},komi=0)")
    solution = solved(position)
    for move in position.moves:
        after = position.play(move)
        value = lead_of_first(after) if after.over else -solved(after).value
        if after.to_move == 0:
            value = -value
        assert (value == solution.value) == (move in solution.best)
        assert value <= solution.value


# Brute force.


@pytest.mark.parametrize("spec", SMALL)
def test_agrees_with_brute_force(spec: str) -> None:
    for position, memo in late_positions(spec, SMALL[spec]):
        compare_with_brute_force(position, memo)


@pytest.mark.parametrize(
    "spec", ["kamiken(size=2)", "ydyumby(board=3x3)", "manu(size=3,reserve=2,target=2)"]
)
def test_agrees_with_brute_force_from_the_start(spec: str) -> None:
    compare_with_brute_force(kletka.start(spec), {})


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("kamiken(size=5)", 2),
        ("kamiken(size=6)", 8),
        ("ydyumby(board=4x4)", 2),
        ("vyun(board=2x2)", 1),
        ("manu(size=4,reserve=8,target=4)", 6),
    ],
)
def test_best_moves_keep_the_value(spec: str, plies: int) -> None:
    position = random_position(spec, 5, plies)
    solution = solved(position)
    for move in position.moves:
        after = position.play(move)
        if after.over:
            value = lead_of_first(after) * (1 if position.to_move == 0 else -1)
        else:
            value = solved(after).value * (1 if after.to_move == position.to_move else -1)
        assert (value == solution.value) == (move in solution.best)
        assert value <= solution.value


def test_mirror_images_are_worth_the_same() -> None:
    position = random_position("kamiken(size=6,komi=0)", 3, 6)
    value = solved(position).value
    assert {solved(position.transform(s)).value for s in position.symmetries} == {value}


def test_a_table_without_room_gives_the_same_value() -> None:
    position = kletka.start("kamiken(size=4)")
    small = solve(position, memory=0)
    assert small is not None
    assert (small.value, small.best) == (solved(position).value, solved(position).best)


# The pieces that the solver is made of.


@pytest.mark.parametrize("spec", SMALL)
def test_images_are_those_of_the_position(spec: str) -> None:
    """The kernel's mirror images of a state are the position's own."""
    for seed in range(3):
        position = random_position(spec, seed, 9)
        if position.in_turn:
            continue
        turned = knowledge_of(position.spec.game).images(position.variant)
        for symmetry, image in zip(position.symmetries, turned, strict=True):
            turned = position.state[image]
            assert turned.tobytes() == position.transform(symmetry)._value


def random_sets(chance: random.Random, size: int) -> list[np.uint64]:
    sets = [0, 0, 0]
    for row in range(size):
        for column in range(size):
            kind = chance.choice([0, 0, 0, 0, 0, 1, 2, 3])
            if kind < 3:
                sets[kind] |= 1 << 8 * row + column
    sets[0] |= 1
    return list(kamiken_cells.to_corner(*(np.uint64(cells) for cells in sets)))


@pytest.mark.parametrize("size", range(1, 8))
def test_both_ways_to_count_stones_of_a_lone_player_agree(size: int) -> None:
    """Branching and going row by row find the same smallest number of stones."""
    chance = random.Random(size)
    profile = np.zeros((2, 3**8), np.int32)
    for _ in range(40):
        free, own, enemy = (np.uint64(cells) for cells in random_sets(chance, size))
        targets = free | enemy
        branching = kamiken_solo.fewest_stones(
            targets, free, free | own, kamiken_cells.count(targets)
        )
        assert branching == kamiken_solo.fewest_by_rows(free, own, enemy, profile)


# Budgets.


@pytest.mark.parametrize(
    "spec",
    ["kamiken(size=7)", "kamiken(size=8)", "kamiken(size=9)", "ydyumby", "vyun", "manu(size=9)"],
)
def test_gives_up_in_time(spec: str) -> None:
    position = kletka.start(spec)
    solve(position, nodes=10)  # compiles
    begin = time.perf_counter()
    assert solve(position, seconds=0.2, memory=TABLE_BYTES) is None
    assert time.perf_counter() - begin < 0.5  # leaves room for a busy machine


def test_gives_up_after_so_many_nodes() -> None:
    seen: list[int] = []
    position = kletka.start("kamiken(size=6)")
    assert solve(position, nodes=3000, progress=lambda nodes, _: seen.append(nodes)) is None
    assert all(nodes <= 3000 for nodes in seen)


def test_can_be_stopped() -> None:
    position = kletka.start("kamiken(size=7)")
    solve(position, nodes=10)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    begin = time.perf_counter()
    assert solve(position, stop=stop, memory=TABLE_BYTES) is None
    assert 0.1 < time.perf_counter() - begin < 0.6


def test_progress_is_reported() -> None:
    seen: list[tuple[int, float]] = []
    position = kletka.start("kamiken(size=7)")
    solve(position, seconds=0.5, progress=lambda nodes, seconds: seen.append((nodes, seconds)))
    assert len(seen) >= 2
    assert seen == sorted(seen)


def test_refuses_what_cannot_be_solved() -> None:
    with pytest.raises(ValueError, match="over"):
        solve(kletka.start("kamiken(size=1)").play("pass").play("pass"))
    with pytest.raises(ValueError, match="two players"):
        solve(kletka.start("vyun(board=2x2,players=3)"))


def test_a_position_is_solved_in_play_once_that_is_likely_to_succeed() -> None:
    position = _after("kamiken(size=7,komi=0.5)", "D6 F6 F4 D4 G2 C1 E1 A2 E3 A3 A7 G6")
    proof = prove(position, Budget(seconds=20))
    assert proof.solution is not None
    assert proof.solution.value == 2.5
    assert proof.winning == proof.solution.line[0]
    assert prove_within(kletka.start("kamiken(size=7)"), 0.1) == NOTHING
    assert prove_within(kletka.start("ydyumby(board=4x4,players=3)"), 10) == NOTHING
    assert prove(kletka.start("kamiken(size=9)"), Budget(seconds=0.5)) == NOTHING


def test_a_win_is_found_long_before_its_size() -> None:
    """Black has fewer points on the board, and wins by half a point."""
    position = _after("kamiken(size=7,komi=0.5)", "F7 A6 B7 D5 B3 F4 G5 E2 G2")
    assert position.points[1] < position.points[0]
    assert solve(position, nodes=5000) is None
    proof = prove(position, Budget(simulations=5000))
    assert proof.solution is None
    assert proof.winning is not None
    after = solve(position.play(proof.winning))
    assert after is not None
    assert after.value < 0
    analysis = with_proof(analyse(position, Budget(simulations=100)), proof)
    assert analysis.best == proof.winning
    assert analysis.moves[0].shares == (0.0, 1.0)
    assert len(analysis.moves) == len(position.moves)


@pytest.mark.parametrize("game", ["kamiken", "ydyumby", "vyun", "manu"])
def test_the_winning_move_of_a_puzzle_is_found(game: str) -> None:
    puzzles = [puzzle for puzzle in puzzles_of(game) if puzzle.claim in (WIN, DRAW)]
    assert len(puzzles) >= 35
    for puzzle in puzzles:
        winning = Solver(puzzle.start, TABLE_BYTES, Meter()).winning_move()
        assert winning == (Move(puzzle.line[0]) if puzzle.claim == WIN else None)


def _after(spec: str, moves: str) -> kletka.Position:
    position = kletka.start(spec)
    for move in moves.split():
        position = position.play(move)
    return position
