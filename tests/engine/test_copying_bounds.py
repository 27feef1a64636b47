"""What the solver knows of copying: bounds that hold, and wins without any search."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kletka
from kletka.agents import read_agent
from kletka.engine.budget import Budget
from kletka.engine.knowledge import switchboard
from kletka.engine.proving import prove
from kletka.engine.solving import solve, winning_without_search
from kletka.move import Move
from kletka.position import Position
from tests.engine.test_solving import TooLarge, brute_force


def bounds(position: Position) -> tuple[int, int]:
    """Bounds of the first player's lead without komi."""
    variant = position.variant
    scratch = np.zeros(2 * (variant.tables.cells + variant.tables.walls), np.int16)
    low, high = switchboard.bounds(variant.number, position.state, variant.tables, scratch)
    return int(low), int(high)


STARTS = {
    "kamiken(size=1)": (0, 1),
    "kamiken(size=8)": (-64, 0),
    "kamiken(size=9)": (0, 81),
    "kamiken(size=26)": (-676, 0),
    "vyun(board=2x2)": (0, 0),
    "vyun(board=8x6)": (0, 0),
    "vyun(board=5x3)": (0, 8),
    "vyun(board=4x3)": (-6, 6),
    "vyun(board=26x26)": (0, 0),
}


@pytest.mark.parametrize(("spec", "known"), STARTS.items())
def test_starts_are_bounded_by_copying(spec: str, known: tuple[int, int]) -> None:
    assert bounds(kletka.start(spec)) == known


BOUNDED = {
    "kamiken(size=9) 9/9/9/9/4w4/9/9/9/9 b -": (0, 81),
    "kamiken(size=9) 9/9/9/9/4w4/9/9/9/9 w b": (-81, 81),
    "kamiken(size=9) b8/9/9/9/4w4/9/9/9/8w b -": (0, 81),
    "kamiken(size=9) b8/9/9/9/4w4/9/9/9/7w1 b -": (-81, 81),
    "kamiken(size=4) b3/4/4/3w w -": (-16, 0),
    "kamiken(size=4) b3/4/4/3w b w": (-16, 16),
}


@pytest.mark.parametrize(("text", "known"), BOUNDED.items())
def test_boards_that_are_their_own_image_are_bounded(text: str, known: tuple[int, int]) -> None:
    assert bounds(Position.parse(text)) == known


SMALL = [
    "kamiken(size=3,komi=0)",
    "kamiken(size=4,komi=0)",
    "kamiken(size=5,komi=0)",
    "kamiken(size=6,komi=0)",
    "kamiken(size=7,komi=0)",
    "vyun(board=2x2)",
    "vyun(board=4x2)",
    "vyun(board=3x3)",
    "vyun(board=4x4)",
]


MOST_MOVES = 8  # with more of them brute force would not see the end


def copied_positions(spec: str, seed: int) -> list[Position]:
    """The positions of a game in which a player copies a random one, and some beside it."""
    source = random.Random(f"{spec} {seed}")
    position, history = kletka.start(spec), list[Move]()
    copier = read_agent("copying")
    copier.new_game(position, seed)
    seat = 0 if position.board.columns % 2 else 1
    found = []
    while position.to_move is not None:
        found += [position, position.play(source.choice(position.moves))]
        move = source.choice(position.moves)
        if position.to_move == seat:
            move = copier.choose(position, history)
        history.append(move)
        position = position.play(move)
    return [each for each in found if not each.over and len(each.moves) <= MOST_MOVES]


@pytest.mark.parametrize("spec", SMALL)
def test_bounds_hold(spec: str) -> None:
    """Against brute force, in the positions from which it can see the end."""
    checked = narrow = 0
    for seed in range(12):
        for position in copied_positions(spec, seed):
            low, high = bounds(position)
            try:
                value = brute_force(position, {})
            except TooLarge:
                continue
            assert low <= value <= high
            checked += 1
            narrow += 0 in (low, high)
    assert checked > 20
    assert narrow > 5


@pytest.mark.parametrize("spec", [spec for spec in SMALL if "kamiken" in spec])
def test_parts_that_are_images_are_solved_right(spec: str) -> None:
    """Kamiken's own prover knows copying by parts of the board."""
    for seed in range(6):
        for position in copied_positions(spec, seed):
            try:
                value = brute_force(position, {})
            except TooLarge:
                continue
            solution = solve(position)
            assert solution is not None
            assert solution.value == (value if position.to_move == 0 else -value)


@pytest.mark.parametrize("size", [8, 10, 26])
def test_black_wins_on_even_boards_without_search(size: int) -> None:
    position = kletka.start(f"kamiken(size={size},komi=0.5)").play("B3")
    image = f"{chr(ord('A') + size - 2)}{size - 2}"
    assert winning_without_search(position) == Move(image)
    assert prove(position, Budget(simulations=1)).winning == Move(image)
    assert winning_without_search(kletka.start(f"kamiken(size={size},komi=0)").play("B3")) is None


def test_white_wins_from_the_centre_if_black_gives_a_komi() -> None:
    position = kletka.start("kamiken(size=11,komi=-0.5)")
    assert winning_without_search(position) == Move("F6")
    assert winning_without_search(kletka.start("kamiken(size=11)")) is None


def test_weak_levels_do_not_prove() -> None:
    position = kletka.start("kamiken(size=8,komi=0.5)").play("B3")
    assert prove(position, Budget(simulations=25, sight=0.5)).winning is None


def test_copying_saves_nodes() -> None:
    """Without these bounds the sheet of 4 by 2 took 295,659 nodes."""
    solution = solve(kletka.start("vyun(board=4x2)"))
    assert solution is not None
    assert solution.nodes < 60_000
