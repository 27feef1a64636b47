"""What is learned: features of every move, weights that fit, files that can be made again."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import kletka
from kletka import GAMES
from kletka.agents.learning import Lessons, features_of, fit, learn
from kletka.engine.knowledge import knowledge_of
from kletka.engine.knowledge.kamiken import features as kamiken_patterns
from kletka.engine.knowledge.manu import features as manu_patterns
from kletka.engine.knowledge.weights import weights_of
from kletka.engine.knowledge.ydyumby import features as ydyumby_patterns


@pytest.mark.parametrize(
    "spec",
    [
        "kamiken(size=3)",
        "kamiken(size=7)",
        "ydyumby",
        "ydyumby(board=hex4)",
        "ydyumby(board=..#../...../#...#/...../..#..)",
        "ydyumby(players=4)",
        "vyun(board=5x4)",
        "vyun(board=2x2)",
        "vyun(board=6x6,players=3)",
        "manu(size=3)",
        "manu(size=9)",
        "manu(size=6,squares=sweep)",
    ],
)
def test_every_move_has_features_and_each_has_a_weight(spec: str) -> None:
    source = random.Random(spec)
    position = kletka.start(spec)
    count = knowledge_of(position.spec.game).FEATURES
    seen: set[int] = set()
    while not position.over:
        quiet = [move for move in position.moves if str(move) != "pass"]
        codes = [position.variant.face.code(position.variant, str(move)) for move in quiet]
        for row in features_of(position, codes)[0]:
            listed = row[row != count]
            assert 0 < len(listed) < len(row)
            assert (listed >= 0).all()
            assert (listed < count).all()
            seen.update(listed.tolist())
        position = position.play(source.choice(quiet or list(position.moves)))
    assert len(seen) > 10


@pytest.mark.parametrize("game", GAMES)
def test_the_weights_in_the_package_are_those_of_the_features(game: str) -> None:
    weights = weights_of(game)
    assert np.flatnonzero(weights).max() < knowledge_of(game).FEATURES
    assert np.abs(weights).max() > 0.5


def test_a_captured_piece_weighs_more_than_a_robbed_one() -> None:
    weights = weights_of("ydyumby")
    robbed = ydyumby_patterns.KNOWN + ydyumby_patterns.ROBBED
    assert weights[robbed] > weights[robbed + 1] > 0  # an opponent's
    assert weights[robbed + 4] < weights[robbed + 5] < 0  # one's own


def test_what_a_stone_does_in_kamiken_depends_on_its_four_neighbours_alone() -> None:
    """Not on their order: in each corner the same neighbours are the same feature."""
    position = kletka.start("kamiken(size=5)").play("C3").play("pass")
    cells = [position.board.names.index(name) for name in ("A1", "E1", "A5", "E5", "A3")]
    *corners, side = features_of(position, cells)[0]
    assert len({int(corner[0]) for corner in corners}) == 1
    assert side[0] != corners[0][0]
    assert sorted(corners[0]) == sorted(corners[3])


def test_to_pass_early_in_kamiken_is_no_good_move() -> None:
    weights, stone = weights_of("kamiken"), kamiken_patterns.SETS.index((1, 1, 1, 1))
    assert weights[kamiken_patterns.PASS] < weights[2 * stone] - 2


def test_a_placement_in_manu_knows_what_flies_onto_what() -> None:
    """Black at C3 sees White's A3 and Black's E3, each two steps away and ready to fly onto the
    other over C3. Over A3 and over E3 there is no way: past the edge the other one stands."""
    position = kletka.start("manu(size=5)").play("A3").play("E3").play("A5")
    listed = features_of(position, [position.board.names.index("C3")])[0][0].tolist()
    stage, flights = manu_patterns.KNOWN, manu_patterns.FLIGHTS
    own, theirs, no_way = 1, 2, flights - 1
    sight = stage + manu_patterns.SIGHT + 1
    assert sight + (flights + no_way) * flights + own in listed  # of A3, a stone of the other's
    assert sight + no_way * flights + theirs in listed  # of E3, a stone of one's own
    assert listed.count(stage + manu_patterns.SIGHT) == 2  # up and down there is nothing


def test_the_fit_finds_the_weights_that_made_the_choices() -> None:
    source = np.random.default_rng(1)
    truth = np.array([1.5, -0.5, 0.0, 0.7])
    features, attention, position = [], [], []
    for number in range(200):
        moves = source.integers(0, 4, size=(5, 2))
        chances = np.exp(truth[moves].sum(axis=1))
        features.append(moves)
        attention.append(chances / chances.sum())
        position += [number] * 5
    lessons = Lessons(np.concatenate(features), np.concatenate(attention), np.array(position))
    weights, _ = fit(lessons, 4)
    assert weights - weights[2] == pytest.approx(truth, abs=0.1)


def test_learning_again_gives_the_same_file(tmp_path: Path) -> None:
    once, again = tmp_path / "once.txt", tmp_path / "again.txt"
    for file in (once, again):
        quality = learn(["ydyumby(board=4x4)"], 4, 50, file, seed=5)
        assert quality < 0
    assert once.read_text() == again.read_text()
    numbers = [line for line in once.read_text().splitlines() if not line.startswith("#")]
    assert len(numbers) == ydyumby_patterns.FEATURES
