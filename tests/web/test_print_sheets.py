"""Print sheets, and games that are typed in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.library.rules import short_rules
from kletka.position import start
from kletka.web.pages.typed_turns import normalised, turns_in
from tests.helpers import position_after
from tests.web.browser.serving import Server

INVENTORS_GAME = "C3 B2 B4 A3 A1 D2 C5 E2 C1 D4 A5 pass E5 pass"
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def client(site: Server) -> Iterator[httpx.Client]:
    headers = {"Accept": "text/html", "Accept-Language": "en"}
    with httpx.Client(base_url=site.address, headers=headers, timeout=60) as client:
        yield client


@pytest.mark.parametrize(
    ("typed", "turns"),
    [
        ("c3 B2  pass", "C3 B2 pass"),
        ("1. C3 2.b2 3... пас 12 . —", "C3 B2 pass pass"),
        ("с3 а1 е5 Пас", "C3 A1 E5 pass"),  # Russian letters that look the same
        ("c3-c4 C3→d3 C3->B3", "C3>C4 C3>D3 C3>B3"),
        ("d4>d10^f10@k10+3 @f10-2", "D4>D10^F10@K10+3 @F10-2"),
        ("", ""),
    ],
)
def test_typed_turns_are_understood(typed: str, turns: str) -> None:
    assert turns_in(typed) == turns.split()


def test_what_cannot_be_guessed_is_left_for_the_rules_to_refuse() -> None:
    assert normalised("hello") == "HELLO"


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_has_a_sheet_with_board_lines_and_rules(
    client: httpx.Client, game: str
) -> None:
    for preset in face_of(game).profile.presets:
        options = ",".join(f"{name}={value}" for name, value in preset.options.items())
        spec = f"{game}({options})"
        answer = client.get(f"/paper/{game}", params={"spec": spec})
        assert answer.status_code == 200
        cells = len(start(spec).board.names)
        assert len(re.findall("data-cell=", answer.text)) == cells
        assert str(start(spec).spec).replace("'", "&#39;") in answer.text
        assert short_rules(game)[0].en.replace("'", "&#39;") in answer.text


@pytest.mark.parametrize("path", ["/paper/kamiken", "/paper/kamiken/enter"])
def test_an_impossible_board_is_explained(client: httpx.Client, path: str) -> None:
    answer = client.get(path, params={"spec": "kamiken(size=99)"})
    assert answer.status_code == 422
    assert "size" in answer.text.split('id="problem-spec"')[1][:200]
    answer = client.get(path, params={"spec": "manu"})
    assert "belongs to another game; this page is for Kamiken" in answer.text
    answer = client.get(path, params={"spec": EVIL})
    assert answer.status_code == 422
    assert EVIL not in answer.text
    assert client.get(path.replace("kamiken", "chess")).status_code == 404


def typed(client: httpx.Client, text: str, spec: str = "kamiken(size=5)") -> dict[str, Any]:
    answer = client.post("/paper/turns", json={"position": str(start(spec)), "text": text})
    told: dict[str, Any] = answer.json()
    return told


def test_typed_turns_are_played_until_one_breaks_a_rule(client: httpx.Client) -> None:
    told = typed(client, "c3 b2 c2 a1")
    assert [one["turn"] for one in told["played"]] == ["C3", "B2"]
    assert [one["seat"] for one in told["played"]] == [0, 1]
    after = position_after("kamiken(size=5)", ["C3", "B2"])
    assert told["position"] == told["played"][-1]["position"] == str(after)
    assert told["refused"]["text"] == "Kamiken 1: C2 is attacked by Black's B2"
    assert told["refused"]["link"] == "/rules/kamiken#rule-1"


def test_a_whole_turn_of_several_captures_is_one(client: httpx.Client) -> None:
    told = typed(client, "A1 C1 E3 E5 G4 E7 a1>e1^e3 B7", "manu(size=7)")
    assert told["refused"] is None
    assert [one["turn"] for one in told["played"]][-2:] == ["A1>E1^E3", "B7"]
    half = typed(client, "A1 C1 E3 E5 G4 E7 A1>E1", "manu(size=7)")
    assert len(half["played"]) == 6
    assert half["refused"]["rule"] == 6


def keep(client: httpx.Client, **fields: str) -> httpx.Response:
    page = client.get("/paper/kamiken/enter").text
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found
    return client.post("/paper/kamiken/enter", data={"csrf": found[1], **fields})


def test_a_game_from_paper_is_stored_and_can_be_replayed(client: httpx.Client) -> None:
    kept = keep(client, spec="kamiken(size=5)", turns=INVENTORS_GAME, name0="Anna", name1="Boris")
    assert kept.status_code == 303
    record = client.get(f"{kept.headers['location']}/record.txt").text
    assert '[White "Anna"]' in record
    assert '[Result "0-1"]' in record
    assert record.split("\n\n")[1].startswith("1. C3 2. B2")


def test_a_game_that_ended_early_has_the_winner_that_is_named(client: httpx.Client) -> None:
    kept = keep(client, spec="kamiken(size=5)", turns="C3 B2", winner="0")
    record = client.get(f"{kept.headers['location']}/record.txt").text
    assert '[Result "1-0"]' in record
    unfinished = keep(client, spec="kamiken(size=5)", turns="C3 B2")
    record = client.get(f"{unfinished.headers['location']}/record.txt").text
    assert '[Result "*"]' in record


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"turns": ""}, "no turn has been entered"),
        ({"turns": "C3 C2"}, "C2 is attacked by White&#39;s C3"),
        ({"turns": "C3", "csrf": "forged"}, "This form has expired"),
    ],
)
def test_what_cannot_be_stored_is_given_back(
    client: httpx.Client, fields: dict[str, str], sentence: str
) -> None:
    refused = keep(client, **{"spec": "kamiken(size=5)", **fields})
    assert refused.status_code == 422
    assert sentence in refused.text
    assert f'"turns":"{fields["turns"]}"' in refused.text
