"""The page of the API says all that the OpenAPI description says, and its examples work."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from kletka.web.api.described import Description
from tests.web.browser.serving import Server


@pytest.fixture
def client(site: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.address) as client:
        yield client


@pytest.fixture
def described(client: httpx.Client, site: Server) -> Description:
    return Description(client.get("/api/openapi.json").json(), f"{site.address}/api")


def run(client: httpx.Client, command: str) -> httpx.Response:
    """Send what a curl command would send."""
    words = iter(shlex.split(command.replace("\\\n", " "))[1:])
    method, address, body, headers = "GET", "", None, {}
    for word in words:
        if word == "-X":
            method = next(words)
        elif word == "-d":
            method, body = "POST", next(words)
        elif word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word != "-N":
            address = word
    return client.request(method, address, content=body, headers=headers)


def test_every_request_and_body_is_on_the_page(
    client: httpx.Client, described: Description
) -> None:
    page = unescape(client.get("/api/docs").text)
    assert len(described.operations) >= 14
    for operation in described.operations:
        assert f'id="{operation.id}"' in page
        assert operation.command in page
    for model in described.models:
        assert f'id="{model.name}"' in page
        assert all(f"<code>{field.name}</code>" in page for field in model.fields)
    linked = set(re.findall(r'href="#([^"]+)"', page))
    assert linked <= set(re.findall(r'id="([^"]+)"', page))


def test_every_field_of_a_request_has_a_kind_and_limits(described: Description) -> None:
    fields = {
        (model.name, field.name): field for model in described.models for field in model.fields
    }
    assert fields["PlayTurn", "number"].limits == "at least 0, at most 1,000,000"
    assert fields["PlayTurn", "number"].text == "turns played so far"
    assert fields["NewSeat", "bot"].kind == "string | null"
    assert fields["NewGame", "seats"].models == ("NewSeat",)
    assert fields["NewGame", "clock"].optional
    assert not fields["NewGame", "spec"].optional


def test_a_game_is_played_by_the_commands_of_the_page(
    client: httpx.Client, described: Description
) -> None:
    commands = {operation.id: operation.command for operation in described.operations}
    examples = {operation.id: operation.answer for operation in described.operations}
    created = run(client, commands["create_game"]).json()
    shown = examples["create_game"]
    assert shown is not None
    assert json.loads(shown.example).keys() == created.keys()
    assert json.loads(shown.example)["game"].keys() == created["game"].keys()

    def sent(name: str) -> httpx.Response:
        command = commands[name].replace("8vYdS2kQpW", created["game"]["id"])
        return run(client, command.replace("$TOKEN", created["tokens"]["0"]))

    assert "C3" in sent("legal_moves").json()["moves"]
    played = sent("play_turn")
    assert played.status_code == 200
    assert played.json()["number"] >= 1
    assert sent("read_game").json()["turns"][0] == "C3"
    assert sent("resign").json()["over"]
    assert "C3" in sent("record_text").text
    assert sent("record_json").json()["turns"][0] == "C3"


def test_a_record_is_brought_by_the_command_of_the_page(
    client: httpx.Client, described: Description
) -> None:
    commands = {operation.id: operation.command for operation in described.operations}
    assert run(client, commands["bring_record"]).status_code == 201
    assert run(client, commands["recent_games"]).json()["games"]


def test_the_page_has_the_frame_of_the_readers_language(client: httpx.Client) -> None:
    page = client.get("/api/docs", headers={"Accept-Language": "ru"}).text
    assert '<html lang="ru">' in page
    assert '<main id="page" class="api" lang="en">' in page
