"""Datasets: legal games, the same in both formats, and nothing lost by an interruption."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kletka import Spec, __version__, start
from kletka.agents.levels import budget_of
from kletka.bridges.vectorised import ManyGames
from kletka.cli import main
from kletka.lab.dataset import VERSION, dataset_plan, make_dataset, write_parquet
from kletka.lab.journal import InvalidJournal, Journal
from kletka.lab.worker_pools import open_pool

SPEC = Spec("kamiken(size=4)")


class Interrupted(Exception):
    pass


def lines_of(file: Path) -> list[dict]:  # type: ignore[type-arg]
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("spec", [SPEC, Spec("vyun(board=2x2,players=3)"), Spec("manu(size=5)")])
def test_games_are_legal_and_have_the_recorded_results(spec: Spec, tmp_path: Path) -> None:
    out = tmp_path / "games.ndjson"
    make_dataset(spec, "fast", 12, out)
    _, *games = lines_of(out)
    assert [game["game"] for game in games] == list(range(12))
    for game in games:
        position = start(spec)
        for move in game["moves"]:
            position = position.play(move)
        assert position.over
        assert game["points"] == list(position.points)
        assert game["winners"] == list(position.winners)
        assert sum(game["shares"]) == pytest.approx(1)
        assert [seat for seat, share in enumerate(game["shares"]) if share] == game["winners"]


@pytest.mark.parametrize("by", ["fast", "level3", "engine@40"])
@pytest.mark.parametrize("spec", [SPEC, Spec("ydyumby(board=4x4,players=3)")])
def test_every_search_is_in_the_dataset(spec: Spec, by: str, tmp_path: Path) -> None:
    out = tmp_path / "games.ndjson"
    make_dataset(spec, by, 3, out)
    actions_of = ManyGames(spec, 1)
    simulations = dataset_plan(spec, by, 1)["engine"].get("simulations", 40)
    for game in lines_of(out)[1:]:
        position = start(spec)
        searches = zip(game["moves"], game["actions"], game["visits"], game["values"], strict=True)
        for move, actions, visits, values in searches:
            legal = {actions_of.action(str(each)) for each in position.moves}
            assert set(actions) <= legal
            assert len(actions) == len(visits)
            assert min(visits, default=1) > 0
            assert sum(visits) <= simulations
            if len(legal) > 1 or by == "fast":
                assert sum(values) == pytest.approx(1, abs=0.001)
                if max(values) < 1:  # no outcome is proved, so the most visited action is played
                    assert actions_of.action(move) in actions
            position = position.play(move)


def test_agents_that_do_not_search_leave_no_visits(tmp_path: Path) -> None:
    out = tmp_path / "games.ndjson"
    make_dataset(SPEC, "random", 1, out)
    game = lines_of(out)[1]
    nothing: list[list[int]] = [[] for _ in game["moves"]]
    assert game["actions"] == game["visits"] == nothing
    assert game["values"] == [None] * len(game["moves"])


def test_the_first_line_determines_the_games(tmp_path: Path) -> None:
    out = tmp_path / "games.ndjson"
    make_dataset(SPEC, "level2", 1, out, seed=7)
    head = lines_of(out)[0]["dataset"]
    assert head == dataset_plan(SPEC, "level2", 7)
    assert (head["version"], head["kletka"], head["seed"]) == (VERSION, __version__, 7)
    assert head["engine"]["simulations"] == budget_of(2, start(SPEC)).simulations
    assert head["engine"]["weights"].startswith("crc32:")
    assert dataset_plan(SPEC, "random", 1)["engine"] == {}


def test_an_interrupted_dataset_is_continued(tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.ndjson", tmp_path / "games.ndjson"
    make_dataset(SPEC, "fast", 35, whole)

    def interrupt(done: int) -> None:
        if done == 20:
            raise Interrupted

    with pytest.raises(Interrupted):
        make_dataset(SPEC, "fast", 35, out, report=interrupt)
    out.write_bytes(out.read_bytes()[:-5])  # and its last line is cut short
    with open_pool(workers=1) as pool:
        make_dataset(SPEC, "fast", 35, out, pool=pool)
    assert out.read_bytes() == whole.read_bytes()
    with pytest.raises(InvalidJournal, match="holds another dataset"):
        make_dataset(SPEC, "fast", 35, out, seed=2)


def test_a_dataset_of_the_older_format_is_left_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "games.ndjson"
    older = json.dumps({"dataset": {**dataset_plan(SPEC, "fast", 1), "version": 1}}) + "\n"
    out.write_text(older)
    with pytest.raises(InvalidJournal, match=r"holds another dataset \(version=1, .* a file of"):
        make_dataset(SPEC, "fast", 1, out)
    assert out.read_text() == older


def test_parquet_holds_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kletka.lab.dataset.ROWS_A_GROUP", 4)  # several groups
    out, parquet = tmp_path / "games.ndjson", tmp_path / "games.parquet"
    words = ["lab", "dataset", str(SPEC), "--games", "10", "--workers", "1", "--lang", "en"]
    main([*words, "--out", str(out), "--parquet", str(parquet)])
    assert capsys.readouterr().out == f"{out}, {parquet}: 10 games\n"
    first, *games = lines_of(out)
    table = pq.read_table(parquet)
    assert table.to_pylist() == games
    assert json.loads(table.schema.metadata[b"dataset"]) == first["dataset"]
    assert pq.ParquetFile(parquet).num_row_groups == 3
    assert not list(tmp_path.glob("*.part"))


def test_a_dataset_without_games_can_be_written_as_parquet(tmp_path: Path) -> None:
    plan = dataset_plan(SPEC, "fast", 1)
    journal = Journal(tmp_path / "empty.ndjson", "dataset", "game", plan)
    write_parquet(journal, plan, tmp_path / "empty.parquet")
    assert pq.read_table(tmp_path / "empty.parquet").num_rows == 0
