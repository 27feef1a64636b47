"""The names of guests: told to all, kept, and seen in lists, records and rematches."""

from __future__ import annotations

import pytest

from tests.web.browser.serving import Server
from tests.web.clients import Api, Live, NewGame, Visitor
from tests.web.test_seats import invitation

KAMIKEN = "kamiken(size=4)"


def names_in(site: Server, game: str) -> list[str]:
    return [player["name"] for player in Api(site).get(f"/games/{game}").json()["players"]]


def listed_names(site: Server, game: str) -> list[str]:
    found = next(one for one in Api(site).get("/games").json()["games"] if one["id"] == game)
    names: list[str] = found["players"]
    return names


def test_a_program_may_bring_its_name(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here link")
    joining = {"secret": game.made["secrets"]["1"], "name": " Боб  <b> "}
    with game.live() as watcher:
        joined = game.api().post(f"{game.path}/seats/1/join", **joining)
        assert watcher.until("joined")["name"] == "Боб b"
    assert names_in(site, game.id) == listed_names(site, game.id) == ["", "Боб b"]
    assert '[Black "Боб b"]' in game.api().get(f"{game.path}/record").text
    guest = Api(site, joined.json()["token"])
    game.api(0).post_nothing(f"{game.path}/resign")
    game.api(0).post_nothing(f"{game.path}/rematch")
    rematch = guest.post_nothing(f"{game.path}/rematch").json()
    assert names_in(site, rematch["game"]) == ["Боб b", ""]


@pytest.mark.parametrize(("language", "invites"), [("en", "invites you"), ("ru", "Вас приглашает")])
def test_hosts_and_guests_have_names(site: Server, language: str, invites: str) -> None:
    host, guest = Visitor(site), Visitor(site, language)
    game = host.new_game(seat1="link", my_name="Анна", name1="Боб")
    assert names_in(site, game) == ["Анна", "Боб"]
    link = invitation(host, game)
    page = guest.get(link).text
    assert "Анна" in page
    assert invites in page
    assert 'value="Боб"' in page, "what the host called the guest"
    with Live(site, game) as watcher:
        assert guest.take(link, name="Борис  П.").status_code == 303
        assert watcher.until("joined")["name"] == "Борис П."
    assert names_in(site, game) == listed_names(site, game) == ["Анна", "Борис П."]
    with host.live(game) as playing:
        playing.play(0, "B2")
    assert "Борис П." in host.get("/games").text


def test_a_guest_without_a_name_is_called_what_the_host_said(site: Server) -> None:
    host, guest = Visitor(site), Visitor(site)
    game = host.new_game(seat1="link", name1="Bob")
    assert guest.take(invitation(host, game), name=" ").status_code == 303
    assert names_in(site, game) == ["", "Bob"]


def test_a_name_that_is_too_long_takes_no_seat(site: Server) -> None:
    host, guest = Visitor(site), Visitor(site)
    game = host.new_game(seat1="link")
    answer = guest.take(invitation(host, game), name="x" * 31)
    assert answer.status_code == 422
    assert "A name may have at most 30 characters." in answer.text
    assert not Api(site).get(f"/games/{game}").json()["players"][1]["taken"]
