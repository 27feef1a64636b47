"""Live games: turns, resignations, take-backs, rematches, the end."""

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
from kletka.web.live.clocks import Clock
from kletka.web.live.game import REMATCH, TAKEBACK, Event, LiveGame
from kletka.web.live.record_extras import RecordExtras
from kletka.web.live.terms import GameTerms, Seat, read_terms
from kletka.web.live.views import record_of
from kletka.web.refusals import Refused
from tests.web.live_games import apply, game_of, kinds, play, terms_of

KAMIKEN = "kamiken(size=3)"
THREE = "vyun(board=3x3,players=3)"


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code)


# Turns.


def test_a_turn_names_the_number_it_is_meant_for() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2")
    with refused("stale"):
        game.play(1, 0, "pass", 0)
    with refused("stale"):
        game.play(1, 2, "pass", 0)
    with refused("not_your_turn"):
        game.play(0, 1, "pass", 0)
    assert (game.number, game.to_move, game.turns) == (1, 1, ["B2"])


def test_a_refused_turn_tells_the_rule_and_where_to_read_it() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2")
    with pytest.raises(Refused) as caught:
        game.play(1, 1, "B2", 0)
    told = caught.value.to_json("ru")
    assert (told["code"], told["rule"], told["link"]) == ("illegal", 1, "/rules/kamiken#rule-1")
    assert told["text"] == "Камикен 1: на B2 уже стоит камень белых"
    with refused("invalid"):
        game.play(1, 1, "Z99", 0)


def test_nothing_happens_until_events_are_applied() -> None:
    game = game_of(KAMIKEN, "here here")
    events = game.play(0, 0, "B2", 0)
    assert (game.number, game.event) == (0, 0)
    apply(game, events)
    assert (game.number, game.event) == (1, 1)


def test_the_end_by_the_rules() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2 pass pass")
    assert game.outcome is not None
    assert game.over
    assert game.to_move is None
    assert (game.outcome.result, game.outcome.why) == ("1-0", "rules")
    assert game.outcome.reason == ("White wins, 4 : 0.5.", "Победили белые, 4 : 0,5.")
    with refused("over"):
        game.play(0, 3, "A1", 0)


# Resigning.


def test_resigning_ends_a_game_of_two() -> None:
    game = game_of(KAMIKEN, "here level1")
    assert kinds(apply(game, game.retire(0, "resign", 5))) == ["retired", "over"]
    assert game.outcome is not None
    assert game.outcome.result == "0-1"
    assert game.outcome.reason.ru == "Белые сдались: победили чёрные."
    record = record_of(game, 0)
    assert (record.result, record.tags["Termination"]) == ("0-1", "resign")


def test_in_a_game_of_three_the_others_play_on_and_the_last_one_wins() -> None:
    game = game_of(THREE, "here here here")
    assert kinds(apply(game, game.retire(0, "resign", 0))) == ["retired"]
    assert game.to_move == 0
    assert game.pass_for_retired() == "pass"
    with refused("retired"):
        game.retire(0, "resign", 0)
    play(game, "pass A1")
    assert kinds(apply(game, game.retire(2, "time", 0))) == ["retired", "over"]
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert game.outcome.reason == (
        "Green ran out of time: Blue wins.",
        "У зелёных вышло время: победили синие.",
    )


def test_retired_players_cannot_win_on_the_board() -> None:
    game = game_of("ydyumby(board=4x4,players=3,supply=1)", "here here here")
    play(game, "A1")
    apply(game, game.retire(0, "resign", 0))
    play(game, "B1")
    assert game.pass_for_retired() is None  # there is no pass in Ydyumby: a bot must move
    while not game.over:
        play(game, str(game.position.moves[0]))
    assert game.outcome is not None
    assert 0 in game.position.winners
    assert game.outcome.winners
    assert 0 not in game.outcome.winners
    assert sum(game.outcome.to_json()["shares"]) == pytest.approx(1)
    record = record_of(game, 0)
    assert (record.result, record.tags["Retired"]) == (game.outcome.result, "Red")
    assert Record.parse(str(record)) == record


# Taking back.


def test_against_a_bot_a_turn_is_taken_back_at_once_with_the_bots_answer() -> None:
    game = game_of(KAMIKEN, "here level1")
    with refused("nothing"):
        game.take_back([0], 0)
    play(game, "B2 pass")
    assert kinds(apply(game, game.take_back([0], 0))) == ["takeback"]
    assert (game.number, game.to_move, game.turns) == (0, 0, [])
    assert game.position == game.terms.start
    play(game, "A1")
    assert game.turns == ["A1"]


def test_at_one_screen_one_turn_at_a_time_is_taken_back() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2 pass")
    apply(game, game.take_back([0, 1], 0))
    assert game.turns == ["B2"]


