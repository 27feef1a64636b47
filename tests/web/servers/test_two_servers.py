"""Players, watchers, bots and clocks of one game on different servers, without sticky sessions."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg

from kletka.web.configuration import NO_LIMITS
from tests.web.browser.serving import Server
from tests.web.clients import Api, Json, Live, NewGame, Visitor
from tests.web.killable_server import KillableServer
from tests.web.postgres import new_database
from tests.web.servers.conftest import Two

SPEC = "kamiken(size=4)"


def on(site: Server, game: NewGame, seat: int | None = None, **options: Any) -> Live:
    """The WebSocket of a seat at one of the servers."""
    return Live(site, game.id, token=game.token(seat), **options)


def turns_of(heard: list[Json]) -> list[str]:
    return [message["turn"] for message in heard if message["type"] == "turn"]


def rows(two: Two, query: str, *given: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(two.database, autocommit=True) as connection:
        return connection.execute(query.encode(), given).fetchall()


def at_once(asking: Iterable[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """The answers to requests that are sent at the same time."""
    with ThreadPoolExecutor(2) as pool:
        return [asked.result() for asked in [pool.submit(ask) for ask in asking]]


def test_both_begin_on_an_empty_database_and_have_the_same_key(two: Two) -> None:
    assert rows(two, "SELECT count(*) FROM server_keys") == [(1,)]
    assert rows(two, "SELECT count(*) FROM servers") == [(2,)]
    game = NewGame(two.first, SPEC, "here here")
    played = Api(two.second, game.token(0)).post(f"{game.path}/turns", number=0, turn="B2")
    assert played.status_code == 200, played.text


def test_players_and_watchers_are_on_different_servers(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here here")
    with (
        on(two.first, game, 0) as white,
        on(two.second, game, 1) as black,
        on(two.second, game) as watcher,
    ):
        for number, turn in enumerate(["B2", "D1", "A4", "C3"]):
            side = (white, black)[number % 2]
            while len(turns_of(side.heard)) < number:
                side.until("turn")
            assert side.play(number, turn)["number"] == number + 1
        while len(turns_of(watcher.heard)) < 4:
            watcher.until("turn")
        told = watcher.heard[-1]
        assert turns_of(watcher.heard) == ["B2", "D1", "A4", "C3"]
        assert told["words"] == black.heard[-1]["words"]


def test_the_same_turn_on_both_servers_is_played_once(two: Two) -> None:
    for _ in range(10):
        game = NewGame(two.both, SPEC, "here here")
        apis = [Api(site, game.token(0)) for site in (two.first, two.second)]
        answers = at_once(
            partial(api.post, f"{game.path}/turns", number=0, turn=turn)
            for api, turn in zip(apis, ("B2", "C3"), strict=True)
        )
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200, 409], [answer.text for answer in answers]
        acknowledged = "B2" if answers[0].status_code == 200 else "C3"
        assert Api(two.both).get(game.path).json()["turns"] == [acknowledged]


def test_a_client_behind_the_proxy_never_sees_an_older_game(two: Two) -> None:
    """Each request goes to the next server."""
    game = NewGame(two.both, "vyun(board=9x9)", "here here")
    for number in range(12):
        moves = Api(two.both).get(f"{game.path}/moves").json()
        assert moves["number"] == number
        turn = next(move for move in moves["moves"] if move != "pass")
        api = Api(two.both, game.token(number % 2))
        assert api.post(f"{game.path}/turns", number=number, turn=turn).status_code == 200
        assert len(Api(two.both).get(game.path).json()["turns"]) == number + 1


def test_presence_is_that_of_both_servers(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here here")
    with on(two.first, game, 0) as white:
        with on(two.second, game, 1), on(two.second, game):
            while (told := white.until("presence"))["watchers"] == 0:
                pass
            assert told["seats"] == [True, True]
        while (told := white.until("presence"))["watchers"]:
            pass
        while told["seats"] != [True, False]:
            told = white.until("presence")


def test_a_bot_answers_whichever_server_hears_the_player(two: Two) -> None:
    for site in (two.first, two.second):
        game = NewGame(two.first, SPEC, "here level1")
        with on(site, game, 0) as player:
            assert player.until("game")["turns"] == []
            number = 0
            while number < 4:
                moves = Api(two.both).get(f"{game.path}/moves").json()
                turn = next(move for move in moves["moves"] if move != "pass")
                player.play(number, turn)
                while (number := len(turns_of(player.heard))) % 2:
                    player.until("turn")
        [(marks,)] = rows(two, "SELECT count(DISTINCT writer) FROM events WHERE game = %s", game.id)
        assert marks == number, "each turn was stored by one call"


def test_bots_play_for_somebody_who_watches_on_the_other_server(two: Two) -> None:
    game = NewGame(two.first, SPEC, "level1 level1")
    with on(two.second, game) as watcher:
        watcher.until("over")


def test_a_clock_runs_out_without_anybody_listening_there(two: Two) -> None:
    clock = {"kind": "real", "minutes": 0.02}
    game = NewGame(two.first, SPEC, "here here", clock=clock)
    api = Api(two.second, game.token(0))
    assert api.post(f"{game.path}/turns", number=0, turn="B2").status_code == 200
    with on(two.second, game) as watcher:
        assert watcher.until("retired")["why"] == "time"
        watcher.until("over")
    kinds = rows(two, "SELECT kind FROM events WHERE game = %s ORDER BY event", game.id)
    assert [kind for (kind,) in kinds] == ["turn", "retired", "over"]


def test_opening_a_game_on_another_server_refunds_no_time(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here here", clock={"kind": "real", "minutes": 1})
    api = Api(two.first, game.token(0))
    assert api.post(f"{game.path}/turns", number=0, turn="B2").status_code == 200
    time.sleep(1)
    with on(two.second, game) as watcher:
        left = watcher.until("game")["clocks"]["remaining"]
    assert left[0] == 60_000
    assert left[1] <= 59_000
    kinds = rows(two, "SELECT kind FROM events WHERE game = %s", game.id)
    assert kinds == [("turn",)]


def test_a_rematch_that_both_want_at_once_is_created_once(two: Two) -> None:
    for _ in range(6):
        game = NewGame(two.first, SPEC, "here here")
        assert Api(two.first, game.token(0)).post_nothing(f"{game.path}/resign").status_code == 200
        apis = [Api(two.first, game.token(0)), Api(two.second, game.token(1))]
        before = rows(two, "SELECT count(*) FROM games")
        at_once(partial(api.post_nothing, f"{game.path}/rematch") for api in apis)
        begun = [api.post_nothing(f"{game.path}/rematch").json() for api in apis]
        assert begun[0]["game"] == begun[1]["game"] is not None
        assert rows(two, "SELECT count(*) FROM games") == [(before[0][0] + 1,)]
        kinds = [kind for (kind,) in rows(two, "SELECT kind FROM events WHERE game = %s", game.id)]
        assert kinds.count("rematch") == 1


def test_a_seat_is_taken_once_and_its_holder_is_known_on_both_servers(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here link")
    link = f"/g/{game.id}/{game.made['secrets']['1']}"
    guests = [Visitor(two.first), Visitor(two.second)]
    answers = at_once(partial(guest.take, link) for guest in guests)
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    winner = guests[0] if answers[0].status_code == 303 else guests[1]
    for site in (two.first, two.second):
        with Live(site, game.id, cookies=winner.cookies) as live:
            assert live.until("game")["mine"] == [1]


def test_take_backs_are_agreed_across_servers(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here here")
    with on(two.first, game, 0) as white, on(two.second, game, 1) as black:
        white.until("game")
        black.until("game")
        white.play(0, "B2")
        white.send("takeback")
        assert black.until("offer")["offer"] == "takeback"
        black.send("accept", offer="takeback")
        assert white.until("takeback")["number"] == 0


def test_streams_of_the_api_hear_the_other_server(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here here")
    kinds: list[str] = []

    def read() -> None:
        with httpx.stream("GET", f"{two.second.address}/api{game.path}/stream") as lines:
            kinds.extend(json.loads(line)["type"] for line in lines.iter_lines() if line)

    reading = threading.Thread(target=read)
    reading.start()
    api = Api(two.first, game.token(0))
    while not kinds:
        time.sleep(0.01)
    assert api.post(f"{game.path}/turns", number=0, turn="B2").status_code == 200
    assert api.post_nothing(f"{game.path}/resign").status_code == 200
    reading.join()
    assert [kind for kind in kinds if kind in ("turn", "retired", "over")] == [
        "turn",
        "retired",
        "over",
    ]


def test_the_listening_connection_is_cut(two: Two) -> None:
    game = NewGame(two.first, SPEC, "here here")
    with on(two.second, game, 1) as black:
        black.until("game")
        cut = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN %%' AND datname = current_database()"
        )
        assert rows(two, cut) == [(2,)]
        api = Api(two.first, game.token(0))
        assert api.post(f"{game.path}/turns", number=0, turn="B2").status_code == 200
        assert black.until("turn")["turn"] == "B2"


def test_limits_hold_for_both_servers_together(postgres: str, tmp_path: Path) -> None:
    database = new_database(postgres, f"limits_{tmp_path.name}")
    limits = replace(NO_LIMITS, new_games=(5, 0.001))
    servers = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        server = KillableServer(tmp_path / name, limits, database_url=database)
        server.start()
        servers.append(server)
    wanted = {"spec": SPEC, "seats": [{}, {}]}
    try:
        for _ in range(5):
            assert Api(servers[0]).post("/games", **wanted).status_code == 201
        assert Api(servers[0]).post("/games", **wanted).status_code == 429
        made = 0
        while Api(servers[1]).post("/games", **wanted).status_code == 201:
            made += 1
            time.sleep(1)
        assert made < 5
    finally:
        for server in servers:
            server.kill()
