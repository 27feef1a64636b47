"""Specs: one canonical form, every bound, and errors that say what is wrong and what is allowed."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from kletka import InvalidSpec, KletkaError, Spec

CANONICAL = {
    "kamiken": "kamiken(size=9,komi=1.5)",
    "kamiken()": "kamiken(size=9,komi=1.5)",
    "kamiken(size=6)": "kamiken(size=6,komi=0.5)",
    "kamiken(size=7)": "kamiken(size=7,komi=1.5)",
    "kamiken(komi=7,size=5)": "kamiken(size=5,komi=7)",
    " kamiken (\n size = 05 ,\tkomi=-0.50 ) ": "kamiken(size=5,komi=-0.5)",
    "kamiken(komi=-0)": "kamiken(size=9,komi=0)",
    "ydyumby": "ydyumby(board=8x8,players=2,supply=32,out=turn)",
    "ydyumby(board=5x4,players=3)": "ydyumby(board=5x4,players=3,supply=10,out=turn)",
    "ydyumby(board=08x08)": "ydyumby(board=8x8,players=2,supply=32,out=turn)",
    "ydyumby(out=now,supply=24)": "ydyumby(board=8x8,players=2,supply=24,out=now)",
    "ydyumby(board=hex03)": "ydyumby(board=hex3,players=2,supply=10,out=turn)",
    "ydyumby(board=hex5,players=3,supply=16)": ("ydyumby(board=hex5,players=3,supply=16,out=turn)"),
    "ydyumby(board=.../.../...)": "ydyumby(board=3x3,players=2,supply=5,out=turn)",
    "ydyumby(board=..../....)": "ydyumby(board=..../....,players=2,supply=4,out=turn)",
    "ydyumby(board=..#../...../#...#)": (
        "ydyumby(board=..#../...../#...#,players=2,supply=6,out=turn)"
    ),
    "ydyumby(board=hex:.../..../..#../..../...)": (
        "ydyumby(board=hex:.../..../..#../..../...,players=2,supply=9,out=turn)"
    ),
    "ydyumby(board=hex:.../..../...../..../...)": (
        "ydyumby(board=hex3,players=2,supply=10,out=turn)"
    ),
    "vyun": "vyun(board=8x8,players=2)",
    "vyun(players=8,board=2x26)": "vyun(board=2x26,players=8)",
    "manu": "manu(size=19,reserve=180,target=19,squares=solid,pivot=seen,jump=takes)",
    "manu(size=5)": "manu(size=5,reserve=12,target=5,squares=solid,pivot=seen,jump=takes)",
    "manu(squares=sweep,target=5,reserve=6,size=7)": (
        "manu(size=7,reserve=6,target=5,squares=sweep,pivot=seen,jump=takes)"
    ),
    "manu(size=5,reserve=3)": "manu(size=5,reserve=3,target=3,squares=solid,pivot=seen,jump=takes)",
}


@pytest.mark.parametrize(("text", "canonical"), CANONICAL.items())
def test_a_spec_has_one_canonical_form(text: str, canonical: str) -> None:
    spec = Spec(text)
    assert str(spec) == spec == canonical
    assert Spec(spec) is spec
    assert Spec(str(spec)) == spec
    assert hash(spec) == hash(canonical)


def test_a_spec_is_a_string_that_knows_its_game_and_options() -> None:
    spec = Spec("manu(size=5)")
    assert isinstance(spec, str)
    assert spec.game == "manu"
    numbers = {"size": 5, "reserve": 12, "target": 5}
    assert dict(spec.options) == {**numbers, "squares": "solid", "pivot": "seen", "jump": "takes"}
    assert spec.players == 2
    written = "manu(size=5,reserve=12,target=5,squares=solid,pivot=seen,jump=takes)"
    assert repr(spec) == f"Spec('{written}')"
    assert eval(repr(spec)) == spec
    again = pickle.loads(pickle.dumps(spec))
    assert again == spec
    assert again.options == spec.options


def test_the_options_of_a_spec_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        Spec("kamiken").options["size"] = 3  # type: ignore[index]


@pytest.mark.parametrize("players", range(2, 9))
def test_a_spec_knows_how_many_play(players: int) -> None:
    assert Spec(f"vyun(players={players})").players == players
    assert Spec(f"ydyumby(players={players})").players == players


HEX_13 = "hex:" + "/".join("#" + "." * (24 - abs(column)) for column in range(-12, 13))

IN_RANGE = [
    *("kamiken(size=1)", "kamiken(size=26)", "kamiken(komi=-676)", "kamiken(komi=676)"),
    *("ydyumby(board=3x26)", "ydyumby(board=26x3)", "ydyumby(board=hex3)", "ydyumby(board=hex13)"),
    *("ydyumby(players=2)", "ydyumby(players=8)", "ydyumby(supply=1)", "ydyumby(supply=64)"),
    *("ydyumby(board=........)", "ydyumby(board=3x4,players=3)"),
    *("ydyumby(out=turn)", "ydyumby(out=now)", "ydyumby(players=8,supply=64)"),
    *("ydyumby(board=hex:###/##../...../..##/###)", "ydyumby(board=" + HEX_13 + ")"),
    "ydyumby(board=" + "/".join(["#".join("." * 13) + "#"] * 26) + ")",
    *("vyun(board=2x26)", "vyun(board=26x2)", "vyun(board=2x2,players=8)", "vyun(players=2)"),
    *("manu(size=3)", "manu(size=26)", "manu(size=5,reserve=1)", "manu(size=5,reserve=25)"),
    *("manu(reserve=7,target=1)", "manu(reserve=7,target=7)"),
]


@pytest.mark.parametrize("text", IN_RANGE)
def test_both_ends_of_every_range_are_allowed(text: str) -> None:
    assert text[:-1] in Spec(text) or all(
        part in Spec(text) for part in text[:-1].partition("(")[2].split(",")
    )


WHOLE = "it must be a whole number from {} to {}", "нужно целое число от {} до {}"
KOMI = (
    "it must be a multiple of 0.5 from -676 to 676",
    "нужно число, кратное 0.5, от -676 до 676",
)
ANY_BOARD = (
    "it must be WxH with sides from 3 to 26, hexN with N from 3 to 13, rows of equal length "
    "of . and # joined by /, at most 26 by 26, or hex: and the columns of a hexN of . and # "
    "joined by /",
    "нужно ШxВ со сторонами от 3 до 26, hexN с N от 3 до 13, строки равной длины из . и # "
    "через /, не больше 26 на 26, или hex: и столбцы доски hexN из . и # через /",
)
RECTANGLE = (
    "it must be WxH with sides from 2 to 26, such as 8x8",
    "нужно ШxВ со сторонами от 2 до 26, например 8x8",
)

OUT_OF_RANGE = [
    *(
        ("kamiken", "size", value, "", WHOLE, (1, 26))
        for value in ("0", "27", "-1", "+5", "5.0", "five", "٣", "1000000000000", "5)")
    ),
    *(
        ("kamiken", "komi", value, "", KOMI, ())
        for value in ("0.25", "676.5", "-676.5", ".5", "1e2", "half", "nan")
    ),
    *(
        ("ydyumby", "board", value, "", ANY_BOARD, ())
        for value in ("2x8", "27x3", "8", "8X8", "8х8", "hex2", "hex14", "../...", "##/##", ".x.")
    ),
    *(
        ("ydyumby", "board", value, "", ANY_BOARD, ())
        for value in (
            *(
                "hex:",
                "hex:3",
                "hex:../.../..",
                "hex:.../..../...../....",
                "hex:.../.../.../.../...",
            ),
            *("hex:###/####/#####/####/###", "hex:.../..../....x/..../...", "hex.../..../....."),
            "hex:" + "." * 14,
        )
    ),
    *(("ydyumby", "players", value, "", WHOLE, (2, 8)) for value in ("1", "9")),
    *(("ydyumby", "supply", value, "", WHOLE, (1, 64)) for value in ("0", "65")),
    ("ydyumby", "out", "never", "", ("it must be turn or now", "нужно turn или now"), ()),
    *(("vyun", "board", value, "", RECTANGLE, ()) for value in ("1x5", "27x2", "hex3", ".../...")),
    *(("vyun", "players", value, "", WHOLE, (2, 8)) for value in ("1", "9")),
    *(("manu", "size", value, "", WHOLE, (3, 26)) for value in ("2", "27")),
    *(("manu", "reserve", value, "size=5,", WHOLE, (1, 25)) for value in ("0", "26")),
    *(("manu", "target", value, "reserve=10,", WHOLE, (1, 10)) for value in ("0", "11")),
    ("manu", "squares", "round", "", ("it must be solid or sweep", "нужно solid или sweep"), ()),
]


@pytest.mark.parametrize(("game", "option", "value", "before", "allowed", "bounds"), OUT_OF_RANGE)
def test_a_value_out_of_range_is_refused_with_what_is_allowed(
    game: str,
    option: str,
    value: str,
    before: str,
    allowed: tuple[str, str],
    bounds: tuple[int, ...],
) -> None:
    with pytest.raises(InvalidSpec) as refused:
        Spec(f"{game}({before}{option}={value})")
    en, ru = (text.format(*bounds) for text in allowed)
    assert str(refused.value) == f"{game}: {option}={value} is not allowed; {en}"
    assert refused.value.say("ru") == f"{game}: {option}={value} не годится; {ru}"


WRONG = {
    "": (
        "there is no game ''; the games are kamiken, ydyumby, vyun, manu",
        "нет такой игры: ''; есть kamiken, ydyumby, vyun, manu",
    ),
    "chess": (
        "there is no game 'chess'; the games are kamiken, ydyumby, vyun, manu",
        "нет такой игры: 'chess'; есть kamiken, ydyumby, vyun, manu",
    ),
    "Kamiken(size=5)": (
        "there is no game 'Kamiken'; the games are kamiken, ydyumby, vyun, manu",
        "нет такой игры: 'Kamiken'; есть kamiken, ydyumby, vyun, manu",
    ),
    "kamiken(size=5": (
        "'kamiken(size=5' is not a spec; write a game and its options, such as "
        "kamiken(size=5,komi=0.5)",
        "'kamiken(size=5': это не описание игры; напишите игру и её параметры, например "
        "kamiken(size=5,komi=0.5)",
    ),
    "kamiken size=5": (
        "'kamiken size=5' is not a spec; write a game and its options, such as "
        "kamiken(size=5,komi=0.5)",
        "'kamiken size=5': это не описание игры; напишите игру и её параметры, например "
        "kamiken(size=5,komi=0.5)",
    ),
    "kamiken(size)": (
        "kamiken: 'size' is not an option; write name=value",
        "kamiken: 'size' не похоже на параметр; пишите имя=значение",
    ),
    "kamiken(size=5,)": (
        "kamiken: an option is missing next to a comma",
        "kamiken: рядом с запятой не хватает параметра",
    ),
    "kamiken(size=)": (
        "kamiken: 'size=' is not an option; write name=value",
        "kamiken: 'size=' не похоже на параметр; пишите имя=значение",
    ),
    "kamiken(colour=1)": (
        "kamiken has no option 'colour'; its options are size, komi",
        "kamiken: нет параметра 'colour'; есть size, komi",
    ),
    "manu(komi=1)": (
        "manu has no option 'komi'; its options are size, reserve, target, squares, pivot, jump",
        "manu: нет параметра 'komi'; есть size, reserve, target, squares, pivot, jump",
    ),
    "kamiken(size=5,size=5)": (
        "kamiken: size is given twice",
        "kamiken: size указан дважды",
    ),
    "kamiken(\ud800=5,\ud800=5)": (
        "kamiken: '\\ud800' is given twice",
        "kamiken: '\\ud800' указан дважды",
    ),
    "ydyumby(board=3x3,players=3)": (
        "ydyumby: 3 players need a board of at least 12 cells; this one has 9",
        "ydyumby: для 3 игроков нужна доска хотя бы из 12 клеток, а здесь 9",
    ),
    "ydyumby(board=hex:##./###./#.#.#/.###/.##)": (
        "ydyumby: 2 players need a board of at least 8 cells; this one has 6",
        "ydyumby: для 2 игроков нужна доска хотя бы из 8 клеток, а здесь 6",
    ),
    "ydyumby(board=.......)": (
        "ydyumby: 2 players need a board of at least 8 cells; this one has 7",
        "ydyumby: для 2 игроков нужна доска хотя бы из 8 клеток, а здесь 7",
    ),
}


@pytest.mark.parametrize(("text", "sentences"), WRONG.items())
def test_what_is_no_spec_is_refused_with_what_is_wrong(
    text: str, sentences: tuple[str, str]
) -> None:
    with pytest.raises(InvalidSpec) as refused:
        Spec(text)
    assert (str(refused.value), refused.value.say("ru")) == sentences
    assert isinstance(refused.value, KletkaError)
    assert isinstance(refused.value, ValueError)


def test_a_long_spec_is_refused_and_shown_cut_short() -> None:
    with pytest.raises(InvalidSpec) as refused:
        Spec("kamiken(" + "x" * 5000 + ")")
    assert len(str(refused.value)) < 200


def test_a_shape_too_large_is_refused() -> None:
    for board in ("." * 27, "/".join("." * 27)):
        with pytest.raises(InvalidSpec, match="at most 26 by 26"):
            Spec(f"ydyumby(board={board})")


@pytest.mark.parametrize(
    ("spec", "changes", "changed"),
    [
        ("kamiken", {"size": 5}, "kamiken(size=5)"),
        ("kamiken", {"komi": 2.5}, "kamiken(komi=2.5)"),
        ("kamiken(komi=3)", {"size": 5}, "kamiken(size=5,komi=3)"),
        ("kamiken(size=5,komi=0)", {}, "kamiken(size=5,komi=0)"),
        ("kamiken", {"komi": Fraction(-1, 2), "size": "7"}, "kamiken(size=7,komi=-0.5)"),
        ("manu", {"size": 9, "squares": "sweep"}, "manu(size=9,squares=sweep)"),
        (
            "ydyumby(supply=9)",
            {"board": "hex5", "players": 3.0},
            "ydyumby(board=hex5,players=3,supply=9)",
        ),
    ],
)
def test_options_are_changed(spec: str, changes: dict[str, str | float], changed: str) -> None:
    before = Spec(spec)
    assert before.with_options(**changes) == Spec(changed)
    assert before == Spec(spec)


def test_changed_options_are_checked() -> None:
    with pytest.raises(InvalidSpec, match="kamiken has no option 'board'"):
        Spec("kamiken").with_options(board="5x5")
    with pytest.raises(InvalidSpec, match=r"komi=0\.25 is not allowed"):
        Spec("kamiken").with_options(komi=0.25)
