"""What all pictures promise, tested on random positions of many specs."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import lru_cache
from xml.etree import ElementTree

import pytest

import kletka
from kletka.drawing import svg, text
from kletka.drawing.base import picture_of
from kletka.drawing.palette import DARK, LIGHT, stylesheet
from kletka.drawing.sheet import UNIT
from kletka.drawing.vyun import Picture as VyunPicture
from tests.specs import HEX_CORNERS_OFF, HEX_RAGGED

SPECS = (
    "kamiken(size=1)",
    "kamiken(size=5)",
    "kamiken",
    "ydyumby",
    "ydyumby(board=5x4,players=3)",
    "ydyumby(board=hex4,players=3)",
    "ydyumby(board=..#../...../#...#/...../..#..)",
    f"ydyumby(board={HEX_CORNERS_OFF},players=3)",
    f"ydyumby(board={HEX_RAGGED},players=2)",
    "ydyumby(board=12x8,players=8)",
    "vyun(board=2x2)",
    "vyun(board=6x4,players=4)",
    "vyun(board=8x8,players=8)",
    "manu(size=3)",
    "manu(size=7,reserve=24,target=10)",
    "manu(size=9,squares=sweep)",
    "manu",
)
SQUARE, HEXAGON = "kamiken(size=5)", "ydyumby(board=hex4,players=3)"
SVG = "{http://www.w3.org/2000/svg}"


@lru_cache
def game(spec: str, seed: int, length: int) -> list[tuple[kletka.Position, str | None]]:
    """The positions of a random game, each with the move that led there."""
    chance = random.Random(f"{spec} {seed}")
    position = kletka.start(spec)
    seen: list[tuple[kletka.Position, str | None]] = [(position, None)]
    for _ in range(length):
        moves = [str(move) for move in position.moves]
        if not moves:
            break
        lively = [m for m in moves if re.search("[>^@]", m)]
        quiet = [m for m in moves if m not in ("pass", "stop")]
        move = chance.choice((lively if chance.random() < 0.6 else quiet) or quiet or moves)
        position = position.play(move)
        seen.append((position, move))
    return seen


def samples() -> list[tuple[kletka.Position, str | None]]:
    """Positions from the beginning, the middle and the end of games of every spec."""
    found = []
    for spec in SPECS:
        seen = game(spec, 1, 60)
        found += [seen[0], seen[len(seen) // 3], seen[-1]]
    return found


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def with_attribute(picture: str, name: str) -> list[ElementTree.Element]:
    return [e for e in parsed(picture).iter() if name in e.attrib]


def middle(element: ElementTree.Element) -> tuple[float, float]:
    """The middle of an outline."""
    xs, ys = [], []
    for command, numbers in re.findall("([MLHV])([^MLHVZ]*)", element.attrib["d"]):
        values = [float(n) for n in numbers.split()]
        xs += values[:1] if command != "V" else []
        ys += values[-1:] if command != "H" else []
    return round((min(xs) + max(xs)) / 2), round((min(ys) + max(ys)) / 2)


# SVG.


@pytest.mark.parametrize("turned", [0, 1, 5])
def test_every_cell_is_there_once(turned: int) -> None:
    for position, last in samples():
        picture = svg(position, last=last, territory=True, targets=True, turned=turned)
        cells = with_attribute(picture, "data-cell")
        assert [c.attrib["data-cell"] for c in cells] == list(position.board.names)
        (owners,) = (group.attrib["data-of"] for group in with_attribute(picture, "data-of"))
        assert [0 if o == "." else int(o) + 1 for o in owners] == picture_of(position).owners
        assert len({middle(c) for c in cells}) == len(cells)
        assert all("kletka-cell" in c.attrib["class"].split() for c in cells)


def test_targets_are_the_legal_moves_that_have_a_place() -> None:
    for position, last in samples():
        targets = with_attribute(svg(position, last=last, targets=True), "data-move")
        legal = Counter(str(move) for move in position.moves if str(move) not in ("pass", "stop"))
        assert Counter(t.attrib["data-move"] for t in targets) == legal
        for target in targets:
            move = target.attrib["data-move"]
            if re.search("[>^@]", move):
                assert {target.attrib["data-from"], target.attrib["data-to"]} <= set(
                    position.board.names
                )
            else:
                assert target.attrib["data-cell"] == move
        assert not with_attribute(svg(position, last=last), "data-move")


def test_targets_of_growths_lie_on_their_walls() -> None:
    picture = svg(kletka.start("vyun(board=3x3)").play("B2").play("A1"), targets=True)
    grow = [e for e in with_attribute(picture, "data-move") if "data-from" in e.attrib]
    middles = {e.attrib["data-move"]: middle(e) for e in grow}
    assert middles == {"B2>B1": (60, 40), "B2>C2": (80, 60), "B2>B3": (60, 80), "B2>A2": (40, 60)}


def test_manu_targets_tell_where_the_stone_lands() -> None:
    """The geometry of jumps, leaps and squares agrees with the rules."""
    kinds: Counter[str] = Counter()
    for spec in (
        "manu(size=7,reserve=24,target=24)",
        "manu(size=6,squares=sweep)",
        "manu(size=6,squares=sweep,pivot=any)",
    ):
        for seed in range(2):
            for position, _ in game(spec, seed, 90):
                for target in with_attribute(svg(position, targets=True), "data-from"):
                    origin, landing = target.attrib["data-from"], target.attrib["data-to"]
                    before, after = (
                        picture_of(p).owners
                        for p in (position, position.play(target.attrib["data-move"]))
                    )
                    cells = position.board.cell_named
                    assert position.to_move is not None
                    assert after[cells[landing]] == before[cells[origin]] == position.to_move + 1
                    assert origin == landing or not after[cells[origin]]
                    kinds[target.attrib["data-move"][0]] += 1
    assert kinds["^"] > 5
    assert kinds["@"] > 5


def test_a_picture_fits_its_container() -> None:
    for position, last in samples():
        root = parsed(svg(position, last=last))
        assert root.tag == f"{SVG}svg"
        assert root.attrib["role"] == "img"
        assert not {"width", "height"} & set(root.attrib)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        for cell in with_attribute(svg(position), "data-cell"):
            x, y = middle(cell)
            assert left < x < left + width
            assert top < y < top + height


def test_pictures_have_no_scripts_and_no_ids() -> None:
    for position, last in samples():
        for element in parsed(svg(position, last=last, targets=True, territory=True)).iter():
            assert element.tag != f"{SVG}script"
            assert not [name for name in element.attrib if name.startswith("on") or name == "id"]
            assert all(c.startswith("kletka") for c in element.attrib.get("class", "").split())


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("en", "Kamiken: White to move", ["Points: White 2, Black 2.5", "White: stones C3"]),
        ("ru", "Камикен: ход белых", ["Очки: белые 2, чёрные 2,5", "Белые: камни C3"]),
    ],
)
def test_pictures_have_titles_and_descriptions(language: str, title: str, words: list[str]) -> None:
    position = kletka.start("kamiken(size=5)").play("C3").play("B2")
    root = parsed(svg(position, last="B2", language=language))
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == title
    assert root.attrib["aria-label"] == title
    assert root[1].tag == f"{SVG}desc"
    described = root[1].text or ""
    assert all(word in described for word in [*words, "B2"])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_description_names_every_piece_and_the_end(language: str) -> None:
    for position, last in samples():
        root = parsed(svg(position, last=last, language=language))
        for cell, owner in enumerate(picture_of(position).owners):
            if owner:
                name = position.players[owner - 1].name.say(language)
                line = re.search(rf"(?:^|\. ){name}: (.*?)(?:\. |\.$)", root[1].text or "")
                assert line
                assert re.search(rf"\b{position.board.names[cell]}\b", line[1])
        over = ("game over" if language == "en" else "партия окончена") in (root[0].text or "")
        assert over == position.over


def test_the_same_position_gives_the_same_picture() -> None:
    for position, last in samples():
        again = kletka.Position(str(position))
        assert svg(again, last=last) == svg(position, last=last)
        assert text(again, last=last) == text(position, last=last)


def test_turning_moves_the_cells_and_nothing_else() -> None:
    for spec, whole in ((SQUARE, 4), (HEXAGON, 6), ("vyun(board=4x3)", 4)):
        position = game(spec, 2, 12)[-1][0]
        pictures = [svg(position, turned=n) for n in range(whole)]
        places = [
            {c.attrib["data-cell"]: middle(c) for c in with_attribute(p, "data-cell")}
            for p in pictures
        ]
        assert svg(position, turned=whole) == pictures[0]
        assert len({str(sorted(p.items())) for p in places}) == whole
        first, last = position.board.names[0], position.board.names[-1]
        assert places[whole // 2][first] == places[0][last]


def test_last_moves_are_drawn() -> None:
    for spec in SPECS:
        for position, last in game(spec, 3, 40)[1::7]:
            drawn = parsed(svg(position, last=last))
            classes = {c for e in drawn.iter() for c in e.attrib.get("class", "").split()}
            assert ("kletka-last" in classes) == (last not in ("pass", "stop"))
            assert "kletka-last" not in svg(position).split("</style>")[1]


def test_what_is_no_move_or_no_place_is_refused() -> None:
    position = kletka.start("kamiken(size=5)")
    with pytest.raises(kletka.InvalidMove):
        svg(position, last="Z9")
    with pytest.raises(kletka.InvalidMove):
        text(position, last="<b>")
    with pytest.raises(kletka.KletkaError, match="F1"):
        svg(position, marks=[("F1", "")])


def test_marks_are_escaped_and_stand_where_they_should() -> None:
    evil = "<script>&\"'\x00\ud800🌱]]>"
    position = kletka.start("vyun(board=4x4)")
    picture = svg(position, marks=[("A1", evil), ("B2/C3", ""), ("D4", "7")])
    assert "<script" not in picture
    marks = {e.attrib["data-place"]: e for e in with_attribute(picture, "data-place")}
    assert marks["A1"].text == evil.replace("\x00\ud800", "")
    assert (marks["A1"].attrib["x"], marks["A1"].attrib["y"]) == ("20", "20")
    assert marks["D4"].text == "7"
    assert marks["B2/C3"].tag == f"{SVG}path"


def test_pieces_are_drawn_in_their_players_class() -> None:
    for position, _ in samples():
        root = parsed(svg(position))
        picture = picture_of(position)
        for player in range(len(position.players)):
            seat = f"kletka-{picture.seat(player)}"
            drawn = [
                path
                for group in root.iter(f"{SVG}g")
                for path in group
                if seat in group.attrib["class"].split()
                and (not picture.colours or "kletka-piece" in group.attrib["class"])
            ]
            expected = len(picture.cells_of(player))
            if isinstance(picture, VyunPicture):
                expected += sum(picture.growth[player])  # one bud for each growth point
            elif picture.crossings:
                expected += 1  # in the tally
            assert len(drawn) == expected


def test_vines_pass_every_gate_once() -> None:
    for seed in range(5):
        for position, _ in game("vyun(board=4x4,players=3)", seed, 70)[::6]:
            picture = picture_of(position)
            assert isinstance(picture, VyunPicture)
            for player in range(3):
                ends = Counter(
                    end
                    for t in picture.tangles(player).values()
                    for curve in t.curves
                    for end in (curve[0], curve[-1])
                )
                for square in range(16):
                    for gate in picture.gates(square, player):
                        assert ends[gate.spot] == 2  # once on either side of the wall


def test_a_whole_vine_lists_the_squares_from_which_it_can_grow() -> None:
    position = kletka.start("vyun(board=4x4)")
    for move in "B2 D4 B2>C2 D4>D3 A1 D1 C2>C3 D3>C3 A1>A2 D1>D2".split():
        position = position.play(move)
    root = parsed(svg(position, targets=True))
    whole = [e for e in root.iter(f"{SVG}path") if e.attrib.get("class") == "kletka-whole"]
    assert [e.attrib["data-with"] for e in whole] == ["A1 A2", "B2 C3"]  # Red is to move
    # From the bud at B2 over the sprout, two walls and C2 to the bud at C3.
    assert [e.attrib["d"].count("C") for e in whole] == [3, 4]


def test_only_pictures_to_play_on_say_what_a_finger_needs() -> None:
    vyun = kletka.start("vyun(board=4x4)")
    assert "data-tap" not in svg(vyun)
    group = next(e for e in parsed(svg(vyun, targets=True)).iter() if "data-tap" in e.attrib)
    assert (group.attrib["data-tap"], group.attrib["data-placing"]) == ("40", "Plant in {cell}")
    assert 'data-moving="Прорасти в {cell}"' in svg(vyun, targets=True, language="ru")
    for spec, tap in (("kamiken(size=19)", True), ("kamiken", False), ("manu", False)):
        assert ("data-tap" in svg(kletka.start(spec), targets=True)) is tap


@pytest.mark.parametrize("game", ["kamiken(size={})", "manu(size={})", "vyun(board={0}x{0})"])
def test_coordinates_are_as_small_on_small_boards(game: str) -> None:
    """A letter is at most a 20th of the width of its board, and nearer to a small one."""
    for size in (3, 5, 7, 9, 11):
        picture = picture_of(kletka.start(game.format(size)))
        assert picture.type_size <= 0.05 * size * UNIT
        (_, y), letter = picture.lattice.labels()[0]
        assert letter == "A"
        assert -UNIT < y + picture.type_size / 2 < 0
        root = parsed(svg(kletka.start(game.format(size))))
        assert float(root.attrib["font-size"]) == pytest.approx(picture.type_size, abs=0.1)


def test_points_of_kamiken_are_shaded() -> None:
    position = kletka.start("kamiken(size=5)")
    for move in ("C3", "B2", "B4", "A3", "A1", "D2", "C5", "E2", "C1", "D4", "A5", "pass", "E5"):
        position = position.play(move)
    root = parsed(svg(position, territory=True))
    shaded = {
        e.attrib["class"]: e.attrib["d"].count("M")
        for e in root.iter(f"{SVG}path")
        if e.attrib.get("class") in ("kletka-glow", "kletka-shade")
    }
    assert shaded == {"kletka-glow": 1, "kletka-shade": 2}
    assert "kletka-shade" not in svg(position).split("</style>")[1]


def drawn_in(root: ElementTree.Element, kind: str) -> int:
    """The number of paths that have a class, directly or through their group."""
    return sum(
        len(list(e.iter(f"{SVG}path")))
        for e in root.iter()
        if kind in e.attrib.get("class", "").split()
    )


def test_territory_is_drawn_for_every_holding() -> None:
    kinds: Counter[str] = Counter()
    for spec in SPECS[3:]:
        for position, _ in game(spec, 4, 60)[::5]:
            holdings = position.territory.holdings
            root = parsed(svg(position, territory=True))
            if spec.startswith("ydyumby"):
                assert drawn_in(root, "kletka-ray") == sum(h.amount for h in holdings)
            elif spec.startswith("manu"):
                places = {(h.kind, h.place) for h in holdings}
                assert drawn_in(root, "kletka-landing") == len(places)
            else:
                seeds = drawn_in(root, "kletka-seed")
                assert seeds == sum(h.kind == "point" for h in holdings)
                assert drawn_in(root, "kletka-open") == len(holdings) - seeds
            kinds.update(h.kind for h in holdings)
    assert {"support", "jump", "capture", "point"} <= set(kinds)


def test_pictures_are_small() -> None:
    for position, last in game("kamiken", 5, 60):
        assert len(svg(position, last=last, targets=True, territory=True).encode()) < 30_000


# Colours.


def test_every_colour_is_declared_for_light_and_dark() -> None:
    style = stylesheet(8)
    assert set(LIGHT) == set(DARK)
    used = set(re.findall(r"var\(--kletka-([\w-]+)[,)]", style)) - {"font"}
    declared = Counter(re.findall(r"--kletka-([\w-]+):", style))
    assert used <= set(declared)
    assert set(declared.values()) == {3}  # light, dark by preference, dark by the page


def test_every_class_has_a_style() -> None:
    for position, last in samples():
        picture = svg(position, last=last, territory=True, targets=True)
        for kind in set(re.findall(r'class="(kletka-[^"]*)"', picture)):
            known = [f".{name}" in picture for name in kind.split()]
            # Whole vines are shown by pages only.
            assert any(known) or kind in ("kletka-cells", "kletka-label", "kletka-whole")


# Terminals.


@pytest.mark.parametrize("ascii", [False, True])
def test_terminals_show_every_piece(ascii: bool) -> None:
    for position, last in samples():
        picture = picture_of(position)
        # In Vyun the last vine is a capital letter too.
        last = None if position.spec.game == "vyun" else last
        # Coordinates have letters too, so those of the empty board are subtracted.
        drawn, empty = (
            re.sub(r"\n   [A-Z]\d+: .*", "", text(p, last=m, ascii=ascii).split("\n\n")[0])
            for p, m in ((position, last), (kletka.start(position.spec), None))
        )
        for player, seat in enumerate(position.players):
            stone = seat.letter if ascii else "○●"[player % 2]
            sign = seat.letter.upper() if picture.colours else stone
            assert drawn.count(sign) - empty.count(sign) == len(picture.cells_of(player))


def test_terminals_mark_the_last_move() -> None:
    position = kletka.start("kamiken(size=5)").play("C3").play("B2")
    rows = text(position, last="B2").splitlines()
    assert rows[0] == "    A B C D E"
    assert rows[2] == " 2  ·[●]· · ·"
    assert rows[3] == " 3  · · ○ · ·"
    assert text(position, last="B2", ascii=True).splitlines()[2] == " 2  .[b]. . ."


def test_terminals_show_vines() -> None:
    position = kletka.start("vyun(board=3x2)").play("A1").play("C2").play("A1>B1").play("C2>C1")
    assert text(position, ascii=True).splitlines()[:6] == [
        "     A   B   C",
        "   +---+---+---+",
        " 1 |Rr r r | b |",
        "   +---+---+ b +",
        " 2 |   |   |Bb |",
        "   +---+---+---+",
    ]
    assert "· B ·" in text(position, last="C2>C1")


def test_terminals_show_hexagons() -> None:
    position = kletka.start("ydyumby(board=hex3)").play("A1")
    assert text(position, last="A1", ascii=True).splitlines()[:13] == [
        "          C",
        "       B     D",
        "    A     .     E",
        "       .     .",
        "   [R]    .     .",
        " 1     .     .",
        "    .     .     .",
        " 2     .     .",
        "    .     .     .",
        " 3     .     .",
        "    4     .",
        "       5",
        "",
    ]


def test_terminals_show_hexagons_with_holes() -> None:
    position = kletka.start("ydyumby(board=hex:#../..../..#../..../..#)").play("A2")
    assert text(position, last="A2", ascii=True).splitlines()[:13] == [
        "          C",
        "       B     D",
        "    A     .     E",
        "       .     .",
        "          .     .",
        " 1     .     .",
        "   [R]          .",
        " 2     .     .",
        "    .     .",
        " 3     .     .",
        "    4     .",
        "       5",
        "",
    ]


def test_a_hole_in_a_hexagon_has_an_outline_of_its_own() -> None:
    def outlines(board: str) -> int:
        picture = picture_of(kletka.start(f"ydyumby(board={board})"))
        return len(picture.lattice.area())

    assert outlines("hex3") == 1
    assert outlines("hex:.../..../..#../..../...") == 2
    assert outlines("hex:#../..../...../..../...") == 1


@pytest.mark.parametrize(
    "spec",
    [
        "kamiken(size=19)",
        "ydyumby(board=26x26)",
        "manu",
        "vyun(board=19x19)",
        "ydyumby(board=hex13)",
    ],
)
def test_terminals_of_80_columns_are_wide_enough(spec: str) -> None:
    for position, last in game(spec, 1, 30)[::10]:
        for language in ("en", "ru"):
            assert max(map(len, text(position, last=last, language=language).split("\n"))) <= 80


def test_terminals_speak_both_languages() -> None:
    position = kletka.start("manu(size=5)").play("C3")
    assert text(position).splitlines()[-1] == "Black to move"
    assert text(position, language="ru").splitlines()[-1] == "Ход чёрных"
    assert "в запасе 11" in text(position, language="ru")


def test_terminals_add_colours_and_nothing_else() -> None:
    for position, last in samples():
        coloured = text(position, last=last, colour=True)
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text(position, last=last)
        assert "\x1b[" in coloured
