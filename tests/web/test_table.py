"""A game at the table: turns, retirements, take-backs, rematches, the end."""

from __future__ import annotations

import datetime
import json
import random
from dataclasses import replace

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kletka import Record
from kletka.errors import KletkaError
from kletka.web.clocks import Clock
from kletka.web.notes import Notes
from kletka.web.refusals import Refused
from kletka.web.setup import Seat, Setup, read_setup
from kletka.web.table import REMATCH, TAKEBACK, Event, Table
from kletka.web.views import record_of
from tests.web.tables import kinds, let, play, setup_of, table_of

KAMIKEN = "kamiken(size=3)"
THREE = "vyun(board=3x3,players=3)"


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code)


# Turns.


def test_a_turn_names_the_number_it_is_meant_for() -> None:
    table = table_of(KAMIKEN, "here here")
    play(table, "B2")
    with refused("stale"):
        table.play(1, 0, "pass", 0)
    with refused("stale"):
        table.play(1, 2, "pass", 0)
    with refused("not_your_turn"):
        table.play(0, 1, "pass", 0)
    assert (table.number, table.to_move, table.turns) == (1, 1, ["B2"])


def test_a_refused_turn_tells_the_rule_and_where_to_read_it() -> None:
    table = table_of(KAMIKEN, "here here")
    play(table, "B2")
    with pytest.raises(Refused) as caught:
        table.play(1, 1, "B2", 0)
    told = caught.value.told("ru")
    assert (told["code"], told["rule"], told["link"]) == ("illegal", 1, "/rules/kamiken#rule-1")
    assert told["text"] == "Камикен 1: на B2 уже стоит камень белых"
    with refused("invalid"):
        table.play(1, 1, "Z99", 0)


def test_nothing_happens_until_events_are_applied() -> None:
    table = table_of(KAMIKEN, "here here")
    events = table.play(0, 0, "B2", 0)
    assert (table.number, table.event) == (0, 0)
    let(table, events)
    assert (table.number, table.event) == (1, 1)


def test_the_end_by_the_rules() -> None:
    table = table_of(KAMIKEN, "here here")
    play(table, "B2 pass pass")
    assert table.outcome is not None
    assert table.over
    assert table.to_move is None
    assert (table.outcome.result, table.outcome.why) == ("1-0", "rules")
    assert table.outcome.reason == ("White wins, 4 : 0.5.", "Победили белые, 4 : 0,5.")
    with refused("over"):
        table.play(0, 3, "A1", 0)


# Retiring.


def test_resigning_ends_a_game_of_two() -> None:
    table = table_of(KAMIKEN, "here level1")
    assert kinds(let(table, table.retire(0, "resign", 5))) == ["retired", "over"]
    assert table.outcome is not None
    assert table.outcome.result == "0-1"
    assert table.outcome.reason.ru == "Белые сдались: победили чёрные."
    record = record_of(table, 0)
    assert (record.result, record.tags["Termination"]) == ("0-1", "resign")


def test_in_a_game_of_three_the_others_play_on_and_the_last_one_wins() -> None:
    table = table_of(THREE, "here here here")
    assert kinds(let(table, table.retire(0, "resign", 0))) == ["retired"]
    assert table.to_move == 0
    assert table.stand_in() == "pass"
    with refused("retired"):
        table.retire(0, "resign", 0)
    play(table, "pass A1")
    assert kinds(let(table, table.retire(2, "time", 0))) == ["retired", "over"]
    assert table.outcome is not None
    assert table.outcome.winners == (1,)
    assert table.outcome.reason == (
        "Green ran out of time: Blue wins.",
        "У зелёных вышло время: победили синие.",
    )


def test_those_who_retired_cannot_win_on_the_board() -> None:
    table = table_of("ydyumby(board=4x4,players=3,supply=1)", "here here here")
    play(table, "A1")
    let(table, table.retire(0, "resign", 0))
    play(table, "B1")
    assert table.stand_in() is None  # there is no pass in Ydyumby: a bot must move
    while not table.over:
        play(table, str(table.position.moves[0]))
    assert table.outcome is not None
    assert 0 in table.position.winners
    assert table.outcome.winners
    assert 0 not in table.outcome.winners
    assert sum(table.outcome.to_json()["shares"]) == pytest.approx(1)
    record = record_of(table, 0)
    assert (record.result, record.tags["Retired"]) == (table.outcome.result, "Red")
    assert Record.parse(str(record)) == record


# Taking back.


def test_against_a_bot_a_turn_is_taken_back_at_once_with_the_bots_answer() -> None:
    table = table_of(KAMIKEN, "here level1")
    with refused("nothing"):
        table.take_back([0], 0)
    play(table, "B2 pass")
    assert kinds(let(table, table.take_back([0], 0))) == ["takeback"]
    assert (table.number, table.to_move, table.turns) == (0, 0, [])
    assert table.position == table.setup.start
    play(table, "A1")
    assert table.turns == ["A1"]


def test_at_one_screen_one_turn_at_a_time_is_taken_back() -> None:
    table = table_of(KAMIKEN, "here here")
    play(table, "B2 pass")
    let(table, table.take_back([0, 1], 0))
    assert table.turns == ["B2"]


