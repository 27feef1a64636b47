"""Study tools without a browser: analyses, trees, reviews, new games, puzzles."""

from __future__ import annotations

import datetime
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from kletka import Position, Record, start
from kletka.games.catalogue import GAMES
from kletka.library.puzzles import puzzles_of
from kletka.web.study.puzzle_pages import of_the_day, why_only
from tests.web.browser.serving import Server
from tests.web.clients import PATIENCE, NewGame, Visitor

SMALL = start("kamiken(size=5)").play("C3").play("B2")


def socket_to(site: Server, path: str, **more: Any) -> ClientConnection:
    connection: ClientConnection = connect(site.address.replace("http", "ws") + path, **more)
    return connection


def post(site: Server, path: str, language: str = "en", **body: Any) -> httpx.Response:
    headers = {"Accept-Language": language}
    return httpx.post(site.address + path, json=body, headers=headers, timeout=PATIENCE)


def receive(socket: ClientConnection, *types: str) -> dict[str, Any]:
    """The next message of these types."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if message["type"] in types:
            return message


def ask(socket: ClientConnection, do: str, key: int, position: Position | str) -> None:
    socket.send(json.dumps({"do": do, "key": key, "position": str(position)}))


# The connection of the analysis board.


def test_an_analysis_is_streamed_and_ends_proved(site: Server) -> None:
    with socket_to(site, "/analysis/live") as socket:
        ask(socket, "analyse", 7, SMALL)
        while not (report := receive(socket, "analysis"))["done"]:
            assert report["key"] == 7
        best = report["moves"][0]
        assert best["proved"] is not None
        assert best["move"] in SMALL.moves
        assert receive(socket, "end")["key"] == 7


def test_a_new_position_replaces_the_one_before(site: Server) -> None:
    with socket_to(site, "/analysis/live") as socket:
        ask(socket, "analyse", 1, start("vyun"))
        receive(socket, "analysis")
        ask(socket, "analyse", 2, start("vyun").play("A1"))
        while receive(socket, "analysis")["key"] == 1:
            pass
        for _ in range(3):
            assert receive(socket, "analysis")["key"] == 2


def test_the_inventor_speaks_the_visitors_language(site: Server) -> None:
    with socket_to(site, "/analysis/live?lang=ru") as socket:
        ask(socket, "inventor", 1, start("ydyumby").play("D4").play("E5"))
        said = receive(socket, "inventor")
        first = said["moves"][0]
        assert first["move"] == "E2"
        assert first["numbers"] == ["1", "+3−0"]
        assert "опор" in first["reason"]
        assert "равноценны: E2, B5, F5, E6." in said["advice"]
        assert said["legend"].startswith("Числа на доске")


def test_the_inventor_attacks_a_group(site: Server) -> None:
    position = start("ydyumby(board=8x8)")
    for move in "B2 G7 C4 F5 E5 H4".split():
        position = position.play(move)
    with socket_to(site, "/analysis/live") as socket:
        for group, key in ((["G7", "F5"], 1), (["B2"], 2), ("G7", 3), (5, 4)):
            message = {"do": "inventor", "position": str(position), "key": key, "group": group}
            socket.send(json.dumps(message))
            if key == 1:
                said = receive(socket, "inventor")
                assert (said["moves"][0]["move"], said["moves"][0]["numbers"]) == (
                    "F7",
                    ["2", "+2−0"],
                )
                assert "the chosen pieces" in said["legend"]
                continue
            refused = receive(socket, "refused")
            assert refused["key"] == key
            assert refused["code"] == {2: "bad_group", 3: "bad_group", 4: "not_understood"}[key]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"do": "analyse", "key": 1, "position": "chess"}', "bad_position"),
        ('{"do": "analyse", "key": 1}', "not_understood"),
        (f'{{"do": "analyse", "key": 1e300, "position": "{SMALL}"}}', "not_understood"),
        (f'{{"do": "inventor", "key": {2**64}, "position": "{SMALL}"}}', "not_understood"),
        ("nonsense", "not_understood"),
        ('{"do": "dance", "key": 1}', "not_understood"),
    ],
)
def test_strange_messages_are_answered_with_a_sentence(site: Server, text: str, code: str) -> None:
    with socket_to(site, "/analysis/live") as socket:
        socket.send(text)
        refused = receive(socket, "refused")
        assert refused["code"] == code
        assert refused["text"]


def test_a_finished_position_is_not_thought_about(site: Server) -> None:
    over = start("kamiken(size=3)").play("B2").play("pass").play("pass")
    assert over.over
    with socket_to(site, "/analysis/live?lang=ru") as socket:
        ask(socket, "analyse", 1, over)
        assert receive(socket, "refused")["text"] == "здесь партия окончена, думать не о чем"


def test_other_sites_may_not_analyse_here(site: Server) -> None:
    with pytest.raises(InvalidStatus):
        socket_to(site, "/analysis/live", origin="http://elsewhere.test")


# Positions, trees, records.


def test_all_faults_of_a_position_are_told_at_once(site: Server) -> None:
    wrong = "kamiken(size=5,komi=0.5) 5/1x3/2w2/6/5 q -"
    faults = post(site, "/analysis/read", "ru", text=wrong).json()["faults"]
    assert len(faults) >= 2
    page = Visitor(site, "ru").get(f"/analysis/kamiken(size=5)?position={quote(wrong)}")
    assert page.status_code == 422
    assert page.text.count("<li>") >= 2


def test_a_record_with_variations_comes_back_as_a_tree_and_a_record(site: Server) -> None:
    written = '[Spec "kamiken(size=5)"]\n\n1. C3 2. B2 {safe (2. D4 3. E2)} 3. A4 *\n'
    read = post(site, "/analysis/read", text=written).json()
    assert [(node["turn"], node["before"]) for node in read["tree"]] == [
        ("C3", -1),
        ("B2", 0),
        ("A4", 1),
        ("D4", 0),
        ("E2", 3),
    ]
    back = post(site, "/analysis/record", start=read["start"], tree=read["tree"]).text
    assert dict(Record.parse(back).comments) == {2: "safe (2. D4 3. E2)"}


def test_an_exported_record_keeps_the_players_names(site: Server) -> None:
    written = f'[Spec "kamiken(size=5)"]\n[White "Anna"]\n[Black "{"B" * 50}"]\n\n1. C3 *\n'
    read = post(site, "/analysis/read", text=written).json()
    tree = {"start": read["start"], "tree": read["tree"]}
    back = post(site, "/analysis/record", **tree, players=read["names"]).text
    assert Record.parse(back).players == ("Anna", "B" * 40)
    for names in ([], ["Anna"]):
        alone = post(site, "/analysis/record", **tree, players=names).text
        assert Record.parse(alone).players == ("", "")
    game = finished(site)
    page = Visitor(site).get(f"/analysis/kamiken(size=3)?game={game.id}").text
    assert '"names":["",""]' in page.replace(" ", "")


@pytest.mark.parametrize(
    ("tree", "status", "code"),
    [
        ([{"turn": "C3", "before": 0}], 422, "bad_tree"),
        ([{"turn": "C3"}], 422, "bad_tree"),
        ([{"turn": "C3", "before": -1}] * 3001, 413, "too_large"),
        ([{"turn": "Z9", "before": -1}], 422, "invalid"),
    ],
)
def test_malformed_trees_are_refused(
    site: Server, tree: list[dict[str, Any]], status: int, code: str
) -> None:
    answer = post(site, "/analysis/record", start=str(start("kamiken(size=5)")), tree=tree)
    assert answer.status_code == status
    assert answer.json()["error"]["text"]


def test_a_turn_of_the_tree_is_judged_by_the_rules(site: Server) -> None:
    played = post(site, "/analysis/turn", position=str(SMALL), turn="D4").json()
    assert played["position"] == str(SMALL.play("D4"))
    refused = post(site, "/analysis/turn", "ru", position=str(SMALL), turn="C2").json()["error"]
    assert refused["rule"] == 1
    assert refused["text"].startswith("Камикен 1")


def test_moves_of_an_address_are_shown_as_far_as_they_go(site: Server) -> None:
    page = Visitor(site).get("/analysis/kamiken(size=5)?moves=C3+C2")
    assert page.status_code == 200
    assert "shown up to turn 1" in page.text


# Reviews, and new games from a position.


def finished(site: Server) -> NewGame:
    game = NewGame(site, "kamiken(size=3)", "here here")
    for number, turn in enumerate(("A1", "C3", "pass", "pass")):
        answer = game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
        assert answer.status_code == 200, answer.text
    return game


def test_every_move_of_a_finished_game_is_reviewed_for_all_who_look(site: Server) -> None:
    game = finished(site)
    with (
        socket_to(site, f"/g/{game.id}/review/live") as first,
        socket_to(site, f"/g/{game.id}/review/live") as second,
    ):
        for socket in (first, second):
            judged = set()
            while (message := receive(socket, "judged", "reviewed"))["type"] == "judged":
                judged.add(message["turn"])
            assert judged == {0, 1, 2, 3}
            assert sum(message["ended"]) == 1
            assert len(message["moments"]) <= 3
            assert all(moment["text"]["ru"] for moment in message["moments"])


def reports_of(site: Server, game: NewGame) -> list[dict[str, Any]]:
    """All reports of a review."""
    with socket_to(site, f"/g/{game.id}/review/live") as socket:
        heard = [receive(socket, "judged", "reviewed", "end")]
        while heard[-1]["type"] != "end":
            heard.append(receive(socket, "judged", "reviewed", "end"))
    return heard


def mark_stored_reviews(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "kletka.sqlite3")) as database, database:
        asked = ('"type":"reviewed"', '"type":"reviewed","marked":true')
        database.execute("UPDATE reviews SET reports = replace(reports, ?, ?)", asked)


def test_a_review_outlives_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        game = finished(server)
        first = reports_of(server, game)
        server.stop()
        mark_stored_reviews(tmp_path)
        server.start()
        *judged, reviewed, _ = reports_of(server, game)
        assert reviewed.pop("marked") is True  # so it was not made again
        assert [*judged, reviewed] == first[:-1]
    finally:
        server.stop()


def test_a_game_that_goes_on_is_neither_reviewed_nor_analysed(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    visitor = Visitor(site, "ru")
    for path in (f"/g/{game.id}/review", f"/analysis/kamiken?game={game.id}"):
        answer = visitor.get(path)
        assert answer.status_code == 409
        assert "когда она окончена" in answer.text
    with pytest.raises(InvalidStatus):
        socket_to(site, f"/g/{game.id}/review/live")


def test_games_start_from_any_turn_and_any_position(site: Server) -> None:
    game, visitor = finished(site), Visitor(site)
    token = visitor.form_token()
    ways: list[dict[str, str]] = [
        {"game": game.id, "number": "1", "bot": "level1"},
        {"position": str(SMALL), "bot": "inventor"},
    ]
    for fields, expected in zip(ways, ("kamiken(size=3,komi=0.5)", str(SMALL.spec)), strict=True):
        answer = visitor.post("/play-on", csrf=token, **fields)
        assert answer.status_code == 303, answer.text
        new = httpx.get(f"{site.address}/api/games{answer.headers['location'][2:]}").json()
        assert new["spec"] == expected
        kinds = [player["kind"] for player in new["players"]]
        assert sorted(kinds) == ["bot", "here"]


def test_playing_on_needs_our_form_and_a_game_that_is_not_over(site: Server) -> None:
    game, visitor = finished(site), Visitor(site)
    token = visitor.form_token()
    assert visitor.post("/play-on", csrf="no", position=str(SMALL)).status_code == 403
    assert visitor.post("/play-on", csrf=token, game=game.id, number="4").status_code == 422
    assert visitor.post("/play-on", csrf=token, game=game.id, number="99").status_code == 422
    assert visitor.post("/play-on", csrf=token, position="nothing").status_code == 422


# Puzzles.


def test_the_days_take_turns_among_the_games() -> None:
    first = datetime.date(2026, 11, 16)
    days = [of_the_day(first + datetime.timedelta(days=day)) for day in range(160)]
    assert {game for game, _ in days[:4]} == set(GAMES)
    assert len(set(days)) > 120
    assert all(1 <= number <= len(puzzles_of(game)) for game, number in days)


@pytest.mark.parametrize("path", ["/puzzles/kamiken/0", "/puzzles/kamiken/9999", "/puzzles/go/1"])
def test_unknown_puzzles(site: Server, path: str) -> None:
    assert Visitor(site).get(path).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_of_wrong_moves_is_in_both_languages(game: str) -> None:
    for puzzle in puzzles_of(game):
        reason = why_only(puzzle)
        assert "{" not in reason.en + reason.ru
        lost = puzzle.second < 0
        if puzzle.claim != "points":
            assert reason.en == f"after it, best play {'loses' if lost else 'only draws'}"
