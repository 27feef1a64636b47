"""What the server tells about the turns of a game, and about its end."""

from __future__ import annotations

import httpx

from kletka.faces import face_of
from kletka.spec import Spec
from tests.web.browser.serving import Server
from tests.web.clients import PATIENCE, NewGame, Visitor

TURNS = "C3 B2 B4 A3 A1 D2 C5 E2 C1 D4 A5 pass E5 pass".split()


def played(site: Server, spec: str, turns: list[str]) -> NewGame:
    """A game at one screen after these turns."""
    game = NewGame(site, spec, "here here")
    for number, turn in enumerate(turns):
        mover = game.view()["to_move"]
        answer = game.api(mover).post(f"{game.path}/turns", turn=turn, number=number)
        assert answer.status_code == 200, answer.text
    return game


def test_the_story_has_the_words_and_the_score_of_every_turn(site: Server) -> None:
    game = played(site, "kamiken(size=5)", TURNS)
    address = f"{site.address}/g/{game.id}/story.json"
    english, russian = (httpx.get(address, params={"lang": lang}).json() for lang in ("en", "ru"))
    assert len(english) == len(russian) == len(TURNS) + 1
    assert english[0]["words"] == ""
    assert english[0]["points"] == [0, 0.5]
    assert english[1]["words"] == "White placed a stone on C3"
    assert russian[12]["words"].startswith("Чёрные спасовали: до конца партии")
    assert english[12]["points"] == [1, 3.5]
    assert english[-1]["points"] == game.view()["points"] == [1, 2.5]


def test_the_event_of_a_turn_has_its_words(site: Server) -> None:
    game = NewGame(site, "manu(size=7)", "here here")
    with game.live(0) as live:
        played_turn = live.play(0, "D4")
    assert played_turn["words"] == {
        "en": "White placed a stone on D4",
        "ru": "Белые поставили камень на D4",
    }


def test_a_finished_game_has_its_sentence(site: Server) -> None:
    game = played(site, "kamiken(size=5)", TURNS)
    address = f"{site.address}/g/{game.id}/verdict"
    english, russian = (
        httpx.get(address, params={"lang": lang}, timeout=PATIENCE).json()["text"]
        for lang in ("en", "ru")
    )
    assert english.startswith(("Black ", "White ", "It was close"))
    assert russian.startswith(("Чёрные ", "Белые ", "Борьба"))
    assert english.endswith(".")
    unfinished = NewGame(site, "kamiken(size=5)", "here here")
    answer = httpx.get(f"{site.address}/g/{unfinished.id}/verdict")
    assert answer.json() == {"text": ""}


def test_the_end_of_a_game_shows_its_territory(site: Server) -> None:
    game = played(site, "kamiken(size=5)", TURNS)
    address = f"{site.address}/g/{game.id}/board.svg"
    assert "kletka-shade" in httpx.get(address).text.partition("</style>")[2]
    earlier = httpx.get(address, params={"number": 12}).text
    assert "kletka-shade" not in earlier.partition("</style>")[2]


def test_every_turn_since_a_number_is_marked(site: Server) -> None:
    game = played(site, "kamiken(size=5)", TURNS[:4])
    address = f"{site.address}/g/{game.id}/board.svg"
    one = httpx.get(address, params={"lang": "en"}).text
    three = httpx.get(address, params={"lang": "en", "since": 1}).text
    assert ("A3" in one, "Black placed a stone on B2" in one) == (True, False)
    assert "Black placed a stone on B2. White placed a stone on B4" in three
    assert httpx.get(address, params={"since": 99}).status_code == 200


def test_a_bot_can_be_followed_by_the_next_level(site: Server) -> None:
    anna = Visitor(site)
    page = anna.get(f"/g/{anna.new_game(size='5', seat1='level3')}").text
    assert "/new/kamiken?size=5&amp;komi=0.5&amp;seat0=me&amp;seat1=level4" in page
    strongest = anna.get(f"/g/{anna.new_game(seat1='level9')}").text
    assert "data-harder" not in strongest


def test_points_are_explained_by_their_game() -> None:
    def of(spec: str) -> tuple[int | None, str]:
        face, options = face_of(Spec(spec).game), Spec(spec).options
        note = face.points_note(options)
        return face.points_to_win(options), note.en if note else ""

    assert of("manu(size=9)") == (9, "")
    assert of("vyun") == of("ydyumby") == of("kamiken(komi=0)") == (None, "")
    assert of("kamiken(size=9)")[1].startswith("Black's points include a komi of 1.5")
    assert of("kamiken(komi=-2)")[1] == "A komi of 2 has been taken off Black's points."
