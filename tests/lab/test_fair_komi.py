"""A fair komi: the even point of games at several komis, agents of several strengths, the table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kletka import Spec
from kletka.cli import main
from kletka.lab.fair_komi import (
    KomiPlan,
    combine,
    even_point,
    level_of,
    measure_komi,
    together,
    write_table,
)
from kletka.lab.portrait.sentences import fair_sentence
from kletka.library.fair import board_key, fair_komi, measured_boards, read_table

KOMIS = np.array([-0.5, 0.5, 1.5, 2.5])


def test_the_even_point_lies_between_the_komis_that_bracket_it() -> None:
    assert even_point(KOMIS, np.array([0.9, 0.7, 0.3, 0.1])) == pytest.approx(1.0)
    assert even_point(KOMIS, np.array([0.9, 0.8, 0.5, 0.1])) == pytest.approx(1.5)
    assert even_point(KOMIS, np.array([0.9, 0.8, 0.7, 0.6])) == 2.5  # beyond what was tried
    uneven = even_point(KOMIS, np.array([0.9, 0.4, 0.6, 0.1]))  # chance made the share rise
    assert 0.5 <= uneven <= 1.5


def test_more_games_make_the_interval_narrower() -> None:
    shares = dict(zip(KOMIS.tolist(), [0.9, 0.7, 0.35, 0.1], strict=True))
    few, many = level_of("fast", 40, shares), level_of("fast", 4000, shares)
    assert few.low < many.low < many.even < many.high < few.high


def test_agents_that_differ_make_the_interval_wider() -> None:
    alike, different = together([1.5, 1.5, 1.5], [0.1] * 3), together([0.5, 1.5, 2.5], [0.1] * 3)
    assert alike[0] == pytest.approx(different[0]) == pytest.approx(1.5)
    assert different[2] - different[1] > 5 * (alike[2] - alike[1])
    assert together([1.5], [0.1]) == pytest.approx((1.5, 1.304, 1.696))


def test_the_fair_komi_has_half_a_point() -> None:
    shares = {0.5: 0.8, 1.0: 0.5, 1.5: 0.45}
    found = combine("kamiken(size=7,komi=0)", [level_of("fast", 100, shares)])
    assert (found.komi, found.share) == (1.5, 0.45)
    sentence = fair_sentence(Spec("kamiken(size=7)"), found)
    assert "most even with a komi of 1.5 points: White then gets 45 %" in sentence.en
    assert "коми в 1,5 очка" in sentence.ru


def test_a_solved_board_has_the_komi_of_its_value() -> None:
    """On 3x3 White is two points ahead with best play, and even fast play finds that."""
    plan = KomiPlan(Spec("kamiken(size=3)"), (0.5, 1.5, 2.5), (("fast", 30), ("level1", 6)))
    found = measure_komi(plan)
    assert found.spec == "kamiken(size=3,komi=0)"
    fast, weak = found.levels
    assert fast.shares[1.5] > 0.9
    assert fast.shares[2.5] < 0.1
    assert 1.5 <= fast.even <= 2.5
    assert weak.games == 6


def test_the_command_writes_the_table_and_keeps_other_boards(tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    for size in ("3", "2"):
        words = [
            "kamiken",
            "--sizes",
            size,
            "--level",
            "fast",
            "--games",
            "4",
            "--komis",
            "0.5,1.5",
        ]
        main(["lab", "komi", *words, "--out", str(table), "--workers", "1", "--lang", "en"])
    boards = read_table(table.read_text("utf-8"))
    assert list(boards) == ["kamiken(size=3,komi=0)", "kamiken(size=2,komi=0)"]
    before = table.read_bytes()
    write_table(table, list(boards.values()))
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(["vyun"], "this game has no komi"), (["kamiken", "--komis", "x"], "multiples of 0.5")],
)
def test_the_command_refuses_in_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["lab", "komi", *words, "--workers", "1", "--lang", "en"])
    assert complaint in capsys.readouterr().err


def test_every_entry_of_the_table_belongs_to_a_board() -> None:
    for known in measured_boards("kamiken"):
        assert board_key(Spec(known.spec)) == known.spec
        assert fair_komi(Spec(known.spec)) == known
        assert known.low <= known.even <= known.high
    assert fair_komi(Spec("vyun")) is None
