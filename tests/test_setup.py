"""Positions set up by hand: arranged piece by piece, refused, drawn."""

from __future__ import annotations

import random
import re

import pytest

import kletka
from kletka import InvalidPosition, InvalidSpec, KletkaError, Position
from kletka.drawing import sketch, svg
from kletka.setup import Arrangement, arrange, read_arrangement
from kletka.setup.vyun import Arranged as ArrangedVyun
from tests import specs
from tests.helpers import random_game
from tests.test_position_text import REFUSED

SOME = [*specs.KAMIKEN[1:6], *specs.YDYUMBY[:14], specs.YDYUMBY[15], *specs.VYUN[:8], *specs.MANU]


def reached(spec: str) -> list[Position]:
    """Every position of a random game, including the last one."""
    positions = [position for position, _ in random_game(spec, 5, 60)]
    last = positions[-1]
    if not last.over:
        positions.append(last.play(random.Random(5).choice(list(last.moves))))
    return positions


def by_hand(target: Arrangement) -> Arrangement:
    """The same position, set up piece by piece on an empty board."""
    built = arrange(kletka.start(target.spec))
    names = target.variant.board.names
    for cell, owner in enumerate(target.owners):
        if owner:
            built = built.put(target.players[owner - 1].letter, names[cell])
    if isinstance(target, ArrangedVyun):
        built = grown_by_hand(built, target)
    for counter in target.counters:
        if not counter.follows:
            built = built.with_count(counter.key, target.counts[counter.key])
    return built.with_turn(target.turn_letter)


def grown_by_hand(built: Arrangement, target: ArrangedVyun) -> Arrangement:
    names, players = target.variant.board.names, target.players
    for wall, (one, other) in target.variant.board.walls.items():
        if target.vines[wall]:
            letter = players[target.vines[wall] - 1].letter
            built = built.put(f"{letter}-vine", f"{names[one]}>{names[other]}")
    for player, counts in enumerate(target.growth):
        for square, count in enumerate(counts):
            for _ in range(7):  # enough clicks to go through all counts
                assert isinstance(built, ArrangedVyun)
                if built.growth[player][square] != count:
                    built = built.put(f"{players[player].letter}-growth", names[square])
    return built


@pytest.mark.parametrize("spec", SOME)
def test_a_position_taken_apart_is_put_together_again_by_hand(spec: str) -> None:
    tried = 0
    for position in reached(spec):
        if position.in_turn:
            continue  # a turn under way cannot be set up
        taken_apart = arrange(position)
        assert taken_apart.position() == position
        assert not taken_apart.faults
        assert by_hand(taken_apart).position() == position
        tried += 1
    assert tried > 2


def test_a_turn_under_way_is_left_out() -> None:
    position = kletka.start("manu(size=7)")
    for move in "A1 C1 E3 E5 G4 E7 A1>E1".split():
        position = position.play(move)
    assert position.in_turn
    assert str(arrange(position)) == str(position).removesuffix("E1") + "-"


@pytest.mark.parametrize("game", kletka.GAMES)
def test_what_is_impossible_is_refused_as_its_text_is(game: str) -> None:
    compared = 0
    for spec, fields, _ in REFUSED:
        text = f"{kletka.Spec(spec)} {fields}"
        try:
            arrangement = read_arrangement(text)
        except InvalidPosition:
            continue  # texts that cannot be read cannot be clicked together
        if not spec.startswith(game) or str(arrangement) != text or "manu(size=3" in spec:
            continue
        with pytest.raises(InvalidPosition) as refused:
            Position.parse(text)
        assert arrangement.faults == refused.value.faults
        with pytest.raises(InvalidPosition, match=re.escape(str(refused.value))):
            arrangement.position()
        assert "<svg" in sketch(arrangement)
        compared += 1
    assert compared >= 4


