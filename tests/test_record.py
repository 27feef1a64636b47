"""Records: text, JSON, streams, and errors that name the line and the move."""

from __future__ import annotations

import copy
import datetime
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import kletka
from kletka import InvalidRecord, Record
from kletka.errors import KletkaError
from tests.specs import ALL

GAME = """\
[Spec "kamiken(size=5,komi=0.5)"]
[White "Anna"]
[Black "Борис \\"the bot\\""]
[Date "2026-01-31"]
[Result "0-1"]
[Event "Tea"]

{From the inventor's text.} 1. C3 2. B2 3. B4 4. A3 5. A1 6. D2 7. C5 8. E2
9. C1 10. D4 11. A5 12. pass {Black has {two\\} points, and stops.} 13. E5
14. pass 0-1
"""


def test_reads_what_is_written() -> None:
    record = Record.parse(GAME)
    assert record.spec == "kamiken(size=5,komi=0.5)"
    assert record.players == ("Anna", 'Борис "the bot"')
    assert record.date == datetime.date(2026, 1, 31)
    assert record.tags == {"Event": "Tea"}
    assert record.turns[:3] == ("C3", "B2", "B4")
    assert record.comments == {
        0: "From the inventor's text.",
        12: "Black has {two} points, and stops.",
    }
    assert record.end.points == (1.0, 2.5)
    assert len(list(record.positions())) == 15


def test_writes_what_it_read() -> None:
    versioned = GAME.replace("[White", '[RulesVersion "2"]\n[White')
    assert str(Record.parse(GAME)) == versioned
    assert str(Record.parse(versioned)) == versioned


@pytest.mark.parametrize("spec", ALL)
def test_round_trips_at_any_moment(spec: str) -> None:
    random_source = random.Random(spec)
    record = Record.begin(spec)
    while not record.end.over:
        move = random_source.choice(record.end.moves)
        comment = "so } be { it \\" if random_source.random() < 0.1 else ""
        record = record.play(move, comment)
        if random_source.random() < 0.2 or record.end.over or record.end.in_turn:
            for copy in (
                Record.parse(str(record)),
                Record.from_json(json.loads(json.dumps(record.to_json()))),
            ):
                assert copy == record
                assert copy.end == record.end
    assert record.result != "*"


def test_turn_of_manu_is_written_together() -> None:
    record = Record.begin("manu(size=7)")
    for move in ["A1", "C1", "E3", "E5", "G4", "E7", "A1>E1", "^E3"]:
        record = record.play(move)
    assert record.turns[-1] == "A1>E1^E3.."
    assert Record.parse(str(record)).end.in_turn
    stopped = record.play("stop")
    assert stopped.turns[-1] == "A1>E1^E3"
    assert Record.parse(str(stopped)).end == stopped.end
    assert not stopped.end.in_turn
    assert [str(move) for move in stopped.moves][-3:] == ["A1>E1", "^E3", "stop"]
    assert [str(move) for move in record.moves][-2:] == ["A1>E1", "^E3"]
    further = record.play("^E5")
    assert further.turns[-1] == "A1>E1^E3^E5"


def test_undo_takes_back_one_turn() -> None:
    record = Record.parse(GAME)
    shorter = record.undo()
    assert shorter.turns == record.turns[:-1]
    assert shorter.result == "*"
    assert shorter.play("pass").end == record.end
    assert Record.begin("vyun").undo() == Record.begin("vyun")


def test_starts_from_a_position() -> None:
    middle = kletka.start("kamiken(size=5)").play("C3").play("B2")
    record = Record.begin(middle).play("B4")
    assert '[Position "kamiken(size=5,komi=0.5) 5/1b3/2w2/5/5 w -"]' in str(record)
    assert Record.parse(str(record)) == record
    assert record.end == middle.play("B4")


def test_stream_reads_several_games_lazily() -> None:
    lines = iter((GAME + "\n" + GAME + '[Spec "nothing"]\n').splitlines())
    games = Record.stream(lines)
    assert next(games) == Record.parse(GAME)
    assert next(games) == Record.parse(GAME)
    with pytest.raises(InvalidRecord, match="there is no game 'nothing'"):
        next(games)


def test_those_who_retired_do_not_win_on_the_board() -> None:
    spec = "ydyumby(board=4x4,players=3,supply=1)"
    board = Record.begin(spec)
    retired = Record.begin(spec, Retired="Red")
    while not board.end.over:
        move = board.end.moves[0]
        board, retired = board.play(move), retired.play(move)
    assert board.result == "1/3-1/3-1/3"
    assert retired.result == "0-1/2-1/2"
    assert Record.parse(str(retired)) == retired
    assert Record.from_json(retired.to_json()) == retired
    with pytest.raises(InvalidRecord, match="the result is 0-1/2-1/2, not 1/3-1/3-1/3"):
        Record.parse(str(retired).replace("0-1/2-1/2", "1/3-1/3-1/3"))
    for wrong in ("White", "Red, Blue, Green"):
        with pytest.raises(InvalidRecord, match=r"line 7: the tag Retired must name some of Red"):
            Record.parse(str(retired).replace('Retired "Red"', f'Retired "{wrong}"'))
        with pytest.raises(KletkaError, match="the tag Retired"):
            Record.begin(spec, Retired=wrong)


