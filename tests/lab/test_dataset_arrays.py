"""Datasets as arrays: what the players saw, what was searched, and how it ended."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kletka import Spec, start
from kletka.bridges.vectorised import ManyGames
from kletka.lab.dataset import dataset_plan, make_dataset, write_parquet
from kletka.lab.dataset_arrays import InvalidDataset, load_dataset
from kletka.lab.journal import Journal

SPECS = [Spec("kamiken(size=4)"), Spec("vyun(board=2x2,players=3)"), Spec("manu(size=4)")]
SPEC = SPECS[0]


@pytest.fixture(scope="module", params=SPECS)
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("dataset") / "games.ndjson"
    make_dataset(request.param, "fast", 6, file)
    return file


def test_rows_are_the_positions_of_the_games(dataset: Path) -> None:
    head, *games = (json.loads(line) for line in dataset.read_text("utf-8").splitlines())
    data = load_dataset(dataset)
    assert data.spec == head["dataset"]["spec"]
    row = 0
    for game in games:
        position = start(data.spec)
        for ply, move in enumerate(game["moves"]):
            seen = ManyGames.of([position])
            mover = position.to_move
            assert (data.games[row], data.players[row]) == (game["game"], mover)
            assert (data.planes[row] == seen.observe()[0]).all()
            assert (data.masks[row] == seen.masks[0]).all()
            assert seen.notation(data.played[row]) == move
            visited = np.flatnonzero(data.visits[row])
            assert visited.tolist() == game["actions"][ply]
            assert data.visits[row, visited].tolist() == game["visits"][ply]
            turned = np.roll(game["values"][ply], -(mover or 0))
            assert data.values[row].tolist() == pytest.approx(turned.tolist())
            own = 1 / len(game["winners"]) if mover in game["winners"] else 0
            assert data.results[row, 0] == pytest.approx(own)
            position = position.play(move)
            row += 1
    assert row == len(data)
    assert data.policy.sum(axis=1) == pytest.approx(1)
    assert not data.policy[~data.masks].any()
    assert data.results.sum(axis=1) == pytest.approx(1)


def test_parquet_gives_the_same_arrays_and_parts_are_parts(dataset: Path, tmp_path: Path) -> None:
    data = load_dataset(dataset)
    plan = dataset_plan(data.spec, "fast", 1)
    journal = Journal(dataset, "dataset", "game", plan)
    write_parquet(journal, plan, tmp_path / "games.parquet")
    same = load_dataset(tmp_path / "games.parquet")
    part = load_dataset(str(dataset), first=2, games=3)
    inside = np.isin(data.games, [2, 3, 4])
    for name in ("games", "players", "planes", "masks", "played", "visits", "values", "results"):
        whole = getattr(data, name)
        assert np.array_equal(getattr(same, name), whole), name
        assert np.array_equal(getattr(part, name), whole[inside]), name
    assert len(load_dataset(dataset, first=6)) == 0


def test_files_of_version_1_are_read(tmp_path: Path) -> None:
    """As the first release wrote them, without shares and searches."""
    file = tmp_path / "old.ndjson"
    moves = ["B2", "C3", "B1", "A3", "pass"]
    old = {"version": 1, "kletka": "0.1.0", "spec": "kamiken(size=3,komi=0.5)", "by": "fast"}
    game = {"game": 0, "moves": moves, "points": [2, 0.5], "winners": [0]}
    file.write_text(f"{json.dumps({'dataset': old})}\n{json.dumps(game)}\n")
    data = load_dataset(file)
    assert np.isnan(data.values).all()
    assert not data.visits.any()
    assert data.policy.argmax(axis=1).tolist() == data.played.tolist() == [4, 8, 1, 6, 9]
    assert data.results.tolist() == [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    head = {"version": 2, "spec": "kamiken(size=3,komi=0.5)"}
    game = {"game": 0, "moves": ["B2", "B1"], "winners": [0]}
    for first, line, sentence in [
        ({"match": {}}, "", "is not a dataset: its first line does not describe one"),
        ({"dataset": {**head, "version": 3}}, "", "has version 3 of the format; versions 1 to 2"),
        ({"dataset": head}, "{}", "line 2: this is not a game of a dataset"),
        ({"dataset": head}, "nonsense", "line 2: this is not a game of a dataset"),
        (
            {"dataset": head},
            json.dumps({**game, "visits": [[1]]}),
            "line 2: this is not a game of a dataset",
        ),
        (
            {"dataset": head},
            json.dumps(game),
            "does not follow today's rules of kamiken.*: game 0, Kamiken 1: B1 is attacked",
        ),
        (
            {"dataset": head},
            json.dumps({**game, "moves": ["B2"]}),
            "does not follow today's rules of kamiken.*: game 0 is not over",
        ),
        ({"dataset": head}, json.dumps({**game, "moves": ["Z9"]}), "Z9"),
    ]:
        file.write_text(f"{json.dumps(first)}\n{line}\n" if line else f"{json.dumps(first)}\n")
        with pytest.raises(InvalidDataset, match=sentence):
            load_dataset(file)


def test_a_policy_fitted_to_the_visits_predicts_them(tmp_path: Path) -> None:
    """One layer of softmax, by plain gradient steps, beats guessing evenly."""
    file = tmp_path / "games.ndjson"
    make_dataset(SPEC, "fast", 60, file)
    data = load_dataset(file)
    learn, check = data.games < 45, data.games >= 45
    flat = data.planes.reshape(len(data), -1)
    weights = np.zeros((flat.shape[1], data.masks.shape[1]), np.float32)
    for _ in range(300):
        wrong = _softmax(flat[learn] @ weights, data.masks[learn]) - data.policy[learn]
        weights -= 0.5 * flat[learn].T @ wrong / learn.sum()
    fitted = _softmax(flat[check] @ weights, data.masks[check])
    even = _softmax(0 * fitted, data.masks[check])
    assert _cross_entropy(fitted, data.policy[check]) < 0.9 * _cross_entropy(
        even, data.policy[check]
    )


def _softmax(scores: np.ndarray, masks: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True)) * masks
    return powers / powers.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


def _cross_entropy(guess: np.ndarray, policy: np.ndarray) -> float:
    return float(-(policy * np.log(guess + 1e-9)).sum(axis=1).mean())