def test_neighbours_of_different_colours_are_drawn_and_refused() -> None:
    arrangement = arrange(kletka.start("kamiken(size=3)")).put("w", "A1").put("b", "B1")
    assert [fault.ru for fault in arrangement.faults] == ["A1 и B1: соседние камни разного цвета"]
    assert 'data-of="01......."' in sketch(arrangement)
    better = arrangement.put("eraser", "B1").put("b", "C1")
    assert better.position() == kletka.start("kamiken(size=3)").play("A1").play("C1")


def test_a_tool_takes_away_its_own_and_replaces_another() -> None:
    empty = arrange(kletka.start("ydyumby(board=4x4)"))
    one = empty.put("r", "A1")
    assert one.counts["supply-0"] == 7
    assert one.put("r", "A1") == empty
    assert one.put("b", "A1").counts == {"supply-0": 8, "supply-1": 7}


def test_pieces_beyond_the_supply_go_back_without_making_it_larger() -> None:
    arrangement = arrange(kletka.start("ydyumby(board=4x4,supply=1)"))
    crowded = arrangement.put("r", "A1").put("r", "B1")
    assert crowded.faults
    assert crowded.put("r", "B1") == arrangement.put("r", "A1")


def test_the_reserve_of_manu_follows_from_the_rest() -> None:
    arrangement = arrange(kletka.start("manu(size=4,reserve=8,target=4)"))
    arrangement = arrangement.put("w", "A1").put("b", "D4").with_count("taken-0", 2)
    assert arrangement.counts == {"taken-0": 2, "taken-1": 0, "reserve-0": 7, "reserve-1": 5}
    assert arrangement.position().points == (2, 0)
    with pytest.raises(KletkaError, match="no number 'reserve-0' to set"):
        arrangement.with_count("reserve-0", 3)


def test_a_player_of_manu_without_a_turn_has_lost() -> None:
    arrangement = arrange(kletka.start("manu(size=3,reserve=1)")).put("w", "A1").put("b", "C1")
    assert str(arrangement.position()).split()[2] == "w#"
    assert arrangement.with_turn("b").position().winners == (0,)


# Vyun.


def vyun(*clicks: str, spec: str = "vyun(board=3x3)") -> ArrangedVyun:
    arrangement = arrange(kletka.start(spec))
    for click in clicks:
        arrangement = arrangement.put(*click.split())
    assert isinstance(arrangement, ArrangedVyun)
    return arrangement


def test_growth_points_come_with_a_sprout_and_go_along_with_a_vine() -> None:
    clicked = vyun("r A1", "b C3", "r-vine A1>A2", "r-vine A2>B2").with_turn("b")
    position = kletka.start("vyun(board=3x3)")
    for move in ("A1", "C3", "A1>A2", "pass", "A2>B2"):
        position = position.play(move)
    assert clicked.position() == position


def test_a_vine_drawn_backwards_takes_the_growth_point_along() -> None:
    assert vyun("r A1", "r-vine A2>A1") == vyun("r A1", "r-vine A1>A2")


def test_a_vine_taken_away_gives_its_growth_point_back() -> None:
    for tool in ("r-vine", "eraser"):
        for place in ("A1>A2", "A2>A1"):
            assert vyun("r A1", "r-vine A1>A2", f"{tool} {place}") == vyun("r A1")


def test_a_vine_of_another_replaces_it() -> None:
    replaced = vyun("r A1", "b A2", "r-vine A1>A2", "b-vine A2>A1")
    assert replaced == vyun("r A1", "b A2", "b-vine A2>A1")


def test_growth_points_are_counted_up_and_start_again() -> None:
    counts = [vyun(*["r A1", *["r-growth A1"] * n]).growth[0][0] for n in range(4)]
    assert counts == [2, 0, 1, 2]


def test_the_eraser_takes_everything_out_of_a_square() -> None:
    assert vyun("r A1", "b-growth A1", "eraser A1") == vyun()


