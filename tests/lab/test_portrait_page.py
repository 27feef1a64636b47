"""The page of a portrait and the command that writes it."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kletka import Spec
from kletka.cli import main
from kletka.faces import face_of
from kletka.faces.profile import Profile
from kletka.lab.portrait.measuring import SelfPlayPlan, measure
from kletka.lab.portrait.page import (
    Portrait,
    page_blocks,
    read_measurements,
    short_name,
    write_portrait,
)


def portrait_of(*specs: str, levels: tuple[str, ...] = ("fast",)) -> Portrait:
    measured = [measure(SelfPlayPlan(Spec(spec), by, 8)) for spec in specs for by in levels]
    return Portrait(tuple(measured), "kletka lab portrait …")


@pytest.mark.parametrize(
    ("specs", "levels"),
    [
        (("ydyumby(board=hex3,players=3)",), ("fast",)),
        (("kamiken(size=3)", "kamiken(size=4)"), ("fast", "level1")),
        (("manu(size=4)", "vyun(board=2x2)"), ("fast",)),
    ],
)
def test_a_page_has_all_its_pictures(
    tmp_path: Path, specs: tuple[str, ...], levels: tuple[str, ...]
) -> None:
    portrait = portrait_of(*specs, levels=levels)
    files = write_portrait(portrait, tmp_path, "page")
    assert all(file.stat().st_size for file in files)
    for ending in ("", ".ru"):
        markdown = (tmp_path / f"page{ending}.md").read_text("utf-8")
        shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", markdown)
        assert len(shown) == 5
        for name in shown:
            picture = (tmp_path / name).read_text("utf-8")
            ET.fromstring(picture)
            assert "prefers-color-scheme:dark" in picture
        html = (tmp_path / f"page{ending}.html").read_text("utf-8")
        assert html.count("<svg ") == 5
        marks = re.findall(r'\bid="([^"]+)"', html)
        assert len(marks) == len(set(marks))
        for spec in specs:
            assert str(Spec(spec)) in markdown


def test_a_game_that_is_won_neither_by_points_nor_by_a_target_has_a_portrait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    face = type(face_of("kamiken"))
    monkeypatch.setattr(face, "wins_by_points", False)
    monkeypatch.setattr(face, "profile", Profile().completed("kamiken", has_pass=True))
    portrait = portrait_of("kamiken(size=3)")
    (measured,) = portrait.measured
    assert not measured.tally.margins
    assert portrait.figures[measured.plan].fair is None
    write_portrait(portrait, tmp_path, "page")
    markdown = (tmp_path / "page.md").read_text("utf-8")
    assert "White, who begins, wins" in markdown
    assert "komi of" not in markdown
    assert "Dotted" not in markdown


def test_the_same_figures_give_the_same_page() -> None:
    one, other = (page_blocks(portrait_of("kamiken(size=3)"), "en", "page") for _ in range(2))
    assert one == other  # the plots too


def test_measured_games_are_not_played_again(tmp_path: Path) -> None:
    portrait = portrait_of("kamiken(size=3)")
    write_portrait(portrait, tmp_path, "page")
    assert read_measurements(tmp_path / "page.json") == {
        each.plan: each for each in portrait.measured
    }
    assert read_measurements(tmp_path / "nothing.json") == {}
    (tmp_path / "page.json").write_text("[]")
    assert read_measurements(tmp_path / "page.json") == {}


def test_a_table_has_a_column_for_each_plan() -> None:
    portrait = portrait_of("kamiken(size=3)", "kamiken(size=4)", levels=("fast", "level1"))
    table = next(b for b in page_blocks(portrait, "en", "page") if hasattr(b, "rows"))
    assert table.rows[0] == (
        "",
        "3x3 fast",
        "3x3 level 1",
        "4x4 fast",
        "4x4 level 1",
    )
    assert all(len(row) == 5 for row in table.rows)


def test_boards_are_named_by_their_differences() -> None:
    specs = [
        Spec(f"ydyumby(board={b},players={p})") for b, p in (("6x6", 2), ("6x6", 3), ("8x8", 2))
    ]
    assert [short_name(spec, specs) for spec in specs] == [
        "6x6, players=2",
        "6x6, players=3",
        "8x8, players=2",
    ]
    assert short_name(specs[2], [specs[0], specs[2]]) == "8x8"
    assert short_name(Spec("manu"), [Spec("manu"), Spec("vyun")]) == str(Spec("manu"))


# The command.


def run(*words: str) -> None:
    main(["lab", "portrait", *words, "--workers", "1", "--lang", "en"])


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("kamiken", "--sizes", "3,4", "--level", "fast,1", "--games", "6,2")
    printed = capsys.readouterr().out
    assert "kamiken(size=3,komi=0.5), fast" in printed
    assert "kamiken(size=4,komi=0.5), level1" in printed
    assert re.search(r"games +6", printed)
    words = ["kamiken(size=3)", "--games", "6", "--out", str(tmp_path)]
    run(*words)
    before = (tmp_path / "kamiken.md").read_bytes()
    capsys.readouterr()
    run(*words)
    assert "6/6" not in capsys.readouterr().err  # nothing was played
    assert (tmp_path / "kamiken.md").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["kamiken", "--games", "none"], "write one number of games"),
        (["kamiken", "--games", "5,6"], "one for each of the 1 levels"),
        (["kamiken", "--level", "0"], "levels go from 1 to 9"),
        (["kamiken", "--level", "wizard"], "wizard"),
        (["chess"], "there is no game 'chess'"),
    ],
)
def test_the_command_refuses_in_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(*words)
    complained = capsys.readouterr().err
    assert complaint in complained
    assert complained.count("\n") == 1


def test_without_the_extra_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SystemExit):
        run("kamiken(size=3)", "--games", "5", "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
    assert "pip install 'kletka[lab]'" in capsys.readouterr().err
