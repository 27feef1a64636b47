"""The board without a game: previews of any position, and refusals."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kletka.position import start
from tests.helpers import position_after
from tests.web.browser.serving import Server

SERIES = str(position_after("manu(size=7)", "A1 C1 E3 E5 G4 E7".split()))


def ask(site: Server, language: str = "en", **body: Any) -> httpx.Response:
    return httpx.post(f"{site.address}/board?lang={language}", json=body, timeout=60)


def test_a_position_is_drawn_with_what_may_be_played(site: Server) -> None:
    told = ask(site, position=str(start("kamiken(size=3)"))).json()
    assert told["svg"].startswith("<svg")
    assert told["svg"].count("data-move=") == 9
    assert (told["complete"], told["can_pass"], told["to_move"]) == (False, True, 0)


def test_a_move_leads_to_the_next_position(site: Server) -> None:
    begin = start("kamiken(size=3)")
    told = ask(site, position=str(begin), steps=["B2"], territory=True).json()
    assert told["position"] == str(begin.play("B2"))
    assert (told["complete"], told["to_move"], told["points"]) == (True, 1, [4, 0.5])


def test_a_series_grows_step_by_step(site: Server) -> None:
    told = ask(site, position=SERIES, steps=["A1>E1"]).json()
    assert (told["complete"], told["can_stop"]) == (False, False)
    assert {"move": "^E3", "takes": ["E5"], "text": "takes E5"} in told["moves"]
    told = ask(site, position=SERIES, steps=["A1>E1", "^E3", "stop"]).json()
    assert (told["complete"], told["turn"], told["to_move"]) == (True, "A1>E1^E3", 1)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Kamiken 1: B1 is attacked by White's A1"),
        ("ru", "Камикен 1: B1 под боем белых (A1)"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_its_rule(
    site: Server, language: str, sentence: str
) -> None:
    position = str(start("kamiken(size=3)").play("A1"))
    answer = ask(site, language, position=position, steps=["B1"])
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["text"], error["link"]) == (sentence, "/rules/kamiken#rule-1")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"position": "kamiken(size=3) w1x/4/2 w -"}, "bad_position"),
        ({"position": "chess"}, "bad_position"),
        ({"position": str(start("kamiken(size=3)")), "steps": ["Z9"]}, "invalid"),
        ({"position": str(start("kamiken(size=3)")), "turned": 99}, "invalid"),
        ({"position": "3" * 20_000}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(
    site: Server, body: dict[str, Any], code: str
) -> None:
    answer = ask(site, **body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["text"]


def test_the_last_turn_is_told_and_must_lead_to_the_position(site: Server) -> None:
    before = start("kamiken(size=3)")
    after = before.play("B2")
    told = ask(site, position=str(after), last="B2", before=str(before)).json()
    assert told["words"] == "White placed a stone on B2"
    elsewhere = ask(site, position=str(after), last="A1", before=str(before))
    assert elsewhere.status_code == 422
    assert "do not lead" in elsewhere.json()["error"]["text"]