def test_the_eraser_beside_a_wall_without_a_vine_works_in_the_square() -> None:
    assert vyun("r A1", "b A2", "eraser A2>A1") == vyun("b A2")
    assert vyun("r A1", "r-vine A1>A2", "eraser B1>A1", "eraser A1>A2").owners == (0,) * 9


def test_a_vine_from_nowhere_is_refused() -> None:
    assert [fault.en for fault in vyun("r A1", "b C3", "r-vine B2>B3").faults] == [
        "Red's vines cannot have grown so from the sprouts to the growth points"
    ]


def test_vines_that_no_game_can_grow_are_drawn() -> None:
    """A vine without a sprout has two ends; a growth point without a vine is a bud."""
    vine = re.search(r'kletka-vine kletka-p1">(.*?)</g>', sketch(vyun("r-vine B2>B3")))
    assert vine is not None
    assert vine[1].count("<path") == 2
    assert 'kletka-piece kletka-p2"><path' not in sketch(vyun())
    assert 'kletka-piece kletka-p2"><path' in sketch(vyun("b-growth B3"))


def test_the_walls_of_a_sketch_can_be_clicked_both_ways() -> None:
    assert sketch(vyun()).count("data-move=") == 2 * 12
    assert 'data-from="B2" data-to="B1"' in sketch(vyun(), turned=1)


# Words.


def test_a_sketch_is_the_picture_of_its_position() -> None:
    """They differ only in the targets of moves and in the words."""
    for spec in specs.TINY:
        position = reached(spec)[2]
        if not position.in_turn:
            bare = r"<title>.*</desc>|aria-label=\"[^\"]*\"|<path class=\"kletka-target\"[^>]*>"
            pictures = (svg(position), sketch(arrange(position)))
            one, other = (re.sub(bare, "", picture) for picture in pictures)
            assert one == other


def test_a_sketch_speaks_both_languages() -> None:
    arrangement = arrange(kletka.start("kamiken(size=3)")).put("w", "A1")
    assert "Kamiken: setting up a position" in sketch(arrangement)
    russian = sketch(arrangement, language="ru")
    assert "Камикен: расстановка позиции" in russian
    assert "Белые: камни A1. Чёрные: камней нет." in russian


@pytest.mark.parametrize(
    ("tool", "place", "said"),
    [
        ("x", "A1", "there is no tool 'x'; the tools are w, b, eraser"),
        ("w", "D1", "there is no D1 on this board"),
        ("w", "A1>A2", "name one cell"),
    ],
)
def test_a_wrong_tool_or_place_is_refused(tool: str, place: str, said: str) -> None:
    with pytest.raises(KletkaError, match=re.escape(said)):
        arrange(kletka.start("kamiken(size=3)")).put(tool, place)


def test_a_vine_needs_a_wall() -> None:
    for place in ("A1>C1", "A1>B1>C1"):
        with pytest.raises(KletkaError, match="two squares that share a wall"):
            vyun(f"r-vine {place}")


def test_a_vine_needs_two_squares() -> None:
    with pytest.raises(KletkaError, match="two squares that share a wall"):
        vyun("r-vine A1")


def test_wrong_numbers_and_turns_are_refused() -> None:
    arrangement = arrange(kletka.start("vyun(board=3x3)"))
    with pytest.raises(KletkaError, match="passes in a row: it must be a number from 0 to 2"):
        arrangement.with_count("passes", 3)
    with pytest.raises(KletkaError, match="to move: 'w' is not a player; use -, r, b"):
        arrangement.with_turn("w")


@pytest.mark.parametrize(
    "text", ["vyun(board=3x3) 3/3/3 2/2/2 3/3 A1r7 r 0", "vyun(board=3x3) 3/3/3", "kamiken 1 w -"]
)
def test_texts_that_cannot_be_drawn_are_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        read_arrangement(text)


def test_an_arrangement_of_no_game_is_refused() -> None:
    with pytest.raises(InvalidSpec):
        read_arrangement("chess 8/8")
