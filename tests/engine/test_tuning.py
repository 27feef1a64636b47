"""Tuning: every figure says where it comes from, and games without any play with the defaults."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from kletka.engine.search.simulation import Knobs
from kletka.engine.tuning import (
    LevelTuning,
    Tuning,
    knobs_of,
    plain_knobs,
    read_tuning,
    tuning_file,
    tuning_of,
)
from kletka.games.catalogue import GAMES
from kletka.spec import Spec

TUNED = [game for game in GAMES if tuning_file(game).is_file()]


def data_of(game: str) -> dict[str, Any]:
    return tomllib.loads(tuning_file(game).read_text("utf-8"))


def check_source(source: dict[str, Any]) -> None:
    specs = [source["spec"]] if "spec" in source else source["specs"]
    assert specs == "unknown" or all(Spec(spec) for spec in specs)
    assert source["games"] == "unknown" or source["games"] >= 0
    assert source["engine"]


@pytest.mark.parametrize("game", TUNED)
def test_every_figure_says_how_it_was_fitted(game: str) -> None:
    for part in ("search", "proofs", "levels"):
        for name, figure in data_of(game).get(part, {}).items():
            for source in figure if name == "fits" else [figure]:
                check_source(source)


@pytest.mark.parametrize("game", TUNED)
def test_fits_climb_the_ladder_and_are_made_for_one_board_each(game: str) -> None:
    levels = tuning_of(game).levels
    for fit in levels.fits:
        assert len(fit.heights) == 8
        assert list(fit.heights) == sorted(set(fit.heights))
        assert fit.heights[0] >= 1
        assert fit.heights[-1] <= 8
        assert Spec(fit.spec).game == game
        assert levels.fit_for(Spec(fit.spec)) is fit


@pytest.mark.parametrize("game", TUNED)
def test_boards_to_learn_on_are_boards_of_the_game(game: str) -> None:
    boards = tuning_of(game).learning.boards
    assert boards
    assert all(Spec(board).game == game for board in boards)


def test_a_fit_is_for_its_board_and_number_of_players() -> None:
    levels = tuning_of("ydyumby").levels
    assert levels.fit_for(Spec("ydyumby(board=5x5,supply=7)")) is not None
    assert levels.fit_for(Spec("ydyumby(board=5x5,players=3)")) is None
    assert levels.fit_for(Spec("ydyumby(board=6x6)")) is None


def test_an_unknown_game_has_the_defaults() -> None:
    tuning = tuning_of("a game that nobody has tuned")
    assert tuning.search == Tuning().search
    assert tuning.levels == LevelTuning()
    assert tuning.learning.boards == ("a game that nobody has tuned",)


def test_a_strange_file_is_refused() -> None:
    with pytest.raises(ValueError, match="serch"):
        read_tuning("[serch]\nlight = 1", "kamiken")
    with pytest.raises(TypeError, match="explortion"):
        read_tuning("[search]\nexplortion = 1", "kamiken")
    assert read_tuning("[search]\nexploration = 2", "kamiken").search.exploration == 2


@pytest.mark.parametrize("knobs", [knobs_of("kamiken"), plain_knobs(light=1.0, exploration=2)])
def test_knobs_keep_their_types(knobs: Any) -> None:
    """The kernels would be compiled again for others."""
    kinds = [type(value).__name__ for value in knobs]
    assert kinds == [*["float"] * 6, *["int"] * 2, "ndarray"]
    assert isinstance(knobs, Knobs)