def test_game_may_end_off_the_board() -> None:
    record = Record.begin("vyun").play("C3").finish("1-0", "Blue resigned")
    assert Record.parse(str(record)) == record
    with pytest.raises(InvalidRecord, match="needs a tag Termination"):
        Record.parse(str(record).replace("Termination", "Note"))
    with pytest.raises(InvalidRecord, match="the result is"):
        Record.begin("vyun").finish("1-0-0", "no such result")


@pytest.mark.parametrize(
    ("old", "new", "line", "move", "says"),
    [
        ("5. A1", "5. C2", 8, "5. C2", "Kamiken 1: C2 is attacked by Black's B2"),
        ("5. A1", "5. Z9", 8, "5. Z9", "there is no Z9 on this board"),
        ("5. A1", "6. A1", 8, None, '"5." and a turn, or the result'),
        ("5. A1", "A1", 8, None, '"5." and a turn, or the result'),
        ("14. pass 0-1", "14. pass 1-0", 5, None, "the tag Result says 0-1"),
        ("14. pass 0-1", "14. pass", 10, None, "the result must follow the last turn"),
        ("14. pass 0-1", "0-1", 10, None, "the result is *, not 0-1"),
        ("14. pass 0-1", "14. pass 0-1 15. A1", 10, None, "only the tags of another"),
        ("12. pass", "12. pass..", 9, "12. pass..", "only the last turn"),
        ("14. pass", "14. pass..", 10, "14. pass..", "without .."),
        ("stops.}", "stops.", 9, None, "no closing }"),
        ("2026-01-31", "31.01.2026", 4, None, "year-month-day"),
        ('[Event "Tea"]', "[Event Tea]", 6, None, 'written [Name "value"]'),
        ('[Event "Tea"]', '[White "Tea"]', 6, None, "the tag White is given twice"),
        ('[Spec "kamiken(size=5,komi=0.5)"]\n', "", 1, None, "the tag Spec is missing"),
        ("size=5", "size=99", 1, None, "size=99 is not allowed"),
        (GAME, "1. C3 *", 1, None, "a game begins with its tags"),
        (GAME, "", 1, None, "expected one game, found 0"),
        (GAME, GAME + GAME, 11, None, "expected one game, found 2"),
    ],
)
def test_error_names_line_and_move(
    old: str, new: str, line: int, move: str | None, says: str
) -> None:
    assert old in GAME
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(GAME.replace(old, new))
    error = caught.value
    assert (error.line, error.move) == (line, move)
    assert says in str(error)
    assert str(error).startswith(f"line {line}")
    assert error.say("ru").startswith(f"строка {line}")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"spec": "chess", "turns": []},
        {"spec": "kamiken", "turns": ["C3", "C3"]},
        {"spec": "kamiken", "turns": 5},
        {"spec": "kamiken", "turns": [], "players": ["one"]},
        {"spec": "kamiken", "turns": [], "date": "yesterday"},
        {"spec": "kamiken", "turns": [], "comments": {"x": "y"}},
        {"spec": "kamiken", "turns": [], "result": "1-0"},
        {"spec": 7, "turns": []},
        {"spec": "kamiken", "turns": [], "tags": {"1": "x"}},
        {"spec": "kamiken", "turns": [], "tags": {"White": "x"}},
        {"spec": "kamiken", "turns": [], "comments": {"1": "nowhere"}},
    ],
)
def test_bad_json_is_an_invalid_record(data: dict[str, object]) -> None:
    with pytest.raises(InvalidRecord):
        Record.from_json(data)


MID_TURN = ["A1", "C1", "E3", "E5", "G4", "E7", "A1>E1", "^E3"]


@pytest.mark.parametrize("move", ["^E5", "stop"])
def test_a_record_may_begin_within_a_turn(move: str) -> None:
    position = kletka.start("manu(size=7)")
    for step in MID_TURN:
        position = position.play(step)
    assert position.in_turn
    record = Record.begin(position).play(move)
    assert record.turns == (move,)
    assert record.end == position.play(move)
    assert Record.begin(position).play_turn(move) == record
    following = record.play(record.end.moves[0])
    assert following.turns[:1] == record.turns
    for whole in (record, following):
        assert Record.parse(str(whole)) == whole
        assert Record.from_json(whole.to_json()) == whole
        assert Record.parse(str(whole)).end == whole.end
    ended = Record.begin(position).end_turn()
    assert ended.turns == ("stop",)
    assert Record.parse(str(ended)).end == position.end_turn()


