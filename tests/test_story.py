"""What the last turns did: it is drawn, and told in words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

import pytest

import kletka
from kletka.drawing import svg
from kletka.errors import KletkaError

SPECS = (
    "kamiken(size=5)",
    "ydyumby(board=6x6,players=3)",
    "ydyumby(board=hex4)",
    "vyun(board=4x4,players=3)",
    "manu(size=7)",
    "manu(size=7,squares=sweep,pivot=any)",
)
SERIES = "manu(size=7)", "A1 C1 E3 E5 G4 E7 A1>E1^E3^E5"
RINGS = (  # Red rings nine vertices; then Blue rings one of them inside
    "A1 B2 A1>B1 B2>C2 B1>C1 C2>C3 C1>D1 B2>B3 D1>D2 pass D2>D3 pass D3>D4 pass "
    "A1>A2 pass A2>A3 pass A3>A4 pass A4>B4 pass B4>C4 pass C4>D4 B3>C3"
)
CLASS = re.compile(r'class="([^"]*)"')


def turns(spec: str, seed: int) -> Iterator[tuple[kletka.Position, str, kletka.Position]]:
    """A random game, turn by turn: the position before, the turn, and the position after."""
    chance, position = random.Random(f"{spec} {seed}"), kletka.start(spec)
    while not position.over:
        before, moves = position, []
        while position is before or position.in_turn:
            legal = [str(move) for move in position.moves]
            lively = [move for move in legal if re.search("[>^@]", move)]
            usual = [move for move in legal if move != "pass"]
            move = chance.choice((lively if chance.random() < 0.7 else usual) or legal)
            position = position.play(move)
            moves.append(move)
        yield before, before.turn_text(moves), position


def after(spec: str, written: str) -> list[kletka.Position]:
    positions = [kletka.start(spec)]
    for turn in written.split():
        positions.append(positions[-1].play_turn(turn))
    return positions


def drawn(kind: str, picture: str) -> int:
    """How many elements of a class a picture has."""
    return sum(f"kletka-{kind}" in found.split() for found in CLASS.findall(picture))


def _count(position: kletka.Position) -> int:
    return sum(owner is not None for owner in position.pieces)


def told(spec: str, written: str, language: str) -> str:
    *_, before, _ = after(spec, written)
    return before.turn_in_words(written.split()[-1]).say(language)


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_vanishes_silently(spec: str) -> None:
    vanished = 0
    for seed in range(3):
        for before, turn, position in turns(spec, seed):
            picture = svg(position, last=turn, before=before)
            ElementTree.fromstring(picture)
            placed = turn in before.board.cell_named
            gone = _count(before) + placed - _count(position)
            assert drawn("faint", picture) == gone
            vanished += gone
    assert vanished or spec.startswith(("kamiken", "vyun"))


def test_taken_stones_are_crossed_out_even_where_another_stands() -> None:
    *_, before, position = after(*SERIES)
    picture = svg(position, last=SERIES[1].split()[-1], before=before)
    assert drawn("faint", picture) == 2
    assert drawn("struck", picture) == 1
    assert drawn("faint", svg(position, last=SERIES[1].split()[-1])) == 0


def test_points_won_and_lost_in_vyun_are_marked() -> None:
    *_, before, ringed, broken = after("vyun(board=4x4)", RINGS)
    assert (ringed.points, broken.points) == ((9, 0), (0, 1))
    won = svg(ringed, last="C4>D4", before=before)
    assert drawn("struck", won) == 0
    assert drawn("last", won) == 9 + drawn("last", svg(ringed, last="C4>D4"))
    lost = svg(broken, last="B3>C3", before=ringed)
    assert drawn("struck", lost) == 9


def test_all_turns_since_ones_own_are_marked() -> None:
    written = "C3 B2 F6"
    positions = after("ydyumby(board=6x6,players=3)", written)
    one = svg(positions[-1], last="F6", before=positions[-2])
    three = svg(positions[-1], last=written.split(), before=positions[0])
    assert drawn("faint", one) == 0
    assert drawn("faint", three) == 1
    assert (drawn("last", one), drawn("last", three)) == (1, 3)
    assert "Green placed a piece on F6" in one
    assert "Red placed a piece on C3" not in one
    assert "Red placed a piece on C3. Blue placed a piece on B2. Green" in three


def test_turns_that_lead_elsewhere_are_refused() -> None:
    start, first, second = after("kamiken(size=5)", "C3 B2")
    with pytest.raises(KletkaError, match="do not lead"):
        svg(second, last="C3", before=start)
    with pytest.raises(KletkaError, match="do not lead"):
        svg(first, last="C3", before=kletka.start("kamiken(size=4)"))
    with pytest.raises(kletka.IllegalMove):
        svg(second, last="C3", before=first)


@pytest.mark.parametrize("spec", SPECS)
def test_every_turn_is_told(spec: str) -> None:
    for before, turn, position in turns(spec, 1):
        assert before.to_move is not None
        mover, said = before.players[before.to_move], before.turn_in_words(turn)
        assert said.en.startswith(f"{mover.name.en} ")
        assert said.ru.startswith(f"{mover.name.ru} ")
        for text in said:
            assert not re.search(r"[@^>]|\s{2}|\bNone\b", text), text
            assert all(name in text for name in _gone(before, turn, position)), (turn, text)


def _gone(before: kletka.Position, turn: str, position: kletka.Position) -> Sequence[str]:
    """The names of the cells that a turn has emptied."""
    pieces = zip(before.pieces, position.pieces, strict=True)
    names = before.board.names
    return [names[c] for c, (was, now) in enumerate(pieces) if was is not None and now is None]


@pytest.mark.parametrize(
    ("spec", "written", "english", "russian"),
    [
        ("kamiken", "C3", "White placed a stone on C3", "Белые поставили камень на C3"),
        (
            "kamiken",
            "C3 pass",
            "Black passed for good: only White moves from now on",
            "Чёрные спасовали: до конца партии ходят только белые",
        ),
        (
            "kamiken",
            "C3 pass pass",
            "White passed, and the game is over",
            "Белые спасовали, и партия окончена",
        ),
        (
            "kamiken(size=3)",
            "B2",
            "White placed a stone on B2",
            "Белые поставили камень на B2",
        ),
        (
            "kamiken(size=2)",
            "A1 B2",
            "Black placed a stone on B2, and the game is over",
            "Чёрные поставили камень на B2, и партия окончена",
        ),
        ("ydyumby", "D4", "Red placed a piece on D4", "Красные поставили фигуру на D4"),
        ("vyun", "C3", "Red planted a sprout in C3", "Красные посадили росток в C3"),
        (
            "vyun",
            "C3 D4 C3>C4",
            "Red grew a vine from C3 to C4",
            "Красные протянули лиану из C3 в C4",
        ),
        (
            "vyun(board=2x2)",
            "A1 pass A1>B1 pass A1>A2 pass A2>B2 pass B1>B2",
            "Red grew a vine from B1 to B2 and won 1 point",
            "Красные протянули лиану из B1 в B2 и получили 1 очко",
        ),
        (
            "vyun(board=4x4)",
            RINGS,
            "Blue grew a vine from B3 to C3 and won 1 point; Red lost 9 points",
            "Синие протянули лиану из B3 в C3 и получили 1 очко; красные потеряли 9 очков",
        ),
        ("vyun", "C3 pass", "Blue passed", "Синие спасовали"),
        ("manu", "D4", "White placed a stone on D4", "Белые поставили камень на D4"),
        (
            *SERIES,
            "White jumped from A1 to E1, then leapt over E3 to E5 and took E5, "
            "then leapt over E5 to E7 and took E7",
            "Белые прыгнули с A1 на E1, затем перепрыгнули через E3 на E5 и взяли E5, "
            "затем перепрыгнули через E5 на E7 и взяли E7",
        ),
    ],
)
def test_each_kind_of_turn_in_words(spec: str, written: str, english: str, russian: str) -> None:
    assert told(spec, written, "en") == english
    assert told(spec, written, "ru") == russian
