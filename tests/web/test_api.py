"""The REST API: creating, joining, playing, reading, streams, refusals."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx
import pytest

import kletka
from kletka import Record
from tests.web.browser.serving import Server
from tests.web.clients import PATIENCE, Api, NewGame

KAMIKEN = "kamiken(size=4)"


def test_a_game_from_beginning_to_record(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    assert set(game.made["tokens"]) == {"0", "1"}
    for number, turn in enumerate(["B2", "pass", "pass"]):
        played = game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
        assert played.status_code == 200, played.text
        assert played.json()["number"] == number + 1
    view = game.view()
    assert (view["over"], view["result"], view["winners"]) == (True, "1-0", [0])
    assert view["reason"]["ru"] == "Победили белые, 4 : 0,5."
    record = Record.parse(game.api().get(f"{game.path}/record").text)
    assert (record.turns, record.result) == (("B2", "pass", "pass"), "1-0")
    assert Record.from_json(game.api().get(f"{game.path}/record.json").json()) == record


def test_turns_may_be_sent_in_lower_case(site: Server) -> None:
    game = NewGame(site, "vyun(board=3x3)", "here here")
    for number, turn in enumerate(["b2", "a1", "b2>b1"]):
        played = game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
        assert played.status_code == 200, played.text
    record = Record.parse(game.api().get(f"{game.path}/record").text)
    assert record.turns == ("B2", "A1", "B2>B1")


def test_a_seat_by_link_is_joined_with_its_secret(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here link")
    secret = game.made["secrets"]["1"]
    stranger = Api(site)
    wrong = stranger.post(f"{game.path}/seats/1/join", secret=secret[:-1] + "x")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "not_your_seat")
    assert stranger.post(f"{game.path}/seats/0/join", secret=secret).status_code == 403
    assert not game.view()["players"][1]["taken"]
    joined = stranger.post(f"{game.path}/seats/1/join", secret=secret).json()
    assert game.view()["players"][1]["taken"]
    game.api(0).post(f"{game.path}/turns", turn="B2", number=0)
    black = Api(site, joined["token"])
    assert black.post(f"{game.path}/turns", turn="D1", number=1).json()["number"] == 2
    assert black.get(game.path).json()["mine"] == [1]


def test_wrong_tokens_and_turns_are_refused(site: Server) -> None:
    game, other = NewGame(site, KAMIKEN, "here here"), NewGame(site, KAMIKEN, "here here")
    for token in (None, "nonsense", f"{game.id}.wrong", other.token(0)):
        answer = Api(site, token).post(f"{game.path}/turns", turn="B2", number=0)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    answer = game.api(1).post(f"{game.path}/turns", turn="B2", number=0)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_your_turn")


def test_resigning_and_taking_back(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    game.api(0).post(f"{game.path}/turns", turn="B2", number=0)
    asked = game.api(0).post(f"{game.path}/takeback").json()
    assert asked["number"] == 1, "the other must agree"
    assert game.view()["offer"] == {"offer": "takeback", "seat": 0, "seats": [0]}
    declined = game.api(1).post_nothing(f"{game.path}/decline?offer=takeback")
    assert declined.status_code == 200
    assert game.view()["offer"] is None
    game.api(0).post(f"{game.path}/takeback")
    assert game.api(1).post(f"{game.path}/takeback").json()["number"] == 0
    assert game.api(1).post(f"{game.path}/resign").json()["over"]
    assert game.view()["result"] == "1-0"
    again = game.api(1).post(f"{game.path}/resign")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "over")


def test_a_bot_need_not_know_the_rules(site: Server) -> None:
    game = NewGame(site, "manu(size=5,reserve=8,target=5)", "here here")
    for number, turn in enumerate("E3 E4 A5 B1".split()):
        game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
    position = kletka.start("manu(size=5,reserve=8,target=5)")
    for turn in "E3 E4 A5 B1".split():
        position = position.play_turn(turn)
    asked = game.api().get(f"{game.path}/moves").json()
    assert asked["moves"] == [str(move) for move in position.moves]
    jumped = game.api().get(f"{game.path}/moves", steps="E3>E5").json()
    assert (jumped["moves"], jumped["can_stop"]) == (["@A5-1"], False)
    whole = game.api().get(f"{game.path}/moves", steps="E3>E5@A5-1").json()
    assert (whole["complete"], whole["turn"]) == (True, "E3>E5@A5-1")
    illegal = game.api().get(f"{game.path}/moves", steps="E3>A3")
    assert (illegal.status_code, illegal.json()["error"]["rule"]) == (422, 2)


def test_the_stream_tells_the_game_and_then_everything_that_happens(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    told: list[dict[str, Any]] = []
    ready = threading.Event()

    def listen() -> None:
        address = f"{site.address}/api{game.path}/stream"
        with httpx.stream("GET", address, timeout=PATIENCE) as stream:
            assert stream.headers["content-type"] == "application/x-ndjson"
            for line in stream.iter_lines():
                if line:
                    told.append(json.loads(line))
                    ready.set()

    listener = threading.Thread(target=listen)
    listener.start()
    assert ready.wait(PATIENCE)
    for number, turn in enumerate(["B2", "pass", "pass"]):
        game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
    listener.join(PATIENCE)
    assert not listener.is_alive(), "the stream ends with the game"
    assert told[0]["type"] == "game"
    events = [message for message in told if "event" in message][1:]
    assert [event["type"] for event in events] == ["turn", "turn", "turn", "over"]
    assert [event["event"] for event in events] == [1, 2, 3, 4]
    missed = httpx.get(f"{site.address}/api{game.path}/stream?since=2", timeout=PATIENCE)
    lines = [json.loads(line) for line in missed.text.splitlines() if line]
    assert [line["event"] for line in lines if "event" in line] == [3, 4]


def test_a_rematch_gives_new_tokens_when_both_ask(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    white, black = game.api(0), game.api(1)
    early = white.post_nothing(f"{game.path}/rematch")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_over")
    white.post_nothing(f"{game.path}/resign")
    waiting = {"game": None, "seat": None, "token": None}
    assert white.post_nothing(f"{game.path}/rematch").json() == waiting
    assert white.post_nothing(f"{game.path}/rematch").json() == waiting
    for_black = black.post_nothing(f"{game.path}/rematch").json()
    for_white = white.post_nothing(f"{game.path}/rematch").json()
    assert (for_black["seat"], for_white["seat"]) == (0, 1)
    assert for_black["game"] == for_white["game"] == game.view()["rematch"]
    path = f"/games/{for_black['game']}/turns"
    assert Api(site, for_white["token"]).post(path, turn="B2", number=0).status_code == 409
    assert Api(site, for_black["token"]).post(path, turn="B2", number=0).status_code == 200
    assert game.api().post_nothing(f"{game.path}/rematch").status_code == 401


def test_recent_games_are_listed_and_hidden_ones_are_not(site: Server) -> None:
    shown = NewGame(site, KAMIKEN, "here here")
    hidden = NewGame(site, KAMIKEN, "here here", public=False)
    page = Api(site).get("/games").json()
    listed = [game["id"] for game in page["games"]]
    assert shown.id in listed
    assert hidden.id not in listed
    newest = page["games"][0]["created"]
    older = Api(site).get("/games", cursor=newest).json()["games"]
    assert all(game["created"] < newest for game in older)


def test_a_record_can_be_imported(site: Server) -> None:
    record = Record.begin("kamiken(size=3)", ["Anna", "Boris"]).play("B2").play("pass")
    brought = Api(site).post("/records", record=str(record)).json()
    assert (brought["turns"], brought["imported"]) == (["B2", "pass"], True)
    assert (brought["over"], brought["result"], brought["why"]) == (True, "*", "record")
    resigned = record.finish("0-1", "resign")
    again = Api(site).post("/records", record=str(resigned)).json()
    assert (again["result"], again["why"]) == ("0-1", "resign")
    assert Api(site).get(f"/games/{again['id']}/record").text == str(resigned)
    wrong = Api(site, language="ru").post("/records", record=str(record).replace("B2", "Z9"))
    assert wrong.status_code == 422
    assert wrong.json()["error"]["text"].startswith("строка ")


def test_an_imported_record_keeps_all_its_data(site: Server) -> None:
    text = (
        '[Spec "kamiken(size=3,komi=0.5)"]\n[RulesVersion "2"]\n[White "Anna"]\n[Black "Boris"]\n'
        '[Date "2026-03-05"]\n[Result "0-1"]\n[Event "Club \\"A\\""]\n[Termination "coffee"]\n\n'
        "{Before.} 1. B2 {Bold (1. A1 2. C3)} 2. pass {Oh!} 0-1\n"
    )
    assert str(Record.parse(text)) == text
    brought = Api(site).post("/records", record=text).json()
    notes = {"0": "Before.", "1": "Bold (1. A1 2. C3)", "2": "Oh!"}
    assert brought["notes"]["comments"] == notes
    assert Api(site).get(f"/games/{brought['id']}/record").text == text


@pytest.mark.parametrize(
    ("asked", "en", "ru"),
    [
        ({"spec": KAMIKEN}, "seats: this field is required", "seats: это поле обязательно"),
        (
            {"spec": "chess", "seats": [{}, {}]},
            "there is no game 'chess'",
            "нет такой игры: 'chess'",
        ),
        (
            {"spec": KAMIKEN, "seats": [{}]},
            "this game needs 2 seats, not 1",
            "в этой игре нужно 2 места, а не 1",
        ),
        (
            {"spec": KAMIKEN, "seats": [{}, {"kind": "bot"}]},
            "there is no bot ''; bots are level1",
            "нет бота ''; есть level1",
        ),
        (
            {"spec": KAMIKEN, "seats": [{}, {}], "clock": {"kind": "real", "minutes": 999}},
            "clock.minutes: at most 180",
            "clock.minutes: допустимо не больше 180",
        ),
        (
            {"spec": KAMIKEN, "seats": [{}, {}], "colour": "red"},
            "colour: there is no such field",
            "colour: такого поля нет",
        ),
    ],
)
def test_refusals_are_one_sentence_in_both_languages(
    site: Server, asked: dict[str, Any], en: str, ru: str
) -> None:
    for language, sentence in (("en", en), ("ru", ru)):
        answer = Api(site, language=language).post("/games", **asked)
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert set(error) == {"code", "text", "why", "rule", "link"}
        assert error["text"].startswith(sentence)


def test_messages_that_are_not_json(site: Server) -> None:
    answer = httpx.post(
        f"{site.address}/api/games",
        content=b"{",
        headers={"Content-Type": "application/json", "Accept-Language": "ru"},
    )
    assert (answer.status_code, answer.json()["error"]["text"]) == (422, "body: это не JSON")


def test_unknown_addresses(site: Server) -> None:
    for path, status, code in [
        ("/nowhere", 404, "not_found"),
        ("/games/8vYdS2kQpW", 404, "no_such_game"),
        ("/games/x/record", 404, "no_such_game"),
    ]:
        answer = Api(site).get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path
    answer = httpx.delete(f"{site.address}/api/games")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "bad_method")


def test_the_description_lists_every_address(site: Server) -> None:
    described = Api(site).get("/openapi.json").json()
    assert described["servers"] == [{"url": "/api"}]
    page = Api(site).get("/docs").text
    for path in described["paths"]:
        assert f"/api{path}" in page


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"public": 0}, "public: it must be true or false"),
        ({"clock": {"kind": "real", "minutes": "5"}}, "clock.minutes: it must be a number"),
        ({"clock": {"kind": "days", "days": True}}, "clock.days: it must be a whole number"),
    ],
)
def test_values_of_another_kind_are_refused(
    site: Server, asked: dict[str, Any], complaint: str
) -> None:
    game = {"spec": KAMIKEN, "seats": [{}, {}], **asked}
    answer = httpx.post(f"{site.address}/api/games", json=game)
    assert answer.status_code == 422
    assert answer.json()["error"]["text"] == complaint
