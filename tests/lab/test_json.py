"""Experiments whose results are figures print them as JSON, and write only where they may."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kletka
from kletka.cli import main
from kletka.cli.experiments.own_files import is_clone, own_file
from kletka.library.puzzles import read_puzzles

HERE = ("--workers", "1", "--lang", "en", "--json")


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs an experiment in an empty working folder, and reads the JSON that it prints."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Any:
        main(["lab", *words, *HERE])
        return json.loads(capsys.readouterr().out)

    return run


def test_ratings(lab: Any) -> None:
    words = ("kamiken(size=3)", "--players", "random,level1", "--rounds", "2", "--out", "pages")
    answer = lab("ratings", *words)
    (ladder,) = answer["ladders"]
    assert ladder["plan"]["spec"] == "kamiken(size=3,komi=0.5)"
    assert {rating["agent"] for rating in ladder["ratings"]} == {"random", "level1"}
    assert all(rating["low"] <= rating["elo"] <= rating["high"] for rating in ladder["ratings"])
    assert "pages/ratings.md" in answer["files"]


def test_fitted_levels(lab: Any) -> None:
    answer = lab("fit-levels", "kamiken(size=3)", "--highest", "3", "--rounds", "6", "--out", ".")
    (fit,) = answer["fits"]
    assert (fit["games"], fit["file"]) == (84, "kamiken.toml")
    assert [level["level"] for level in fit["levels"]] == list(range(1, 9))


def test_a_portrait(lab: Any) -> None:
    answer = lab("portrait", "kamiken(size=3)", "--games", "6")
    (portrait,) = answer["portraits"]
    assert (portrait["spec"], portrait["by"]) == ("kamiken(size=3,komi=0.5)", "fast")
    assert portrait["figures"]["games"] == 6
    assert len(portrait["figures"]["seats"]) == 2
    assert answer["files"] == []


def test_a_fair_komi(lab: Any) -> None:
    words = ("--level", "fast", "--games", "4", "--komis", "0.5,1.5", "--out", "komi.json")
    answer = lab("komi", "kamiken(size=3)", *words)
    assert answer["boards"] == json.loads(Path("komi.json").read_text("utf-8"))["boards"]


def test_readings(lab: Any) -> None:
    answer = lab("readings", "manu", "--games", "2", "--out", "pages", "--table", "table.json")
    assert {reading["option"] for reading in answer["readings"]} == {"squares", "pivot", "jump"}
    assert all(Path(file).is_file() for file in answer["files"])


def test_solved_boards(lab: Any) -> None:
    answer = lab("solve-table", "kamiken", "--hours", "0.0005", "--out", "proved.ndjson")
    lines = Path("proved.ndjson").read_text("utf-8").splitlines()
    assert answer["file"] == "proved.ndjson"
    assert answer["boards"] == len(answer["solved"]) == len(lines) > 0
    assert answer["solved"] == [json.loads(line) for line in lines]


def test_claims(lab: Any) -> None:
    answer = lab("claims", "kamiken", "--effort", "tiny", "--out", "pages")
    assert all(claim["claim"].startswith("kamiken-") for claim in answer["claims"])
    assert {claim["verdict"] for claim in answer["claims"]} <= {"holds", "fails", "small", "open"}
    assert all(isinstance(claim["finding"], str) for claim in answer["claims"])


def test_only_a_clone_of_the_project_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Path(kletka.__file__).parent
    assert is_clone(package)
    table = "library/proved/table.ndjson"
    assert own_file(None, table, "proved.ndjson") == package / table
    assert own_file("mine.ndjson", table, "proved.ndjson") == Path("mine.ndjson")
    installed = tmp_path / "site-packages" / "kletka"
    installed.mkdir(parents=True)
    monkeypatch.setattr(kletka, "__file__", str(installed / "__init__.py"))
    assert own_file(None, table, "proved.ndjson") == Path("proved.ndjson")


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (["claims", "kamiken", "--effort", "tiny", "--out", "pages"], "matplotlib"),
        (["claims", "kamiken", "--effort", "tiny", "--out", "pages"], "statsmodels"),
        (["komi", "kamiken(size=3)", "--out", "komi.json"], "statsmodels"),
        (["ratings", "kamiken(size=3)", "--out", "pages"], "matplotlib"),
        (["ratings", "kamiken(size=3)", "--games", "games"], "statsmodels"),
        (["fit-levels", "kamiken(size=3)", "--out", "fit"], "statsmodels"),
        (["portrait", "kamiken(size=3)", "--out", "pages"], "matplotlib"),
        (["dataset", "kamiken(size=3)", "--out", "a", "--parquet", "b"], "pyarrow"),
    ],
)
def test_a_missing_package_is_reported_before_the_work(
    words: list[str], missing: str, tmp_path: Path
) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"from kletka.cli import main; main({['lab', *words, '--lang', 'en']!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"kletka: this needs {missing}, which is not installed; install it with: "
        "pip install 'kletka[lab]'\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_datasets(lab: Any) -> None:
    answer = lab("dataset", "kamiken(size=3)", "--games", "3", "--out", "games.ndjson")
    assert (answer["games"], answer["agent"]) == (3, "fast")
    assert answer["files"] == ["games.ndjson"]


def test_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.jsonl"
    words = ["--count", "1", "--out", str(file), "--json"]
    main(["lab", "puzzles", "kamiken", *words])
    answer = json.loads(capsys.readouterr().out)
    assert answer["file"] == str(file)
    assert answer["ratings"] == [puzzle.rating for puzzle in read_puzzles(file.read_text("utf-8"))]
    assert len(answer["ratings"]) == 1
