"""The games' profiles: every board, preset and example in them is valid."""

import dataclasses

import pytest

from kletka import start
from kletka.faces import face_of
from kletka.faces.profile import Profile
from kletka.games.catalogue import GAMES
from kletka.spec import Spec


@pytest.mark.parametrize("game", GAMES)
def test_boards_belong_to_the_game(game: str) -> None:
    profile = face_of(game).profile
    boards = (profile.first_board, profile.quick_board, *profile.puzzle_boards)
    assert {Spec(board).game for board in boards} == {game}
    for preset in profile.presets:
        options = ",".join(f"{name}={value}" for name, value in preset.options.items())
        assert Spec(f"{game}({options})").game == game


@pytest.mark.parametrize("game", ["kamiken", "vyun"])
def test_copying_does_not_spoil_the_boards_for_two_players(game: str) -> None:
    """No player has a win by copying, and in Vyun neither has a tie."""
    profile = face_of(game).profile
    boards = [Spec(profile.first_board), Spec(profile.quick_board)]
    for preset in profile.presets:
        options = ",".join(f"{name}={value}" for name, value in preset.options.items())
        boards.append(Spec(f"{game}({options})"))
    for spec in boards:
        position = start(spec)
        if len(position.players) == 2:
            board = position.board
            if game == "vyun":
                assert (board.columns + board.rows) % 2, spec
            else:
                assert board.columns % 2, spec
                assert position.points[1] > position.points[0], "White's copies do not reach it"


@pytest.mark.parametrize("game", GAMES)
def test_showcases_can_be_played(game: str) -> None:
    spec, turns = face_of(game).profile.showcase
    position = start(spec)
    for turn in turns.split():
        position = position.play(turn)
    assert position.spec.game == game


@pytest.mark.parametrize("game", GAMES)
def test_supply_options_exist(game: str) -> None:
    face = face_of(game)
    names = {option.name for option in face.options}
    assert face.profile.supply_option is None or face.profile.supply_option in names


def test_an_empty_profile_is_filled_in_from_the_default_spec() -> None:
    profile = Profile().completed("toy", has_pass=True)
    assert profile.first_board == profile.quick_board == profile.showcase.spec == "toy"
    assert profile.puzzle_boards == ("toy",)
    assert [preset.options for preset in profile.presets] == [{}]
    assert profile.typed_examples.en == "C3, or pass"
    assert all(value is not None for value in dataclasses.astuple(profile)[:7])


def test_a_profile_keeps_what_it_is_given() -> None:
    profile = Profile(quick_board="toy(size=5)").completed("toy", has_pass=False)
    assert profile.first_board == "toy(size=5)"
    assert profile.typed_turns == "C3 B2"
