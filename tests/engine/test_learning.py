"""What is learned: features of every move, weights that fit, files that can be made again."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import kletka
from kletka.engine.kernels import vyun_patterns, ydyumby_patterns
from kletka.engine.learning import Lessons, features_of, fit, learn
from kletka.engine.weights import weights_of

KERNELS = {"ydyumby": ydyumby_patterns, "vyun": vyun_patterns}


@pytest.mark.parametrize(
    "spec",
    [
        "ydyumby",
        "ydyumby(board=hex4)",
        "ydyumby(board=..#../...../#...#/...../..#..)",
        "ydyumby(players=4)",
        "vyun(board=5x4)",
        "vyun(board=2x2)",
        "vyun(board=6x6,players=3)",
    ],
)
def test_every_move_has_features_and_each_has_a_weight(spec: str) -> None:
    source = random.Random(spec)
    position = kletka.start(spec)
    count = KERNELS[position.spec.game].FEATURES
    seen: set[int] = set()
    while not position.over:
        quiet = [move for move in position.moves if str(move) != "pass"]
        codes = [position._setting.game.code(position._setting, str(move)) for move in quiet]
        for row in features_of(position, codes):
            listed = row[row != count]
            assert 0 < len(listed) < len(row)
            assert (listed >= 0).all()
            assert (listed < count).all()
            seen.update(listed.tolist())
        position = position.play(source.choice(quiet or list(position.moves)))
    assert len(seen) > 10


@pytest.mark.parametrize("game", KERNELS)
def test_the_weights_in_the_package_are_those_of_the_features(game: str) -> None:
    weights = weights_of(game)
    assert np.flatnonzero(weights).max() < KERNELS[game].FEATURES
    assert np.abs(weights).max() > 0.5


def test_a_captured_piece_weighs_more_than_a_robbed_one() -> None:
    weights = weights_of("ydyumby")
    robbed = ydyumby_patterns.KNOWN + ydyumby_patterns.ROBBED
    assert weights[robbed] > weights[robbed + 1] > 0  # an opponent's
    assert weights[robbed + 4] < weights[robbed + 5] < 0  # one's own


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
