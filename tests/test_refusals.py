"""Why a move is refused: the rule's number and a true sentence, in English and in Russian."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from kletka import IllegalMove, InvalidMove, KletkaError, Position
from tests.helpers import random_game
from tests.promises import some_illegal_moves
from tests.specs import ALL


class Refused(NamedTuple):
    position: str
    move: str
    rule: int
    en: str
    ru: str


KAMIKEN = [
    Refused(
        "kamiken(size=3) 3/1w1/3 b -",
        "B2",
        1,
        "Kamiken 1: B2 is occupied by White's stone",
        "Камикен 1: на B2 уже стоит камень белых",
    ),
    Refused(
        "kamiken(size=3) 2w/1b1/3 w -",
        "C2",
        1,
        "Kamiken 1: C2 is attacked by Black's B2",
        "Камикен 1: C2 под боем чёрных (B2)",
    ),
    Refused(
        "kamiken(size=3) b1w/1w1/3 b -",
        "B1",
        1,
        "Kamiken 1: B1 is attacked by White's C1, B2",
        "Камикен 1: B1 под боем белых (C1, B2)",
    ),
    *(
        Refused(
            "kamiken(size=3) 3/3/3 - wb",
            move,
            2,
            "Kamiken 2: the game is over",
            "Камикен 2: партия окончена",
        )
        for move in ("A1", "pass")
    ),
]

YDYUMBY = [
    Refused(
        "ydyumby(board=hex3) 3/4/2r2/4/3 b 9,10",
        "C3",
        2,
        "Ydyumby 2: C3 is occupied by Red's piece",
        "Ыдюмбы 2: на C3 стоит фигура красных",
    ),
    Refused(
        "ydyumby(board=5x5,supply=8) 2r2/5/b3r/5/2b2 r 6,6",
        "C3",
        2,
        "Ydyumby 2: a piece on C3 would have no support: every way to an edge is blocked",
        "Ыдюмбы 2: у фигуры на C3 не было бы опоры: все пути к краю перекрыты",
    ),
    Refused(
        "ydyumby(board=4x4) 4/1r2/2b1/4 r 7,7",
        "B3",
        2,
        "Ydyumby 2: B3 is not a knight's move from any of Red's pieces",
        "Ыдюмбы 2: до B3 нет хода коня ни от одной фигуры красных",
    ),
    Refused(
        "ydyumby(board=4x4,supply=1) r3/1b2/4/4 - 0,0",
        "C3",
        4,
        "Ydyumby 4: the game is over",
        "Ыдюмбы 4: партия окончена",
    ),
    Refused(
        "ydyumby(board=hex3,out=now) r2/4/2b2/4/3 - 9,9",
        "C2",
        4,
        "Ydyumby 4: the game is over",
        "Ыдюмбы 4: партия окончена",
    ),
]

VYUN = [
    Refused(
        "vyun(board=3x3) 3/1r1/3 2/2/2 3/3 B2r2 b 0",
        "B2",
        1,
        "Vyun 1: B2 has Red's sprout already",
        "Вьюн 1: в B2 уже есть росток красных",
    ),
    Refused(
        "vyun(board=3x3) b2/1r1/3 2/2/2 3/3 A1b2,B2r2 r 0",
        "A1>A2",
        2,
        "Vyun 2: Red has no growth point in A1",
        "Вьюн 2: в A1 нет точки роста красных",
    ),
    Refused(
        "vyun(board=3x3) b2/1r1/3 2/b1/2 b2/3 A1b1,B2b1,B2r2 r 0",
        "B2>A2",
        2,
        "Vyun 2: the wall between B2 and A2 carries Blue's vine already",
        "Вьюн 2: через стенку между B2 и A2 уже идёт лиана синих",
    ),
    *(
        Refused(
            "vyun(board=3x3) 3/3/3 2/2/2 3/3 - - 2",
            move,
            3,
            "Vyun 3: the game is over",
            "Вьюн 3: партия окончена",
        )
        for move in ("A1", "A1>A2", "pass")
    ),
]

MANU_7 = "manu(size=7,reserve=10,target=5)"
SWEEP_7 = "manu(size=7,reserve=10,target=5,squares=sweep)"
ANY_7 = "manu(size=7,reserve=10,target=5,pivot=any)"
PREPARES_7 = "manu(size=7,reserve=10,target=5,jump=prepares)"

MANU_BETWEEN_TURNS = [
    Refused(
        f"{MANU_7} w6/7/7/7/7/7/7 b 9,10 0,0 -",
        "A1",
        1,
        "Manu 1: A1 is occupied by White's stone",
        "Ману 1: на A1 стоит камень белых",
    ),
    Refused(
        f"{MANU_7} w6/7/7/7/7/7/7 w 9,10 0,0 -",
        "A1",
        2,
        "Manu 2: A1 cannot jump: it has no enemy stone on its lines",
        "Ману 2: камень A1 не может прыгнуть: на его линиях нет камней противника",
    ),
    Refused(
        f"{MANU_7} w1w4/7/7/7/7/7/7 w 8,10 0,0 -",
        "A1",
        2,
        "Manu 2: A1 cannot jump: the next stone on its line, C1, is your own",
        "Ману 2: камень A1 не может прыгнуть: ближайший камень на линии, C1, свой",
    ),
    Refused(
        f"{MANU_7} w1bb3/7/7/7/7/7/7 w 9,8 0,0 -",
        "A1",
        2,
        "Manu 2: A1 cannot jump: D1 is in the way from A1 over C1",
        "Ману 2: камень A1 не может прыгнуть: на пути от A1 через C1 стоит D1",
    ),
    Refused(
        f"{MANU_7} w1b4/7/7/7/7/7/7 w 9,9 0,0 -",
        "A1",
        6,
        "Manu 6: A1 cannot jump: a turn that begins with A1>E1 cannot take an enemy stone",
        "Ману 6: камень A1 не может прыгнуть: ход, начатый прыжком A1>E1, не возьмёт ни одного "
        "камня противника",
    ),
    Refused(
        f"{MANU_7} w1b1b2/7/7/7/7/7/7 w 9,8 0,0 -",
        "A1",  # it can jump, so only the placement is refused
        1,
        "Manu 1: A1 is occupied by White's stone",
        "Ману 1: на A1 стоит камень белых",
    ),
    Refused(
        f"{MANU_7} w6/7/7/7/7/7/7 w 9,10 0,0 -",
        "B1",
        1,
        "Manu 1: B1 is next to your own A1",
        "Ману 1: B1 рядом со своим камнем A1",
    ),
    Refused(
        "manu(size=5,reserve=2,target=2) w4/b4/b4/5/2w2 w 0,0 0,0 -",
        "E5",
        1,
        "Manu 1: White has no stones in reserve",
        "Ману 1: в запасе белых нет камней",
    ),
    Refused(
        f"{MANU_7} w6/7/7/7/7/7/7 w 9,10 0,0 -",
        "A1>A3",
        2,
        "Manu 2: there is no enemy stone over which A1 could jump to A3",
        "Ману 2: нет камня противника, через который можно прыгнуть с A1 на A3",
    ),
    Refused(
        f"{MANU_7} w6/7/7/7/7/7/7 w 9,10 0,0 -",
        "B1>B3",
        2,
        "Manu 2: White has no stone on B1",
        "Ману 2: на B1 нет камня белых",
    ),
    Refused(
        f"{MANU_7} w1w4/7/7/7/7/7/7 w 8,10 0,0 -",
        "A1>E1",
        2,
        "Manu 2: the first stone from A1 in that direction is C1, your own",
        "Ману 2: первый камень от A1 в эту сторону, C1, свой",
    ),
    Refused(
        f"{MANU_7} w1b4/7/7/7/7/7/7 w 9,9 0,0 -",
        "A1>F1",
        2,
        "Manu 2: a jump from A1 over C1 lands on E1, not F1",
        "Ману 2: прыжок от A1 через C1 приводит на E1, а не на F1",
    ),
    Refused(
        f"{MANU_7} w1bb3/7/7/7/7/7/7 w 9,8 0,0 -",
        "A1>E1",
        2,
        "Manu 2: D1 is in the way from A1 over C1",
        "Ману 2: на пути от A1 через C1 стоит D1",
    ),
    Refused(
        f"{MANU_7} w1b4/4w2/7/7/7/7/7 w 8,9 0,0 -",
        "A1>E1",
        2,
        "Manu 2: E1 is next to your own E2",
        "Ману 2: E1 рядом со своим камнем E2",
    ),
    Refused(
        f"{MANU_7} w1b4/7/7/7/7/7/7 w 9,9 0,0 -",
        "A1>E1",
        6,
        "Manu 6: a turn that begins with A1>E1 cannot take an enemy stone",
        "Ману 6: ход, начатый прыжком A1>E1, не возьмёт ни одного камня противника",
    ),
    Refused(
        f"{PREPARES_7} w1b1b2/7/7/7/7/7/7 w 9,8 0,0 -",
        "A1>E1",
        6,
        "Manu 6: A1>E1 only prepares, and no captures that take an enemy stone can follow",
        "Ману 6: прыжок A1>E1 только готовит рубку, а взять камень противника рубкой после него "
        "нельзя",
    ),
    *(
        Refused(
            f"{MANU_7} w1b4/7/7/7/7/7/7 w 9,9 0,0 -",
            move,
            3,
            "Manu 3: captures come after a jump, as long as they can take an enemy stone",
            "Ману 3: рубят после прыжка и пока рубкой можно взять камень противника",
        )
        for move in ("^C1", "@C1+2")
    ),
    Refused(
        f"{MANU_7} w1b4/7/7/7/7/7/7 w 9,9 0,0 -",
        "stop",
        6,
        "Manu 6: there is nothing to stop, the turn has not begun",
        "Ману 6: останавливать нечего: ход ещё не начат",
    ),
    *(
        Refused(
            "manu(size=5,reserve=2,target=1) 5/b4/w4/5/2w2 - 0,0 1,0 -",
            move,
            7,
            "Manu 7: the game is over",
            "Ману 7: партия окончена",
        )
        for move in ("E5", "A3>A1", "^A3", "@A3+1", "stop")
    ),
    Refused(
        "manu(size=3,reserve=1,target=1) w1b/3/3 w# 0,0 0,0 -",
        "B2",
        7,
        "Manu 7: the game is over",
        "Ману 7: партия окончена",
    ),
]

LEAP_OPEN = "7/3w3/7/3w3/7/7/3b3 w 8,9 0,0 D4"

MANU_IN_A_TURN = [
    *(
        Refused(
            f"{MANU_7} {LEAP_OPEN}",
            move,
            3,
            "Manu 3: the turn goes on with D4: capture, or stop once an enemy stone is taken",
            "Ману 3: ход продолжает D4: рубите или остановитесь, когда взят камень противника",
        )
        for move in ("A1", "D4>D1")
    ),
    Refused(
        f"{MANU_7} {LEAP_OPEN}",
        "stop",
        6,
        "Manu 6: this turn has not taken an enemy stone yet",
        "Ману 6: в этом ходе ещё не взят ни один камень противника",
    ),
    Refused(
        f"{MANU_7} {LEAP_OPEN}",
        "^D7",
        3,
        "Manu 3: D7 is not a stone of yours on one line with D4",
        "Ману 3: D7 не ваш камень на одной линии с D4",
    ),
    Refused(
        f"{MANU_7} w6/3w3/7/3w1ww/7/7/3b3 w 5,9 0,0 D4",
        "^G4",
        3,
        "Manu 3: D4 does not see G4: F4 is between",
        "Ману 3: D4 не видит G4: мешает F4",
    ),
    Refused(
        f"{MANU_7} w6/3w3/7/3w1ww/7/7/3b3 w 5,9 0,0 D4",
        "^F4",
        3,
        "Manu 3: G4 is in the way of a capturing jump from D4 over F4",
        "Ману 3: рубящему прыжку от D4 через F4 мешает G4",
    ),
    Refused(
        f"{SWEEP_7} 7/7/7/2ww3/2b4/7/7 w 8,9 0,0 C4",
        "^D4",
        3,
        "Manu 3: a capturing jump must land on a stone, and E4 is empty",
        "Ману 3: рубящий прыжок должен кончаться на камне, а E4 пусто",
    ),
    Refused(
        f"{MANU_7} 7/3w3/7/3w1w1/3b3/7/3w3 w 6,9 0,0 D4",
        "^D2",
        6,
        "Manu 6: a series that begins with ^D2 cannot take an enemy stone",
        "Ману 6: серия, начатая с ^D2, не возьмёт ни одного камня противника",
    ),
    # The jump took a stone, but ^D2 leads to none.
    Refused(
        f"{MANU_7} 7/3w3/7/3w1w1/3b3/7/3w3 w 6,8 1,0 D4*",
        "^D2",
        6,
        "Manu 6: a series that begins with ^D2 cannot take an enemy stone, and the one that the "
        "jump took does not count",
        "Ману 6: серия, начатая с ^D2, не возьмёт ни одного камня противника, а взятый прыжком "
        "не считается",
    ),
    # The jump took a stone, but ^D4 took an own one.
    Refused(
        "manu(size=9,reserve=10,target=5) 9/3w5/9/3w5/9/3b5/9/9/9 w 8,8 1,0 D2:D4",
        "stop",
        6,
        "Manu 6: the captures after the jump have not taken an enemy stone yet",
        "Ману 6: рубкой после прыжка ещё не взят ни один камень противника",
    ),
    Refused(
        f"{PREPARES_7} 7/3w3/7/3w3/7/3b3/7 w 8,9 0,0 D2",
        "stop",
        6,
        "Manu 6: the jump only prepares: captures that take an enemy stone must follow",
        "Ману 6: прыжок только готовит рубку: ею надо взять камень противника",
    ),
    Refused(
        f"{ANY_7} 7/w6/3b3/3w3/7/7/7 w 8,9 0,0 D4",
        "@D3+1",
        3,
        "Manu 3: D3 is not another stone of yours",
        "Ману 3: на D3 нет другого вашего камня",
    ),
    Refused(
        f"{MANU_7} {LEAP_OPEN}",
        "@D2+1",
        3,
        "Manu 3: a square takes a stone on every crossing, and C4 is empty",
        "Ману 3: квадрат берёт камень на каждом перекрестии, а C4 пусто",
    ),
    Refused(
        f"{SWEEP_7} {LEAP_OPEN}",
        "@D2+7",
        3,
        "Manu 3: the square leaves the board",
        "Ману 3: квадрат выходит за край доски",
    ),
    Refused(
        f"{SWEEP_7} 7/7/7/2ww3/2b4/7/7 w 8,9 0,0 C4",
        "@D4+9",
        3,
        "Manu 3: a square around D4 can have at most 8 crossings",
        "Ману 3: в квадрате вокруг D4 не больше 8 перекрестий",
    ),
    Refused(
        f"{MANU_7} 7/7/2bbb2/2wwb2/2bbb2/7/7 w 8,3 0,0 C4",
        "@D4+8",
        3,
        "Manu 3: a square around D4 can have at most 7 crossings",
        "Ману 3: в квадрате вокруг D4 не больше 7 перекрестий",
    ),
    Refused(
        f"{SWEEP_7} {LEAP_OPEN}",
        "@D2+1",
        3,
        "Manu 3: a square may stop only after it has taken an enemy stone",
        "Ману 3: квадрат может остановиться, только взяв камень противника",
    ),
    Refused(
        f"{MANU_7} 7/3w3/7/3w3/7/7/3b3 w 8,8 1,0 D4:D2*",
        "^A1",
        4,
        "Manu 4: only D4 and D2 may go on with the series, not A1",
        "Ману 4: серию продолжает только пара D4 и D2, а не A1",
    ),
]

ALL_REFUSED = [*KAMIKEN, *YDYUMBY, *VYUN, *MANU_BETWEEN_TURNS, *MANU_IN_A_TURN]


@pytest.mark.parametrize("case", ALL_REFUSED, ids=lambda case: f"{case.en} | {case.move}")
def test_a_refusal_names_the_rule_and_says_why(case: Refused) -> None:
    position = Position(case.position)
    with pytest.raises(IllegalMove) as refused:
        position.play(case.move)
    error = refused.value
    assert error.rule == case.rule
    assert (str(error), error.say("ru")) == (case.en, case.ru)
    assert error.say("en") == case.en
    assert case.en.endswith(error.why.en)
    assert case.ru.endswith(error.why.ru)


NOT_MOVES = [
    (
        "kamiken(size=3) 3/3/3 w -",
        "D1",
        "'D1': there is no D1 on this board (A1 to C3)",
        "'D1': на этой доске нет D1 (клетки от A1 до C3)",
    ),
    (
        "kamiken(size=3) 3/3/3 w -",
        "2b",
        "'2b' is not a move of Kamiken; write a cell such as C3, or pass",
        "'2b': так ходы в игре «Камикен» не пишут; пишите клетку, например C3, или pass",
    ),
    (
        "ydyumby(board=4x4) 4/4/4/4 r 8,8",
        "pass",
        "'pass' is not a move of Ydyumby; write a cell such as C3",
        "'pass': так ходы в игре «Ыдюмбы» не пишут; пишите клетку, например C3",
    ),
    (
        "ydyumby(board=..#../...../#...#/...../..#..) 2#2/5/#3#/5/2#2 r 11,11",
        "C1",
        "'C1': there is no C1 on this board (A1 to E5)",
        "'C1': на этой доске нет C1 (клетки от A1 до E5)",
    ),
    (
        "vyun(board=3x3) 3/1r1/3 2/2/2 3/3 B2r2 b 0",
        "A1>B2",
        "'A1>B2' is not a move of Vyun; write two squares that share a wall, such as C3>C4",
        "'A1>B2': так ходы в игре «Вьюн» не пишут; "
        "пишите два квадрата с общей стенкой, например C3>C4",
    ),
    (
        "vyun(board=3x3) 3/1r1/3 2/2/2 3/3 B2r2 b 0",
        "plant",
        "'plant' is not a move of Vyun; write C3 to plant, C3>C4 to grow, or pass",
        "'plant': так ходы в игре «Вьюн» не пишут; "
        "пишите C3 (посадить), C3>C4 (прорастить) или pass",
    ),
    (
        f"{MANU_7} {LEAP_OPEN}",
        "@D2+56",
        "'@D2+56' is not a move of Manu; write D4 to place, D4>D10 to jump, "
        "^F10 for a capturing jump, @F10+3 for a square, stop, "
        "or a whole turn such as D4>D10^F10@K10+3",
        "'@D2+56': так ходы в игре «Ману» не пишут; пишите D4 (поставить), D4>D10 (прыжок), "
        "^F10 (рубящий прыжок), @F10+3 (квадрат), stop или весь ход сразу, "
        "например D4>D10^F10@K10+3",
    ),
    (
        f"{MANU_7} {LEAP_OPEN}",
        "^H8",
        "'^H8': there is no H8 on this board (A1 to G7)",
        "'^H8': на этой доске нет H8 (клетки от A1 до G7)",
    ),
]


@pytest.mark.parametrize(("position", "move", "en", "ru"), NOT_MOVES)
def test_texts_that_are_not_moves_are_refused(position: str, move: str, en: str, ru: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        Position(position).play(move)
    assert (str(refused.value), refused.value.say("ru")) == (en, ru)


@pytest.mark.parametrize("turn", ["A1B1", "A1>A3stop", "A1>A3>A5", "^", "A1>A3 ^B1"])
def test_texts_that_are_not_turns_are_refused(turn: str) -> None:
    with pytest.raises(InvalidMove):
        Position(f"{MANU_7} {LEAP_OPEN}").play(turn)


def test_a_long_text_is_shown_cut_short() -> None:
    with pytest.raises(InvalidMove, match=r"^'x{37}\.\.\.' is not a move"):
        Position("kamiken(size=3) 3/3/3 w -").play("x" * 500)


def test_refusals_are_value_errors() -> None:
    for error in (IllegalMove, InvalidMove):
        assert issubclass(error, KletkaError)
        assert issubclass(error, ValueError)


LAST_RULE = {"kamiken": 4, "ydyumby": 5, "vyun": 6, "manu": 7}


@pytest.mark.parametrize("spec", ALL)
def test_whatever_is_not_legal_is_refused_with_a_rule_and_two_sentences(spec: str) -> None:
    chance = random.Random(spec)
    for seed in range(3):
        for position, _ in random_game(spec, seed):
            for move in some_illegal_moves(position, chance, 12):
                with pytest.raises((IllegalMove, InvalidMove)) as refused:
                    position.play(move)
                error = refused.value
                assert str(error) == error.say("en")
                assert error.say("en") != error.say("ru")
                if isinstance(error, IllegalMove):
                    assert 1 <= error.rule <= LAST_RULE[position.spec.game]
                    assert error.why.en
                    assert error.why.ru
                    assert "  " not in str(error)  # no name is missing in the sentence
                    assert not str(error).endswith((" ", ":"))
