"""Texts of positions, and all faults of texts that are refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import kletka
from kletka import InvalidPosition, InvalidSpec, KletkaError, Position
from tests.helpers import position_after

KNOWN = [
    ("kamiken(size=3)", "", "kamiken(size=3,komi=0.5) 3/3/3 w -"),
    ("kamiken(size=3)", "A1 C3 pass", "kamiken(size=3,komi=0.5) w2/3/2b b w"),
    ("kamiken(size=3)", "B2 pass pass", "kamiken(size=3,komi=0.5) 3/1w1/3 - wb"),
    ("kamiken(size=2)", "A1 B2", "kamiken(size=2,komi=0.5) w1/1b - -"),
    ("ydyumby(board=4x4)", "", "ydyumby(board=4x4,players=2,supply=8,out=turn) 4/4/4/4 r 8,8"),
    (
        "ydyumby(board=4x4,players=3,supply=1)",
        "A1 B1 C1",
        "ydyumby(board=4x4,players=3,supply=1,out=turn) rbg1/4/4/4 - 0,0,0",
    ),
    (
        "ydyumby(board=hex3)",
        "C3 A1",
        # There is no knight's move from the middle, so Red is out.
        "ydyumby(board=hex3,players=2,supply=10,out=turn) b2/4/2r2/4/3 - 9,9",
    ),
    (
        "ydyumby(board=hex3)",
        "A1 C3",  # Blue will be out, but it is Red's turn.
        "ydyumby(board=hex3,players=2,supply=10,out=turn) r2/4/2b2/4/3 r 9,9",
    ),
    (
        "ydyumby(board=hex3,out=now)",
        "A1 C3",
        "ydyumby(board=hex3,players=2,supply=10,out=now) r2/4/2b2/4/3 - 9,9",
    ),
    (
        "ydyumby(board=..#../...../#...#)",
        "D1 B3",
        "ydyumby(board=..#../...../#...#,players=2,supply=6,out=turn) 2#r1/5/#b2# r 5,5",
    ),
    (
        "ydyumby(board=hex:.../..../..#../..../#..)",
        "C2 E3",
        "ydyumby(board=hex:.../..../..#../..../#..,players=2,supply=9,out=turn) "
        "3/4/1r#2/4/#1b r 8,8",
    ),
    ("vyun(board=3x2)", "", "vyun(board=3x2,players=2) 3/3 2/2 3 - r 0"),
    (
        "vyun(board=3x2)",
        "B1 B2 B1>B2 B2>C2 pass",
        "vyun(board=3x2,players=2) 1r1/1b1 2/1b 1r1 B1r1,B2r1,B2b1,C2b1 b 1",
    ),
    ("vyun(board=3x2)", "pass pass", "vyun(board=3x2,players=2) 3/3 2/2 3 - - 2"),
    (
        "manu(size=4)",
        "",
        "manu(size=4,reserve=8,target=4,squares=solid,pivot=seen,jump=takes) 4/4/4/4 w 8,8 0,0 -",
    ),
    (
        "manu(size=7)",
        "A1 C1 E3 E5 G4 E7 A1>E1",
        "manu(size=7,reserve=24,target=7,squares=solid,pivot=seen,jump=takes) "
        "2b1w2/7/4w2/6w/4b2/7/4b2 w 21,21 0,0 E1",
    ),
    (
        "manu(size=7)",
        "A1 C1 E3 E5 G4 E7 A1>E1 ^E3",
        "manu(size=7,reserve=24,target=7,squares=solid,pivot=seen,jump=takes) "
        "2b4/7/4w2/6w/4w2/7/4b2 w 21,21 1,0 E3:E5*",
    ),
    (
        "manu(size=7)",
        "A1 C1 E3 E5 G4 E7 A1>E1 ^E3 stop",
        "manu(size=7,reserve=24,target=7,squares=solid,pivot=seen,jump=takes) "
        "2b4/7/4w2/6w/4w2/7/4b2 b 21,21 1,0 -",
    ),
    (
        "manu(size=3,reserve=1)",
        "A1 C1",
        "manu(size=3,reserve=1,target=1,squares=solid,pivot=seen,jump=takes) w1b/3/3 w# 0,0 0,0 -",
    ),
    (
        "manu(size=5,reserve=12,target=1)",
        "A1 A3 E5 A5 A1>A5",
        "manu(size=5,reserve=12,target=1,squares=solid,pivot=seen,jump=takes) "
        "5/5/b4/5/w3w - 10,10 1,0 -",
    ),
]


@pytest.mark.parametrize(("spec", "moves", "text"), KNOWN)
def test_the_text_of_a_known_position(spec: str, moves: str, text: str) -> None:
    position = position_after(spec, moves.split())
    assert str(position) == text
    assert Position.parse(text) == position
    assert repr(position) == f"Position({text!r})"


def test_the_text_names_a_player_that_lost_by_being_stuck() -> None:
    assert Position("manu(size=3,reserve=1,target=1) w1b/3/3 w# 0,0 0,0 -").winners == (1,)
    assert Position("manu(size=3,reserve=1,target=1) w1b/3/3 b# 0,0 0,0 -").winners == (0,)


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidPosition) as refused:
        Position.parse(text)
    error = refused.value
    assert isinstance(error, KletkaError)
    assert str(error) == "; ".join(fault.en for fault in error.faults)
    assert error.say("ru") == "; ".join(fault.ru for fault in error.faults)
    return [(fault.en, fault.ru) for fault in error.faults]


KAMIKEN = {
    "3/3/3 w": [
        (
            "2 fields after the spec instead of 3, as in kamiken(size=3,komi=0.5) 3/3/3 w -",
            "полей после описания игры 2, а нужно 3, как в kamiken(size=3,komi=0.5) 3/3/3 w -",
        )
    ],
    "3/3 x y": [
        ("board: 2 rows instead of 3", "доска: строк 2, а нужно 3"),
        (
            "to move: 'x' is not a player; use w, b, or - when the game is over",
            "очередь хода: 'x' никого не обозначает; годятся w, b или -, когда партия окончена",
        ),
        ("passed: it must be -, w, b or wb", "кто сказал pass: должно быть -, w, b или wb"),
    ],
    "w1x/4/2 w -": [
        (
            "board, row 1: 'x' means nothing here; use w, b and numbers",
            "доска, строка 1: 'x' ничего не значит; годятся w, b и числа",
        ),
        ("board, row 2: 4 places instead of 3", "доска, строка 2: мест 4, а нужно 3"),
        ("board, row 3: 2 places instead of 3", "доска, строка 3: мест 2, а нужно 3"),
    ],
    "3/#2/3 w -": [
        (
            "board, row 2: '#' means nothing here; use w, b and numbers",
            "доска, строка 2: '#' ничего не значит; годятся w, b и числа",
        )
    ],
    "wb1/w2/3 w -": [
        (
            "A1 and B1 are neighbours of different colours",
            "A1 и B1: соседние камни разного цвета",
        )
    ],
    "1w1/wbw/1w1 w -": [
        (
            f"{a} and {b} are neighbours of different colours",
            f"{a} и {b}: соседние камни разного цвета",
        )
        for a, b in (("B1", "B2"), ("A2", "B2"), ("B2", "C2"), ("B2", "B3"))
    ],
    "3/3/3 w w": [
        (
            "to move: it must be Black's turn, not White's",
            "очередь хода: должен быть ход чёрных, а не белых",
        )
    ],
    "3/3/3 - -": [
        (
            "to move: the game is not over, it is White's turn",
            "очередь хода: партия не окончена, ход белых",
        )
    ],
    "3/3/3 w wb": [
        (
            "to move: the game is over here, so it must be -",
            "очередь хода: партия здесь окончена, должно быть -",
        )
    ],
    "www/3/3 b -": [
        (
            "White has 3 stones and Black 0, which cannot be when it is Black's turn",
            "у белых камней 3, у чёрных 0: так не бывает, когда ход чёрных",
        )
    ],
    "3/3/3 b -": [
        (
            "White has 0 stones and Black 0, which cannot be when it is Black's turn",
            "у белых камней 0, у чёрных 0: так не бывает, когда ход чёрных",
        )
    ],
}

YDYUMBY = {
    "5/5/5 g 9": [
        ("board: 3 rows instead of 5", "доска: строк 3, а нужно 5"),
        (
            "to move: 'g' is not a player; use r, b, or - when the game is over",
            "очередь хода: 'g' никого не обозначает; годятся r, b или -, когда партия окончена",
        ),
        (
            "pieces left: '9' is not 2 numbers separated by commas, from 0 to 8",
            "фигур в запасе: '9', а нужно 2 числа через запятую от 0 до 8",
        ),
    ],
    "2r2/2b2/brrrb/2b2/2r2 r 8,3": [
        (
            "the piece on C3 has no support, so it cannot be there",
            "у фигуры на C3 нет опоры, её не может быть на доске",
        ),
        (
            "Red has 5 pieces on the board, but has placed 0",
            "на доске фигур красных: 5, а поставлено 0",
        ),
        (
            "in the first round each player places once, in order",
            "в первом круге все ставят по одной фигуре по порядку",
        ),
    ],
    "r4/5/5/5/5 r 7,8": [
        (
            "to move: it must be Blue's turn, not Red's",
            "очередь хода: должен быть ход синих, а не красных",
        )
    ],
    "r4/1b3/5/5/5 - 7,7": [
        (
            "to move: the game is not over, it is Red's turn",
            "очередь хода: партия не окончена, ход красных",
        )
    ],
    "r4/1b3/5/5/5 r 5,7": [
        (
            "pieces left (5,7) do not agree with placing in turn",
            "запас фигур (5,7) не согласуется с очерёдностью ходов",
        )
    ],
    "r4/1b3/5/5/5 b 7,7": [
        (
            "to move: it must be Red's turn, not Blue's",
            "очередь хода: должен быть ход красных, а не синих",
        )
    ],
    "r4/1b3/5/5/5 b 6,0": [
        (
            "pieces left (6,0) do not agree with placing in turn",
            "запас фигур (6,0) не согласуется с очерёдностью ходов",
        )
    ],
    "r4/1b3/5/5/5 b 0,0": [
        (
            "to move: the game is over here, so it must be -",
            "очередь хода: партия здесь окончена, должно быть -",
        )
    ],
}

GROWN = (
    "Red's vines cannot have grown so from the sprouts to the growth points",
    "лианы красных не могли так вырасти от ростков к точкам роста",
)
GROWTH = (
    "growth points: {!r} must be a square of the board, a player's letter and a number, "
    "such as C3r2, once each",
    "точки роста: {!r}, а нужны квадрат доски, буква игрока и число, например C3r2, каждое по разу",
)

VYUN = {
    "3/1x1/3 x/2/4 3/3/3 q z 0": [
        (
            "board, row 2: 'x' means nothing here; use r, b and numbers",
            "доска, строка 2: 'x' ничего не значит; годятся r, b и числа",
        ),
        (
            "vines between columns, row 1: 'x' means nothing here; use r, b and numbers",
            "лианы между столбцами, строка 1: 'x' ничего не значит; годятся r, b и числа",
        ),
        (
            "vines between columns, row 3: 4 places instead of 2",
            "лианы между столбцами, строка 3: мест 4, а нужно 2",
        ),
        ("vines between rows: 3 rows instead of 2", "лианы между строками: строк 3, а нужно 2"),
        (GROWTH[0].format("q"), GROWTH[1].format("q")),
        (
            "to move: 'z' is not a player; use r, b, or - when the game is over",
            "очередь хода: 'z' никого не обозначает; годятся r, b или -, когда партия окончена",
        ),
    ],
    # Growth points off the board, twice in one place, and too many of them.
    "3/3/3 2/2/2 3/3 D4r2 r 0": [(GROWTH[0].format("D4r2"), GROWTH[1].format("D4r2"))],
    "3/1r1/3 2/2/2 3/3 B2r1,B2r1 b 0": [(GROWTH[0].format("B2r1"), GROWTH[1].format("B2r1"))],
    "r2/1r1/2b 2/2/2 3/3 A1r2,B2r3,C3b2 b 0": [
        (
            "Red's 2 sprouts should have 4 growth points, not 5",
            "ростков красных: 2, а точек роста 5 вместо 4",
        )
    ],
    # A growth point without a vine that leads there; a loop without a sprout; a vine too many.
    "3/1r1/3 2/2/2 3/3 A1r1,B2r1 b 0": [GROWN],
    "2r/3/3 r1/r1/2 rr1/3 C1r2 b 0": [GROWN],
    "r2/3/3 r1/2/2 3/3 A1r2 b 0": [GROWN],
    "r2/3/3 r1/2/2 r2/3 A1r1,B1r1 b 0": [GROWN],
    "3/1r1/3 2/2/2 3/3 B2r2 r 0": [
        (
            "the last to move must have been Blue, who has no sprout",
            "последними должны были ходить синие, но у них нет ни одного ростка",
        )
    ],
    "3/3/3 2/2/2 3/3 - b 0": [
        (
            "to move: it must be Red's turn, not Blue's",
            "очередь хода: должен быть ход красных, а не синих",
        )
    ],
    "3/3/3 2/2/2 3/3 - r 2": [
        (
            "to move: the game is over here, so it must be -",
            "очередь хода: партия здесь окончена, должно быть -",
        )
    ],
    "3/3/3 2/2/2 3/3 - - 0": [
        (
            "to move: the game is not over, it is Red's turn",
            "очередь хода: партия не окончена, ход красных",
        )
    ],
}

SERIES = (
    "turn under way: it must be -, or the jumper, : and its pivot if it has captured, and * if "
    "it may end, such as F10:D10*",
    "начатый ход: должно быть - или прыгающий камень, : и опорный, если пара уже рубила, и *, "
    "если ход уже может закончиться, например F10:D10*",
)
MANU = {
    "4/4/4/4 x 9,8 0 -": [
        (
            "to move: it must be w or b, w# or b# for a player that is stuck, or -",
            "очередь хода: должно быть w, b, w# или b# (ходить нечем, проиграл) или -",
        ),
        (
            "reserves: '9,8' is not 2 numbers separated by commas, from 0 to 8",
            "запасы: '9,8', а нужно 2 числа через запятую от 0 до 8",
        ),
        (
            "taken: '0' is not 2 numbers separated by commas, from 0 to 8",
            "взято: '0', а нужно 2 числа через запятую от 0 до 8",
        ),
    ],
    "4/4/4/4 w 7,6 0,0 -": [
        (
            "White's stones on the board, in reserve and taken make 7 instead of 8",
            "камней белых на доске, в запасе и взятых вместе 7, а должно быть 8",
        ),
        (
            "Black's stones on the board, in reserve and taken make 6 instead of 8",
            "камней чёрных на доске, в запасе и взятых вместе 6, а должно быть 8",
        ),
    ],
    "4/4/4/4 - 8,8 0,0 -": [
        (
            "to move: the game is not over, so it must be w or b",
            "очередь хода: партия не окончена, должно быть w или b",
        )
    ],
    "4/4/4/4 w# 8,8 0,0 -": [
        (
            "to move: the game is not over, so it must be w or b",
            "очередь хода: партия не окончена, должно быть w или b",
        )
    ],
    "4/4/4/4 w 8,4 4,0 -": [
        (
            "to move: the game is over here, so it must be -",
            "очередь хода: партия здесь окончена, должно быть -",
        )
    ],
    "4/4/4/4 - 4,4 4,4 -": [
        (
            "both have taken enough to win, but the game ends with the first of them",
            "обе стороны взяли достаточно для победы, но партия кончается на первой",
        )
    ],
    "w3/4/4/4 w 7,8 0,0 A1": [
        (
            "turn under way: nothing more can be captured, so the turn is over",
            "начатый ход: рубить больше нечего, значит, ход уже закончен",
        )
    ],
    "w3/4/4/4 w 7,8 0,0 B1": [
        (
            "turn under way: jumper and pivot must be stones of the player to move",
            "начатый ход: прыгающий и опорный камни должны быть у того, чей ход",
        )
    ],
    "w3/4/4/4 w 7,8 0,0 E9*": [SERIES],
    "w3/4/4/4 w 7,8 0,0 A1:E9*": [SERIES],
}

REFUSED = [
    *(("kamiken(size=3)", *item) for item in KAMIKEN.items()),
    *(
        (f"ydyumby(board=5x5,supply=8,out={out})", *item)
        for out in ("turn", "now")
        for item in YDYUMBY.items()
    ),
    (
        "ydyumby(board=hex:.../..../..#../..../...)",
        "3/4/#4/4/3 r 9,9",
        [
            (
                "board: the holes (#) are not where the board has them",
                "доска: дыры (#) не там, где они у этой доски",
            )
        ],
    ),
    (
        "ydyumby(board=hex3,out=now)",
        "r2/4/2b2/4/3 r 9,9",
        [
            (
                "to move: the game is over here, so it must be -",
                "очередь хода: партия здесь окончена, должно быть -",
            )
        ],
    ),
    (
        "ydyumby(board=hex3,out=turn)",
        "b2/4/2r2/4/3 r 9,9",
        [
            (
                "to move: the game is over here, so it must be -",
                "очередь хода: партия здесь окончена, должно быть -",
            )
        ],
    ),
    *(("vyun(board=3x3)", *item) for item in VYUN.items()),
    *(("manu(size=4,reserve=8,target=4)", *item) for item in MANU.items()),
    (
        "manu(size=3,reserve=1,target=1)",
        "w1b/3/3 w 0,0 0,0 -",
        [
            (
                "to move: White has no legal turn and has lost, so it must be w#",
                "очередь хода: ходить нечем, белые проиграли, должно быть w#",
            )
        ],
    ),
]


@pytest.mark.parametrize(("spec", "fields", "expected"), REFUSED)
def test_all_that_is_wrong_is_listed(
    spec: str, fields: str, expected: Sequence[tuple[str, str]]
) -> None:
    assert faults(f"{spec} {fields}") == expected


def test_manu_lists_a_bad_turn_under_way_beside_other_faults() -> None:
    listed = faults("manu(size=4,reserve=8,target=4) 4/4/4/4 x 8,8 0,0 q")
    assert len(listed) == 2
    assert listed[1] == SERIES


def test_vyun_lists_every_bad_growth_point() -> None:
    listed = faults("vyun(board=3x3) 3/3/3 2/2/2 3/3 D4r2,q r 0")
    assert listed == [(GROWTH[0].format(p), GROWTH[1].format(p)) for p in ("D4r2", "q")]


def test_there_are_no_holes_between_the_walls_of_vyun() -> None:
    assert faults("vyun(board=3x3) 3/1r1/3 2/#1/2 3/3 B2r2 b 0")


def test_in_manu_a_stone_taken_this_turn_must_be_among_those_taken() -> None:
    assert faults("manu(size=7,reserve=10,target=5) 7/3w3/7/3w3/7/7/3b3 w 8,9 0,0 D4*")


def test_in_manu_a_jump_that_only_prepares_does_not_end_the_turn() -> None:
    board = "7/3w3/7/3w3/7/3b3/7 w 8,8 1,0 D2"
    for star, option in (("", "jump=prepares"), ("*", "jump=takes")):
        assert Position(f"manu(size=7,reserve=10,target=5,{option}) {board}{star}").in_turn
    (fault,) = faults(f"manu(size=7,reserve=10,target=5,jump=prepares) {board}*")
    assert "cannot end before a capture" in fault[0]


def test_in_manu_no_turn_is_under_way_when_the_game_is_over() -> None:
    assert faults("manu(size=7,reserve=10,target=5) 7/3w3/7/3w3/7/7/3b3 - 8,4 5,0 D4*")


def test_a_number_of_many_digits_is_a_fault_like_any_other() -> None:
    assert faults("kamiken(size=3) 3/99999999999999/3 w -")


def test_the_spec_of_a_text_is_refused_as_a_spec() -> None:
    for text in ("", "chess 8/8", "kamiken(size=0) 3/3/3 w -"):
        with pytest.raises(InvalidSpec):
            Position.parse(text)


@pytest.mark.parametrize("game", kletka.GAMES)
def test_spaces_between_fields_do_not_matter(game: str) -> None:
    position = kletka.start(game)
    assert Position("  " + str(position).replace(" ", " \n ") + "\t") == position
