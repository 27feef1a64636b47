"""Generated switchboards are what the generator writes, and refuse numbers of no game."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from scripts.write_switchboards import ROOT, SWITCHBOARDS, Switchboard, text_of, write_all

import kletka
from kletka import GAMES
from kletka.engine.knowledge import default, knowledge_of
from kletka.engine.knowledge import switchboard as knowledge
from kletka.games import switchboard as rules

NOBODYS = len(GAMES)  # the number of no game


@pytest.mark.parametrize("board", SWITCHBOARDS, ids=lambda board: board.folder)
def test_a_switchboard_is_what_the_generator_writes(board: Switchboard) -> None:
    written = (ROOT / "src/kletka" / board.folder / "switchboard.py").read_text(encoding="utf-8")
    assert written == text_of(board), "run `make switchboards`"


def test_numbers_are_places_in_the_catalogue() -> None:
    for number, game in enumerate(GAMES):
        assert getattr(rules, game.upper()) == getattr(knowledge, game.upper()) == number


def test_a_number_of_no_game_is_an_error() -> None:
    variant = kletka.start(GAMES[0]).variant
    state, out = variant.start(), np.zeros(200, np.int32)
    assert rules.moves(0, state, variant.tables, out) > 0
    with pytest.raises(ValueError, match="no game of this number"):
        rules.moves(NOBODYS, state, variant.tables, out)
    with pytest.raises(ValueError, match="no game of this number"):
        knowledge.points_scale(-1, variant.tables)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The catalogue, contracts and games of a house that can be changed."""
    for board in SWITCHBOARDS:
        shutil.copytree(ROOT / "src/kletka" / board.folder, tmp_path / "src/kletka" / board.folder)
    return tmp_path


def add_to_catalogue(copy: Path, game: str) -> None:
    catalogue = copy / "src/kletka/games/catalogue.py"
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(text.replace("\n)", f'\n    "{game}",\n)'), encoding="utf-8")


def test_a_game_without_rules_is_refused(copy: Path) -> None:
    add_to_catalogue(copy, "toy")
    with pytest.raises(SystemExit, match="games: there is no module for toy"):
        write_all(copy)


def test_a_game_without_a_function_that_has_no_default_is_refused(copy: Path) -> None:
    add_to_catalogue(copy, "toy")
    (copy / "src/kletka/games/toy.py").write_text("def moves(state, tables, out): ...\n")
    with pytest.raises(SystemExit, match=r"games/toy\.py needs a function apply"):
        write_all(copy)


def test_a_new_game_gets_its_own_branches_and_defaults_for_the_rest(copy: Path) -> None:
    add_to_catalogue(copy, "toy")
    names = ("moves", "apply", "points", "playout", "owner")
    functions = "".join(f"def {name}(): ...\n" for name in names)
    (copy / "src/kletka/games/toy.py").write_text(functions)
    write_all(copy)
    rules, knowledge = (
        (copy / "src/kletka" / board.folder / "switchboard.py").read_text(encoding="utf-8")
        for board in SWITCHBOARDS
    )
    assert f"TOY = {len(GAMES)}\n" in rules
    assert "    if game == TOY:\n        return toy.moves(state, tables, out)\n" in rules
    assert "    if game == TOY:\n        return defaults.winners(state, tables, points)\n" in rules
    assert "    if game == TOY:\n        return default.komi(game, tables)\n" in knowledge
    assert "import default, kamiken" in knowledge
    assert "toy." not in knowledge


def test_a_game_that_the_engine_knows_nothing_of_has_the_defaults() -> None:
    known = knowledge_of("toy")
    assert known.FEATURES == 0
    assert known.prover is default.prover


def test_defaults_call_the_game_by_its_number() -> None:
    """The default outcome of a game that is won by points is its own outcome."""
    for game in GAMES:
        position = kletka.start(game)
        if not position.variant.face.wins_by_points:
            continue
        variant = position.variant
        for lead in (3.0, 0.0, -2.0):
            points = np.array([4.0 + lead, 4.0])
            outcomes = {
                float(board.outcome(variant.number, position.state, variant.tables, points))
                for board in (default, knowledge)
            }
            assert outcomes == {lead}