def test_by_link_all_must_agree_to_a_take_back() -> None:
    table = table_of(THREE, "here link link")
    for seat in (1, 2):
        let(table, table.join(seat, 0))
    play(table, "A1 B1")
    assert kinds(let(table, table.take_back([0], 0))) == ["offer"]
    with refused("offered"):
        table.take_back([0], 0)
    assert kinds(let(table, table.take_back([2], 0))) == ["accepted"]
    assert table.number == 2
    assert kinds(let(table, table.take_back([1], 0))) == ["takeback"]
    assert table.number == 0


def test_a_take_back_can_be_declined_and_lapses_with_the_next_turn() -> None:
    table = table_of(KAMIKEN, "here link")
    let(table, table.join(1, 0))
    play(table, "B2")
    let(table, table.take_back([0], 0))
    let(table, table.decline(TAKEBACK, [1], 0))
    assert not table.offers
    with refused("no_offer"):
        table.decline(TAKEBACK, [1], 0)
    let(table, table.take_back([0], 0))
    play(table, "pass")
    assert not table.offers


def test_those_who_do_not_sit_here_decide_nothing() -> None:
    table = table_of(KAMIKEN, "here link")
    play(table, "B2")
    for held in ([], [1]):  # nobody has taken the second seat yet
        with refused("not_your_seat"):
            table.take_back(held, 0)
        with refused("not_your_seat"):
            table.ask_rematch(held, 0)


# Rematch.


def test_a_rematch_needs_the_end_and_everybody() -> None:
    table = table_of(KAMIKEN, "here link")
    let(table, table.join(1, 0))
    with refused("not_over"):
        table.ask_rematch([0], 0)
    let(table, table.retire(0, "resign", 0))
    assert not table.agreed(REMATCH, [1])
    assert kinds(let(table, table.ask_rematch([1], 0))) == ["offer"]
    assert table.agreed(REMATCH, [0])
    let(table, [Event("rematch", 0, {"game": "another"})])
    with refused("rematched"):
        table.ask_rematch([0], 0)


def test_seats_move_on_for_a_rematch() -> None:
    setup = setup_of(THREE, "here link level2")
    assert [seat.kind for seat in setup.rotated.seats] == ["link", "bot", "here"]


# What strangers send.


@pytest.mark.parametrize(
    ("spec", "seats", "field"),
    [
        ("chess", [Seat(), Seat()], "spec"),
        (KAMIKEN, [Seat()], "seats"),
        (KAMIKEN, [Seat(), Seat("bot", "level10")], "seats.1"),
        (KAMIKEN, [Seat("throne"), Seat()], "seats.0"),
        (KAMIKEN, [Seat(name="x" * 41), Seat()], "seats.0"),
    ],
)
def test_a_wrong_setup_names_the_field(spec: str, seats: list[Seat], field: str) -> None:
    with pytest.raises(Refused) as caught:
        read_setup(spec, seats, Clock(), True)
    assert caught.value.field == field
    assert caught.value.text.en != caught.value.text.ru


def test_a_setup_is_stored_with_its_notes_and_old_ones_have_none() -> None:
    notes = Notes(datetime.date(2026, 3, 5), {"Event": "Club"}, {0: "Before.", 2: "(2. D4)"})
    setup = replace(setup_of("kamiken(size=5)", "here here"), imported=True, notes=notes)
    stored = json.loads(json.dumps(setup.to_json()))
    assert Setup.from_json(stored) == setup
    del stored["notes"]
    assert Setup.from_json(stored).notes == Notes()


def test_names_keep_letters_and_lose_what_could_do_harm() -> None:
    seats = [Seat(name=' <b>Анна</b>  "O\'Hara" \n'), Seat()]
    assert read_setup(KAMIKEN, seats, Clock(), True).seats[0].name == "bАннаb O'Hara"


# A table is its events.


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), spec=st.sampled_from([KAMIKEN, THREE, "manu(size=4)"]))
def test_a_table_rebuilt_from_stored_events_is_the_same(seed: int, spec: str) -> None:
    chance = random.Random(seed)
    seats = "here link link" if "players=3" in spec else "here link"
    table = table_of(spec, seats, Clock("real", minutes=1, increment=2))
    happened: list[Event] = []
    for now in range(0, 40_000, 1000):
        try:
            happened += let(table, something(table, chance, now))
        except KletkaError:
            continue
    again = Table(table.setup)
    stored = [Event(e.kind, e.at, orjson.loads(orjson.dumps(e.data))) for e in happened]
    let(again, stored)
    assert {**vars(again), "setup": None} == {**vars(table), "setup": None}


def something(table: Table, chance: random.Random, now: int) -> list[Event]:
    """What somebody might do, sensible or not."""
    late = table.run_out(now)
    if late:
        return late
    held = [chance.randrange(len(table.setup.seats))]
    deed = chance.choices(
        ["turn", "join", "back", "decline", "resign", "resume"], [30, 5, 3, 2, 0.3, 1]
    )[0]
    if deed == "turn":
        turn = str(chance.choice(table.position.moves or ["pass"]))
        return table.play(table.to_move or 0, table.number, turn, now)
    if deed == "join":
        return table.join(held[0], now)
    if deed == "back":
        return table.take_back(held, now)
    if deed == "decline":
        return table.decline(TAKEBACK, held, now)
    if deed == "resign":
        return table.retire(held[0], "resign", now)
    return table.resume(now)
