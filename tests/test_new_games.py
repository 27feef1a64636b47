"""What a game gets for nothing: the defaults of faces, pictures, setups and texts."""

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from kletka import start
from kletka.drawing import svg
from kletka.drawing.base import BasePicture
from kletka.errors import IllegalMove, InvalidMove, InvalidPosition, KletkaError
from kletka.faces import face_of
from kletka.faces.placement import PlacementFace
from kletka.language import Text
from kletka.library import rules
from kletka.library.lessons import lessons_of
from kletka.library.puzzles import puzzles_of
from kletka.position import Position
from kletka.setup import can_set_up, read_arrangement
from kletka.setup.placement import Arranged
from kletka.variant import variant_of

SPEC = "ydyumby(board=5x5)"  # whose states have the shape that PlacementFace expects


def positions() -> Iterator[Position]:
    chance = random.Random(1)
    position = start(SPEC)
    while not position.over:
        yield position
        position = position.play(chance.choice(position.moves))


def test_texts_of_positions_by_default() -> None:
    face = face_of("ydyumby")
    assert isinstance(face, PlacementFace)
    for position in positions():
        variant, state = position.variant, position.state
        fields = PlacementFace.write_fields(face, variant, state)
        assert fields == face.write_fields(variant, state)
        faults: list[Text] = []
        read = PlacementFace.read_fields(face, variant, fields, faults)
        assert not faults
        assert variant.value(read) == variant.value(state)


def test_faults_of_texts_by_default() -> None:
    face, variant = face_of("ydyumby"), variant_of(start(SPEC).spec)
    assert isinstance(face, PlacementFace)
    faults: list[Text] = []
    assert PlacementFace.read_fields(face, variant, ["5/5/5/5/5", "r", "x"], faults) is None
    assert faults[0].en == "'x' is not 2 numbers separated by commas"


def test_refusals_by_default() -> None:
    face, position = face_of("ydyumby"), start(SPEC).play("C3")
    assert isinstance(face, PlacementFace)

    def why(cell: str) -> str:
        code = face.code(position.variant, cell)
        return str(PlacementFace.refusal(face, position.variant, position.state, code).why)

    assert why("C3") == "C3 is occupied by Red's piece"
    assert why("A1") == "the rules do not allow A1 now"
    with pytest.raises(InvalidMove):
        face.code(position.variant, "pass")
    with pytest.raises(IllegalMove):
        position.play("C3")


@pytest.mark.parametrize("spec", [SPEC, "kamiken(size=3)"])
def test_pieces_are_drawn_by_default(spec: str) -> None:
    position = start(spec).play("C2")
    picture = BasePicture(position)
    assert picture.belongings()[0].places == (("C2",), ())
    assert svg(position).count("data-cell") == len(position.board.names)


def test_arrangements_by_default() -> None:
    for position in positions():
        faults: list[Text] = []
        fields = str(position).split()[1:]
        arranged = Arranged.read(position.variant, fields, faults)
        assert arranged is not None
        assert arranged.fields() == fields
        assert arranged.drawn_position().pieces == position.pieces
        moved = arranged.put("r", "C3").put("eraser", "C3")
        assert moved.owners[position.board.cell_named["C3"]] == 0


def test_a_game_without_an_arrangement_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_set_up("manu")
    monkeypatch.setattr("kletka.setup.reading.find_spec", lambda name: None)
    assert can_set_up("ydyumby")
    assert not can_set_up("manu")
    with pytest.raises(KletkaError, match="cannot be set up by hand"):
        read_arrangement(str(start("manu(size=5)")))
    with pytest.raises(InvalidPosition):
        read_arrangement("ydyumby(board=5x5) 5 r 1,1")


def test_a_game_without_texts_has_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    face = SimpleNamespace(
        name="toy",
        title=Text("Toy", "Игрушка"),
        motto=Text("Fill the board.", "Заполните доску."),
        how=Text("Place stones.", "Ставьте камни."),
    )
    monkeypatch.setattr(rules, "face_of", lambda game: face)
    assert rules.rules_text("toy", "ru") == "# Игрушка\n\nЗаполните доску.\n\nСтавьте камни."
    assert len(list(rules.rules_of("toy"))) == 3
    assert rules.short_rules("toy") == (face.how,)


def test_a_game_without_lessons_and_puzzles_has_none() -> None:
    assert lessons_of("toy") == ()
    assert puzzles_of("toy") == ()
