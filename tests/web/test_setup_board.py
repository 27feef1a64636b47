"""Requests that set up a position by hand."""

from __future__ import annotations

import httpx
import pytest

from kletka import Position, start
from kletka.games.catalogue import GAMES
from tests.web.browser.serving import Server
from tests.web.test_study import post

PATH = "/analysis/arrange"


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_taken_as_it_is(site: Server, game: str) -> None:
    told = post(site, PATH, arrangement=str(start(game))).json()
    assert told["position"] == told["arrangement"] == str(start(game))
    assert told["faults"] == []
    assert told["svg"].startswith("<svg")


def test_clicks_follow_on_one_another(site: Server) -> None:
    first = post(site, PATH, arrangement=str(start("kamiken(size=3)")), tool="w", place="A1").json()
    assert first["position"] is None
    assert first["faults"] == [
        "White has 1 stone and Black 0, which cannot be when it is White's turn"
    ]
    then = post(site, PATH, arrangement=first["arrangement"], to_move="b").json()
    assert Position.parse(then["position"]) == start("kamiken(size=3)").play("A1")
    cleared = post(site, PATH, arrangement=then["arrangement"], clear=True).json()
    assert cleared["position"] == str(start("kamiken(size=3)"))


def test_of_many_faults_the_first_are_listed_and_the_others_counted(site: Server) -> None:
    told = post(site, PATH, arrangement="kamiken(size=4) wbwb/bwbw/wbwb/bwbw w -").json()
    assert told["faults"][0] == "A1 and B1 are neighbours of different colours"
    assert len(told["faults"]) == 5
    assert told["more_faults"] == 24 - 5


@pytest.mark.parametrize(
    ("change", "english", "russian"),
    [
        ({"tool": "w", "place": "D4"}, "there is no D4", "нет D4"),
        ({"tool": "q", "place": "A1"}, "the tools are w, b, eraser", "есть w, b, eraser"),
        ({"to_move": "q"}, "use -, w, b", "годятся -, w, b"),
        ({"count": "stopped-0", "number": 2}, "from 0 to 1", "от 0 до 1"),
        ({"arrangement": "kamiken(size=3) 3/3 w -"}, "2 rows instead of 3", "строк 2, а нужно 3"),
        ({"arrangement": "chess"}, "there is no game", "нет такой игры"),
    ],
)
def test_what_cannot_be_done_is_said_in_the_visitors_language(
    site: Server, change: dict[str, str], english: str, russian: str
) -> None:
    asked = {"arrangement": str(start("kamiken(size=3)")), **change}
    for language, sentence in (("en", english), ("ru", russian)):
        answer: httpx.Response = post(site, PATH, language, **asked)
        assert answer.status_code == 422
        assert sentence in answer.json()["error"]["text"]


def test_a_field_that_we_do_not_know_is_refused(site: Server) -> None:
    assert post(site, PATH, arrangement=str(start("kamiken")), more=1).status_code == 422
