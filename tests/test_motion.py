"""What the picture says of the last turn's motion is about what the picture shows."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from kletka import Position
from kletka.drawing import svg
from kletka.drawing.base import gone, picture_of
from tests.test_story import SPECS, turns

Beats = list[list[dict[str, Any]]]


def motion(before: Position, turn: str, after: Position, turned: int = 0) -> Beats:
    picture = svg(after, last=turn, before=before, motion=True, turned=turned)
    beats: Beats = json.loads(ElementTree.fromstring(picture).get("data-motion", "[]"))
    return beats


def names(picture: str, attribute: str) -> set[str | None]:
    return {element.get(attribute) for element in ElementTree.fromstring(picture).iter()}


@pytest.mark.parametrize("spec", SPECS)
def test_all_that_moves_is_in_the_picture(spec: str) -> None:
    kinds = set()
    for before, turn, after in turns(spec, 4):
        picture = svg(after, last=turn, before=before)
        places, lines = names(picture, "data-at"), names(picture, "d")
        beats = motion(before, turn, after)
        assert bool(beats) == (turn != "pass")
        assert all(beats), "no beat is empty"
        for item in (item for beat in beats for item in beat):
            kinds.add(item["kind"])
            if item["kind"] == "vanish":
                assert gone(item["at"]) in places
            elif item["kind"] == "grow":
                assert item["curves"]
                assert set(item["curves"]) <= lines
            else:
                assert item["at"] in places
    assert kinds >= {"appear"}


@pytest.mark.parametrize("turned", range(4))
def test_stones_slide_from_where_they_were_to_where_they_are(turned: int) -> None:
    slid = 0
    for before, turn, after in turns("manu(size=7,squares=sweep,pivot=any)", 4):
        picture = picture_of(after, turned)
        centres = {
            name: [round(n, 1) for n in picture.lattice.centre(cell)]
            for cell, name in enumerate(picture.board.names)
        }
        ways: dict[str, list[Any]] = {}
        for item in (item for beat in motion(before, turn, after, turned) for item in beat):
            if item["kind"] == "slide":
                ways.setdefault(item["at"], []).extend(item["along"])
                slid += 1
        for place, strokes in ways.items():
            assert strokes[-1][-1] == centres[place]
            start = next(name for name, point in centres.items() if point == strokes[0][0])
            assert before.at(start) == after.at(place) == before.to_move
    assert slid > 5


def test_a_picture_without_a_turn_or_not_asked_has_no_motion() -> None:
    before, turn, after = next(turns("kamiken(size=5)", 1))
    assert "data-motion" not in svg(after, motion=True)
    assert "data-motion" not in svg(after, last=turn, before=before)
    assert "data-motion" in svg(after, last=turn, before=before, motion=True)


@pytest.mark.parametrize("spec", SPECS)
def test_the_sample_is_the_piece_of_the_player_to_move(spec: str) -> None:
    """Moved to the cell of a placement, it is the piece that is drawn there afterwards."""
    for before, turn, after in turns(spec, 2):
        if turn not in before.board.cell_named or before.to_move is None:
            continue
        root = ElementTree.fromstring(svg(before, targets=True))
        [sample] = (g for g in root.iter() if g.get("class") == "kletka-sample")
        cell = before.board.cell_named[turn]
        way = int(sample.get("data-hands", "")[cell])
        placed = ElementTree.fromstring(svg(after))
        layers = {
            group.get("class"): len(path.get("d", ""))
            for group in placed.iter()
            for path in group
            if path.get("data-at") == turn
        }
        assert layers
        for kind in layers:
            assert any(group.get("class") == kind and len(group) > way for group in sample)
        return
    raise AssertionError("no placement")