@pytest.mark.parametrize("space", ["\N{NO-BREAK SPACE}", "\u2028", "\x85", "\x0b", "  "])
def test_spaces_of_any_kind_come_back_the_same(space: str) -> None:
    lines = [
        '[Spec "kamiken(size=5)"]\n',
        f'[White "Anna{space}B."]\n',
        f'[Event "Tea{space}time"]\n',
        "\n",
        f"1. C3 {{a{space}word}} *\n",
    ]
    [record] = Record.stream(lines)
    assert record.players[0] == "Anna B."
    assert record.tags["Event"] == "Tea time"
    assert Record.parse(str(record)) == record
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("comment", ["{} {}", "{a} {}", "{} {a}", "{ } {a} { } {b} {}", "{}"])
def test_empty_comments_come_back_the_same(comment: str) -> None:
    record = Record.parse(f'[Spec "kamiken(size=5)"]\n\n1. C3 {comment} *\n')
    assert record.comments[1] == " ".join(comment.replace("{", "").replace("}", "").split())
    assert Record.parse(str(record)) == record
    assert Record.from_json(record.to_json()) == record
    assert Record.begin("kamiken(size=5)").play("C3", " ").comments == {}


@pytest.mark.parametrize("name", ["game", "players", "date", "cls", "self", "tags"])
def test_a_tag_may_have_any_name(name: str) -> None:
    text = f'[Spec "kamiken(size=5)"]\n[{name} "x"]\n\n1. C3 *\n'
    record = Record.parse(text)
    assert record.tags == {name: "x"}
    assert Record.from_json(record.to_json()) == record
    assert Record.begin("kamiken(size=5)").with_tags({name: "x"}).play("C3") == record


def test_half_of_a_surrogate_pair_is_refused() -> None:
    good = Record.parse(GAME).to_json()
    half = "\ud800"
    for wrong in (
        {"players": ["Anna", half]},
        {"tags": {"Event": half}},
        {"comments": {"1": half}},
    ):
        with pytest.raises(InvalidRecord, match="half of a surrogate pair") as refused:
            Record.from_json({**good, **wrong})
        refused.value.say("ru").encode()
    for old in ("Anna", "Tea", "the inventor"):
        with pytest.raises(InvalidRecord, match="half of a surrogate pair"):
            Record.parse(GAME.replace(old, half))


@pytest.mark.parametrize(
    ("old", "new"),
    [("5. A1", "5. \ud800"), ("5. A1", "5. " + "A1" * 5000), ('"0-1"', '"\ud800\x1b"')],
)
def test_an_error_can_be_written_in_one_line(old: str, new: str) -> None:
    assert old in GAME
    with pytest.raises(InvalidRecord) as refused:
        Record.parse(GAME.replace(old, new))
    for sentence in (str(refused.value), refused.value.say("ru")):
        sentence.encode()
        assert sentence.isprintable()
        assert len(sentence) < 200


def finished_game() -> Record:
    record = Record.begin(
        "kamiken(size=3)", ["Anna", "Boris"], datetime.date(2026, 1, 2), Event="Final"
    )
    return record.play("B2", "the centre").play("pass").play("pass")


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))]
)
def test_a_record_is_a_value(copied: Callable[[Record], Record]) -> None:
    record = finished_game()
    again = copied(record)
    assert again == record
    assert hash(again) == hash(record)
    assert str(again) == str(record)
    assert again.end == record.end
    assert {record, again, record.undo()} == {record, record.undo()}
    assert record != record.undo()


def test_a_record_of_older_rules_is_a_value() -> None:
    text = (Path(__file__).parent / "older_rules" / "manu-1.txt").read_text(encoding="utf-8")
    for record in Record.stream(text.splitlines()):
        assert pickle.loads(pickle.dumps(record)) == record


def test_nothing_changes_a_record_from_outside() -> None:
    tags = {"Event": "Final"}
    record = Record(kletka.start("kamiken"), players=("", ""), tags=tags)
    tags["Event"] = "Semi-final"
    assert record.tags == {"Event": "Final"}


def test_shares_of_the_win() -> None:
    record = finished_game()
    assert record.shares == record.end.shares == (1.0, 0.0)
    assert record.undo().shares == record.undo().end.shares == ()
    drawn = Record.begin("kamiken(size=3,komi=4)").play("B2").play("pass").play("pass")
    assert drawn.shares == drawn.end.shares == (0.5, 0.5)
    left = Record.begin("vyun(players=3)").finish("1/2-0-1/2", "Blue resigned")
    assert (left.shares, left.end.shares) == ((0.5, 0.0, 0.5), ())
    among_three = kletka.start("vyun(board=3x3,players=3)")
    for _ in range(3):
        among_three = among_three.play("pass")
    assert among_three.shares == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_a_notebook_shows_the_last_position() -> None:
    record = finished_game().undo().undo()
    assert record._repr_svg_() == kletka.svg(record.end, last="B2", plain_colours=True)
    begun = Record.begin("manu(size=7)")
    assert begun._repr_svg_() == kletka.svg(begun.start, plain_colours=True)
    for turn in "E6 C3 B1 G2 D3 A6 D3>B3".split():
        begun = begun.play(turn)
    assert begun._repr_svg_() == kletka.svg(begun.end, last="D3>B3", plain_colours=True)
