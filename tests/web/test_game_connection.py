"""WebSockets of games: no client misses events, moves for others, moves twice or sees secrets."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus

from tests.web.browser.serving import Server
from tests.web.clients import Json, Live, NewGame, Visitor

KAMIKEN = "kamiken(size=4)"


def test_a_turn_is_acknowledged_to_its_player_and_shown_to_the_others(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    with game.live(0) as white, game.live(1) as black, game.live() as watcher:
        first = white.until("game")
        assert (first["number"], first["to_move"], first["mine"]) == (0, 0, [0])
        answer = white.play(0, "B2")
        assert (answer["re"], answer["event"], answer["number"]) == (0, 1, 1)
        assert (answer["to_move"], answer["points"], answer["over"]) == (1, [4, 0.5], False)
        for other in (black, watcher):
            shown = other.until("turn")
            assert "re" not in shown
            assert {**shown, "re": 0} == answer


def test_nobody_moves_for_another_seat_or_out_of_turn(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    with game.live(0) as white, game.live(1) as black, game.live() as watcher:
        assert watcher.play(0, "B2")["code"] == "not_your_seat"
        assert black.play(0, "B2")["code"] == "not_your_turn"
        black.send("resign", seat=0)
        assert black.until("refused")["code"] == "not_your_seat"
        white.play(0, "B2")
        assert white.play(0, "A1")["code"] == "stale"
        assert white.play(1, "A1")["code"] == "not_your_turn"
    assert game.view()["turns"] == ["B2"]


def test_of_many_requests_for_one_turn_one_wins(site: Server) -> None:
    game = NewGame(site, "kamiken(size=6)", "here here")
    cells = [f"{column}{row}" for column in "ABCDEF" for row in "123"]

    def attempt(cell: str) -> int:
        return game.api(0).post(f"{game.path}/turns", turn=cell, number=0).status_code

    with ThreadPoolExecutor(len(cells)) as pool:
        statuses = sorted(pool.map(attempt, cells))
    assert statuses == [200] + [409] * (len(cells) - 1)
    assert game.view()["number"] == 1


def test_reconnecting_misses_no_event(site: Server) -> None:
    game = NewGame(site, "vyun(board=4x4)", "here here")
    cells = [f"{column}{row}" for row in range(1, 5) for column in "ABCD"]
    with game.live(0) as white, game.live(1) as black, game.live() as witness:
        sides = (white, black)
        for number in range(2):
            sides[number].play(number, cells[number])
        last = black.until("turn")["event"] if not black.heard else black.heard[-1]["event"]
        black.close()
        white.play(2, cells[2])
        with Live(site, game.id, token=game.token(1)) as again:
            again.play(3, cells[3])
        white.play(4, cells[4])
        with game.live(1, since=last) as back:
            missed = [back.until("turn") for _ in range(3)]
            assert [event["turn"] for event in missed] == cells[2:5]
            assert "game" not in [message["type"] for message in back.heard]
            assert back.play(5, cells[5])["event"] == last + 4
        witnessed = [witness.until("turn") for _ in range(6)]
        assert [event["event"] for event in witnessed] == [1, 2, 3, 4, 5, 6]
    with game.live(since=10**6) as confused:
        assert confused.receive()["type"] == "game"


def test_secrets_are_shown_to_nobody_else(site: Server) -> None:
    creator, guest, stranger = Visitor(site), Visitor(site), Visitor(site)
    game = creator.new_game(seat1="link")
    with creator.live(game) as live:
        view = live.until("game")
        link = view["links"]["1"]
        secrets = [path.rpartition("/")[2] for path in (link, view["own_links"]["0"])]
        assert creator.get(link + "x").status_code == 404
        with stranger.live(game) as watching:
            assert guest.take(link).status_code == 303
            assert live.until("joined")["seat"] == 1
            with guest.live(game) as playing:
                mine = playing.until("game")
                assert (mine["mine"], mine["links"]) == ([1], {})
                live.play(0, "B2")
                assert playing.play(1, "D1")["number"] == 2
                watching.until("turn")
                watching.until("turn")
                heard = json.dumps([watching.heard, playing.heard])
        assert secrets[0] not in json.dumps(watching.heard)
        assert secrets[1] not in heard
        page = stranger.get(f"/g/{game}").text
        assert not any(secret in page for secret in secrets)
        assert creator.get(f"/g/{game}").text.count(secrets[0]) == 0, "the seat is taken"


def test_a_seat_goes_along_to_another_device_by_its_link(site: Server) -> None:
    creator, phone = Visitor(site), Visitor(site)
    game = creator.new_game(seat1="here")
    with creator.live(game) as live:
        links = live.until("game")["own_links"]
    phone.take(links["0"])
    with phone.live(game) as live:
        assert live.until("game")["mine"] == [0]
        assert live.play(0, "B2")["number"] == 1


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Kamiken 1: B2 is occupied by White's stone"),
        ("ru", "Камикен 1: на B2 уже стоит камень белых"),
    ],
)
def test_refusals_speak_the_language_of_the_page(site: Server, lang: str, sentence: str) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    with game.live(0) as white, game.live(1, lang=lang) as black:
        white.play(0, "B2")
        refused = black.play(1, "B2")
        assert (refused["code"], refused["text"]) == ("illegal", sentence)
        assert (refused["rule"], refused["link"]) == (1, "/rules/kamiken#rule-1")


def test_a_turn_of_manu_is_tried_step_by_step_and_sent_at_once(site: Server) -> None:
    game = NewGame(site, "manu(size=5,reserve=8,target=5)", "here here")
    with game.live(0) as white, game.live(1, lang="ru") as black:
        for number, turn in enumerate("E3 E4 A5 B1".split()):
            (white, black)[number % 2].play(number, turn)
        white.send("try", number=4, steps=[], re=1)
        tried = white.until("tried")
        ways = {way["move"]: way for way in tried["moves"]}
        assert ways["E3>E5"] == {"move": "E3>E5", "takes": [], "text": "takes nothing"}
        assert "C3" not in ways, "naming a cell needs no list"
        white.send("try", number=4, steps=["E3>E5"], re=2)
        jumped = white.until("tried")
        assert jumped["moves"] == [{"move": "@A5-1", "takes": ["E4"], "text": "takes E4"}]
        assert (jumped["complete"], jumped["can_stop"]) == (False, False)
        assert 'data-move="@A5-1"' in jumped["svg"]
        assert game.view()["number"] == 4, "nothing is stored"
        white.send("try", number=4, steps=["E3>E5", "@A5-1"], re=3)
        whole = white.until("tried")
        assert (whole["complete"], whole["turn"]) == (True, "E3>E5@A5-1")
        white.send("try", number=4, steps=["E3>A3"], re=4)
        refused = white.until("refused")
        assert (refused["re"], refused["code"]) == (4, "illegal")
        assert refused["link"].startswith("/rules/manu#rule-")
        assert white.play(4, whole["turn"])["number"] == 5
        black.send("try", number=5, steps=[], re=5)
        assert black.until("tried")["re"] == 5


def test_two_servers_on_one_database_do_not_both_play_a_turn(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    other = Server(site.folder)
    other.start()
    try:
        with game.live(0) as here, Live(other, game.id, token=game.token(0)) as there:
            there.until("game")
            here.play(0, "B2")
            refused = there.play(0, "A1")
            assert refused["code"] == "stale"
            told = next(heard for heard in there.heard if heard["type"] == "turn")
            assert (told["turn"], told["number"]) == ("B2", 1)
            assert told["words"] == here.heard[-1]["words"]
        with Live(other, game.id, token=game.token(1)) as again:
            assert again.until("game")["turns"] == ["B2"]
            assert again.play(1, "D1")["number"] == 2
    finally:
        other.stop()


def test_presence_tells_who_is_here(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    with game.live(0) as white:
        assert white.until("presence")["seats"] == [True, False]
        with game.live(1), game.live():
            while (told := white.until("presence"))["watchers"] == 0:
                pass
            assert told["seats"] == [True, True]
        while white.until("presence")["seats"] != [True, False]:
            pass


def test_pages_of_other_sites_cannot_open_a_connection(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    with pytest.raises(InvalidStatus), game.live(0, origin="https://elsewhere.example"):
        pass
    with game.live(0, origin=site.address) as ours:
        assert ours.until("game")["id"] == game.id


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "{}", '{"do": "dance"}', '{"do": "turn"}', '{"do": ["turn"]}']
)
def test_nonsense_is_answered_and_does_no_harm(site: Server, text: str) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    with game.live(0) as white:
        white.send_text(text)
        assert white.until("refused")["code"] == "not_understood"
        white.send("ping", re=1)
        assert white.until("pong")["re"] == 1


def test_a_take_back_by_link_when_all_agree_and_a_rematch_with_seats_rotated(site: Server) -> None:
    anna, boris = Visitor(site), Visitor(site)
    game = anna.new_game(seat1="link", name0="Anna", name1="Boris")
    with anna.live(game) as first:
        boris.take(first.until("game")["links"]["1"])
        with boris.live(game) as second:
            first.play(0, "B2")
            first.send("takeback")
            assert second.until("offer")["offer"] == "takeback"
            second.send("accept", offer="takeback")
            assert first.until("takeback")["number"] == 0
            first.send("resign")
            over = second.until("over")
            assert (over["result"], over["why"]) == ("0-1", "resign")
            second.send("rematch")
            assert first.until("offer")["offer"] == "rematch"
            first.send("rematch")
            new = second.until("rematch")["game"]
    with boris.live(new) as white, anna.live(new) as black:
        view = white.until("game")
        assert view["mine"] == [0]
        assert [player["name"] for player in view["players"]] == ["Boris", "Anna"]
        assert white.play(0, "B2")["number"] == 1
        assert black.play(1, "D1")["number"] == 2


def test_time_runs_out_by_itself(site: Server) -> None:
    clock = {"kind": "real", "minutes": 0.02, "increment": 0}
    game = NewGame(site, KAMIKEN, "here here", clock=clock)
    with game.live(0) as white:
        assert white.play(0, "B2")["clocks"] == [1200, 1200]
        retired, over = white.until("retired"), white.until("over")
    assert (retired["seat"], retired["why"], retired["clocks"][1]) == (1, "time", 0)
    assert (over["result"], over["why"]) == ("1-0", "time")


def test_in_a_game_of_three_the_server_moves_for_retired_players(site: Server) -> None:
    for spec in ("vyun(board=3x3,players=3)", "ydyumby(board=4x4,players=3,supply=2)"):
        game = NewGame(site, spec, "here here here")
        with game.live(0) as red, game.live(1) as blue:
            red.send("resign", seat=0)
            blue.until("retired")
            turn = blue.until("turn")
            assert (turn["seat"], turn["to_move"]) == (0, 1)
            assert (turn["turn"] == "pass") == spec.startswith("vyun")
            red.send("resign", seat=0)
            assert red.until("refused")["code"] == "retired"
            move = blue_move(game)
            assert blue.play(1, move)["number"] == 2


def blue_move(game: NewGame) -> str:
    moves: Json = game.api().get(f"{game.path}/moves").json()
    return str(moves["moves"][0])