def test_by_link_all_must_agree_to_a_take_back() -> None:
    game = game_of(THREE, "here link link")
    for seat in (1, 2):
        apply(game, game.join(seat, 0))
    play(game, "A1 B1")
    assert kinds(apply(game, game.take_back([0], 0))) == ["offer"]
    with refused("offered"):
        game.take_back([0], 0)
    assert kinds(apply(game, game.take_back([2], 0))) == ["accepted"]
    assert game.number == 2
    assert kinds(apply(game, game.take_back([1], 0))) == ["takeback"]
    assert game.number == 0


def test_a_take_back_can_be_declined_and_lapses_with_the_next_turn() -> None:
    game = game_of(KAMIKEN, "here link")
    apply(game, game.join(1, 0))
    play(game, "B2")
    apply(game, game.take_back([0], 0))
    apply(game, game.decline(TAKEBACK, [1], 0))
    assert not game.offers
    with refused("no_offer"):
        game.decline(TAKEBACK, [1], 0)
    apply(game, game.take_back([0], 0))
    play(game, "pass")
    assert not game.offers


def test_viewers_without_a_seat_decide_nothing() -> None:
    game = game_of(KAMIKEN, "here link")
    play(game, "B2")
    for held in ([], [1]):  # the second seat is still free
        with refused("not_your_seat"):
            game.take_back(held, 0)
        with refused("not_your_seat"):
            game.ask_rematch(held, 0)


# Rematch.


def test_a_rematch_needs_the_end_and_everybody() -> None:
    game = game_of(KAMIKEN, "here link")
    apply(game, game.join(1, 0))
    with refused("not_over"):
        game.ask_rematch([0], 0)
    apply(game, game.retire(0, "resign", 0))
    assert not game.agreed(REMATCH, [1])
    assert kinds(apply(game, game.ask_rematch([1], 0))) == ["offer"]
    assert game.agreed(REMATCH, [0])
    apply(game, [Event("rematch", 0, {"game": "another"})])
    with refused("rematched"):
        game.ask_rematch([0], 0)


def test_seats_move_on_for_a_rematch() -> None:
    terms = terms_of(THREE, "here link level2")
    assert [seat.kind for seat in terms.rotated.seats] == ["link", "bot", "here"]


# Reading terms.


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
def test_wrong_terms_name_the_field(spec: str, seats: list[Seat], field: str) -> None:
    with pytest.raises(Refused) as caught:
        read_terms(spec, seats, Clock(), True)
    assert caught.value.field == field
    assert caught.value.text.en != caught.value.text.ru


def test_terms_are_stored_with_extras_and_old_ones_have_none() -> None:
    extras = RecordExtras(
        datetime.date(2026, 3, 5), {"Event": "Club"}, {0: "Before.", 2: "(2. D4)"}
    )
    terms = replace(terms_of("kamiken(size=5)", "here here"), imported=True, extras=extras)
    stored = json.loads(json.dumps(terms.to_json()))
    assert GameTerms.from_json(stored, terms.rules) == terms
    del stored["notes"]
    assert GameTerms.from_json(stored, terms.rules).extras == RecordExtras()


def test_names_keep_letters_and_lose_what_could_do_harm() -> None:
    seats = [Seat(name=' <b>Анна</b>  "O\'Hara" \n'), Seat()]
    assert read_terms(KAMIKEN, seats, Clock(), True).seats[0].name == "bАннаb O'Hara"


# Replaying events.


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), spec=st.sampled_from([KAMIKEN, THREE, "manu(size=4)"]))
def test_a_game_rebuilt_from_stored_events_is_the_same(seed: int, spec: str) -> None:
    chance = random.Random(seed)
    seats = "here link link" if "players=3" in spec else "here link"
    game = game_of(spec, seats, Clock("real", minutes=1, increment=2))
    happened: list[Event] = []
    for now in range(0, 40_000, 1000):
        try:
            happened += apply(game, something(game, chance, now))
        except KletkaError:
            continue
    again = LiveGame(game.terms)
    stored = [Event(e.kind, e.at, orjson.loads(orjson.dumps(e.data))) for e in happened]
    apply(again, stored)
    assert {**vars(again), "setup": None} == {**vars(game), "setup": None}


def something(game: LiveGame, chance: random.Random, now: int) -> list[Event]:
    """A random request, sensible or not."""
    late = game.run_out(now)
    if late:
        return late
    held = [chance.randrange(len(game.terms.seats))]
    deed = chance.choices(
        ["turn", "join", "back", "decline", "resign", "resume"], [30, 5, 3, 2, 0.3, 1]
    )[0]
    if deed == "turn":
        turn = str(chance.choice(game.position.moves or ["pass"]))
        return game.play(game.to_move or 0, game.number, turn, now)
    if deed == "join":
        return game.join(held[0], now)
    if deed == "back":
        return game.take_back(held, now)
    if deed == "decline":
        return game.decline(TAKEBACK, held, now)
    if deed == "resign":
        return game.retire(held[0], "resign", now)
    return game.resume(now)
