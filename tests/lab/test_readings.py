"""Readings side by side: figures, exact values, pages, and judgements that fit the figures."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from kletka import GAMES
from kletka.cli import main
from kletka.faces import face_of
from kletka.lab.readings import blocks_of, compare, plans_for, with_option
from kletka.library.readings import (
    Comparison,
    comparisons_of,
    figure_names,
    holds,
    judgement_of,
    read_table,
    readings_of,
    table_rows,
)

DOCS = Path(__file__).parent.parent.parent / "docs" / "readings"


def squares(**figures: tuple[float, float]) -> Comparison:
    """A comparison of Manu's squares with made-up figures, for solid and for sweep."""
    words = [{name: pair[n] for name, pair in figures.items()} for n in range(2)]
    by_word = dict(zip(("solid", "sweep"), words, strict=True))
    return Comparison("manu", "squares", "manu(size=4)", "fast", 4, by_word, {}, "0")


def test_squares_are_a_reading() -> None:
    assert "squares" in [option.name for option in readings_of("manu")]
    assert readings_of("kamiken") == ()
    spec = with_option("manu(size=5)", "squares", "sweep")
    assert spec.options["squares"] == "sweep"
    assert spec.options["size"] == 5


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_readings_has_boards_for_them(game: str) -> None:
    boards = face_of(game).profile.reading_boards
    for option in readings_of(game):
        for board in (boards.plays, *boards.solved):
            for word in option.words:
                assert with_option(board, option.name, word).options[option.name] == word


def test_a_comparison_has_all_figures_of_both_words(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = next(plan for plan in plans_for(["manu"], "fast", 6) if plan.option.name == "squares")
    found = compare(plan)
    assert list(found.figures) == ["solid", "sweep"]
    for figures in found.figures.values():
        assert set(figures) <= set(figure_names("manu"))
        assert figures["first"] + figures["second"] == pytest.approx(100)
        assert figures["target"] + figures["stuck"] == pytest.approx(100)
    tiny = found.exact["manu(size=3,reserve=3,target=1)"]
    assert set(tiny.values()) <= {1.0, -1.0}
    for language in ("en", "ru"):
        assert len(blocks_of(found, language, "command")) >= 6


def test_judgements_quote_the_figures_and_are_checked() -> None:
    found = squares(leap=(2.5, 0.5), square=(1.0, 4.0))
    judgement = judgement_of(found)
    assert judgement is not None
    assert "2.5 captures by a leap" in judgement.text.en
    assert "2,5 взятия" in judgement.text.ru
    assert all(holds(check, found) for check in judgement.checks)
    other = squares(leap=(0.5, 2.5), square=(1.0, 4.0))
    assert not all(holds(check, other) for check in judgement.checks)


def test_shares_have_intervals_and_other_figures_do_not() -> None:
    figures = {"turns": (36.2, 29.2), "first": (50.0, 40.0), "stuck": (0.0, 2.0)}
    found = replace(squares(**figures), games=100)
    english = [(name, tuple(cells)) for name, cells in table_rows(found, "en")]
    assert english == [
        ("turns in a game", ("36", "29")),
        ("the first player's share of the wins, %", ("50 (40–60)", "40 (31–50)")),
        (figure_names("manu")["stuck"].en, ("0 (0–3.7)", "2 (0.6–7.0)")),
    ]
    assert table_rows(found, "ru")[2][1] == ["0 (0–3,7)", "2 (0,6–7,0)"]


@pytest.mark.parametrize("game", GAMES)
def test_the_judgements_hold_for_the_measured_figures(game: str) -> None:
    for comparison in comparisons_of(game):
        judgement = judgement_of(comparison)
        assert judgement is not None, f"{game}.{comparison.option} has no judgement"
        assert "{" not in judgement.text.en + judgement.text.ru
        assert judgement.checks
        for check in judgement.checks:
            assert holds(check, comparison), check
        for ending in ("", ".ru"):
            page = DOCS / f"{game}-{comparison.option}{ending}.md"
            language = "ru" if ending else "en"
            written = page.read_text("utf-8")
            assert judgement.text.say(language) in written
            for name, cells in table_rows(comparison, language):
                assert f"| {name} | {' | '.join(cells)} |" in written


def test_the_command_continues_and_measures_nothing_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lab", "readings", "manu", "--games", "4", "--workers", "1", "--lang", "en"]
    words += ["--out", str(tmp_path), "--table", str(tmp_path / "table.json")]
    main(words)
    first = capsys.readouterr()
    assert "manu-squares.md" in first.out
    assert "4/4" in first.err
    page = (tmp_path / "manu-squares.ru.md").read_text("utf-8")
    assert re.search(r"ходов в партии \| \d", page)
    main(words)
    assert "4/4" not in capsys.readouterr().err
    assert "manu.squares" in read_table((tmp_path / "table.json").read_text("utf-8"))
