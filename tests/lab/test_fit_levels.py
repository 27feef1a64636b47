"""Levels fitted to a board: equal steps of strength, resumed games, and a tuning file."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import kletka
from kletka.agents import read_agent
from kletka.agents.levels import InvalidLevel, budget_at
from kletka.cli import main
from kletka.engine.tuning import LevelFit, read_tuning, tuning_file, with_fit
from kletka.lab.fit_levels import (
    HeightPlan,
    NoFit,
    equal_steps,
    fit_levels,
    height_plan,
    play_heights,
    rising_curve,
    write_fit,
)
from kletka.lab.ratings import ELO, InvalidLadder, Ladder, expected
from kletka.spec import Spec

TINY = Spec("kamiken(size=3)")


def ladder_of(plan: HeightPlan, elo: list[float], games: int = 400) -> Ladder:
    """The scores that agents of these strengths have against each other."""
    ladder = Ladder(plan)
    strength = dict(zip(plan.agents, elo, strict=True))
    for one, other in plan.pairs:
        for first, second in ((one, other), (other, one)):
            wins = round(games * expected(strength[first] - strength[second]))
            for number in range(games):
                ladder.add(first, second, float(number < wins))
    return ladder


def test_neighbours_on_the_ladder_meet() -> None:
    plan = height_plan(TINY, highest=3)
    assert plan.agents == ("height1", "height1.5", "height2", "height2.5", "height3")
    assert plan.pairs[:3] == [
        ("height1", "height1.5"),
        ("height1", "height2"),
        ("height1.5", "height2"),
    ]
    assert len(plan.pairs) == 7
    with pytest.raises(InvalidLadder):
        height_plan(Spec("vyun(board=3x3,players=3)"))


def test_an_agent_stands_at_a_height_of_the_ladder() -> None:
    assert read_agent("height2.5").name == "height2.5"
    assert budget_at(2.5).simulations == round(math.sqrt(8 * 25))
    assert budget_at(8) == kletka.agents.levels.budget_of(8, kletka.start("kamiken(size=9)"))
    for name in ("height0.5", "height8.5", "height9"):
        with pytest.raises(InvalidLevel):
            read_agent(name)


def test_levels_are_put_at_equal_steps() -> None:
    """Here the ladder climbs by 40 Elo for each half of a level, so level 9 would be at 8."""
    plan = height_plan(TINY)
    fit = fit_levels(ladder_of(plan, [40.0 * place for place in range(15)]))
    heights = [level.height for level in fit.levels]
    assert heights == pytest.approx([1 + 7 * step / 8 for step in range(8)], abs=0.1)
    for level in fit.levels[1:]:
        assert level.score is not None
        mean, low, high = level.score
        assert low < mean < high
        assert mean == pytest.approx(expected(70), abs=0.02)
    assert fit.levels[0].score is None
    assert fit.levels[-1].elo == pytest.approx(490, abs=20)


def test_thought_that_no_longer_helps_is_not_spent() -> None:
    plan = height_plan(TINY)
    fit = fit_levels(ladder_of(plan, [min(60.0 * place, 240.0) for place in range(15)]))
    assert fit.levels[-1].height < 3.1
    heights = [level.height for level in fit.levels]
    assert heights == sorted(set(heights))


def test_more_games_make_it_surer() -> None:
    plan = height_plan(TINY, highest=3)
    widths = []
    for games in (20, 2000):
        score = fit_levels(ladder_of(plan, [0.0, 50, 100, 150, 200], games)).levels[1].score
        assert score is not None
        widths.append(score[2] - score[1])
    assert widths[1] < widths[0] / 5


def test_a_board_on_which_all_are_alike_has_no_fit() -> None:
    with pytest.raises(NoFit):
        fit_levels(ladder_of(height_plan(TINY, highest=3), [0.0] * 5))


def test_the_curve_never_falls() -> None:
    assert rising_curve([0, 2, 1, 3], [1, 1, 1, 1]).tolist() == [0, 1.5, 1.5, 3]
    assert rising_curve([3, 2, 1], [1, 1, 2]).tolist() == [1.75] * 3
    steps = equal_steps(np.array([1.0, 1.5, 2.0]), np.array([0.0, 0.0, 1.0]))
    assert steps[0] == 1.0
    assert list(steps) == sorted(set(steps))
    assert ELO > 0


FIT = LevelFit("kamiken(size=5,komi=0)", (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7), 9, "9.9", "why")


def test_a_fit_takes_the_place_of_one_for_the_same_board() -> None:
    text = tuning_file("kamiken").read_text("utf-8")
    changed = with_fit(text, FIT)
    before, after = read_tuning(text, "kamiken"), read_tuning(changed, "kamiken")
    assert len(after.levels.fits) == len(before.levels.fits)
    assert after.levels.fit_for(Spec("kamiken(size=5)")) == FIT
    others = [fit for fit in before.levels.fits if "size=5" not in fit.spec]
    assert list(after.levels.fits) == [*others, FIT]
    assert (after.search, after.proofs, after.learning) == (
        *(before.search, before.proofs, before.learning),
    )
    assert with_fit(changed, FIT) == changed
    assert changed.split("[[levels.fits]]")[0] == text.split("[[levels.fits]]")[0]


def test_a_game_that_was_never_tuned_gets_a_file(tmp_path: Path) -> None:
    assert read_tuning(with_fit("", FIT), "kamiken").levels.fits == (FIT,)
    fit = fit_levels(ladder_of(height_plan(TINY, highest=3), [0.0, 50, 100, 150, 200]))
    file = write_fit(fit, tmp_path / "new" / "kamiken.toml")
    written = read_tuning(file.read_text("utf-8"), "kamiken").levels.fit_for(TINY)
    assert written is not None
    assert written.games == fit.games
    assert written.engine == kletka.__version__


class Interrupted(Exception):
    pass


def test_an_interrupted_fit_goes_on_where_it_was(tmp_path: Path) -> None:
    plan, out = height_plan(TINY, highest=2), tmp_path / "games.ndjson"

    def interrupt(ladder: Ladder) -> None:
        if ladder.played == 5:
            raise Interrupted

    with pytest.raises(Interrupted):
        play_heights(plan, 2, out=out, report=interrupt)
    again: list[int] = []
    ladder = play_heights(plan, 2, out=out, report=lambda ladder: again.append(ladder.played))
    assert again == list(range(6, 13))
    assert ladder.pairings == play_heights(plan, 2).pairings


def test_the_command_writes_a_tuning_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--highest", "3", "--rounds", "6", "--workers", "1", "--lang", "en"]
    main(["lab", "fit-levels", TINY, *options, "--out", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "84 games" in shown
    assert "against the one below" in shown
    fit = read_tuning((tmp_path / "kamiken.toml").read_text("utf-8"), "kamiken").levels.fit_for(
        TINY
    )
    assert fit is not None
    assert fit.games == 84
    assert fit.heights[0] == 1.0
