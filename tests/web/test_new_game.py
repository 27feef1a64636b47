"""The form of a new game without a browser: lots, hints, lengths, links of older versions."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlencode

import pytest

from kletka.faces import face_of
from kletka.faces.options import Choice
from kletka.games.catalogue import GAMES
from kletka.web.pages.new_game_form import GameForm
from tests.web.browser.serving import Server
from tests.web.clients import Api, Visitor


def drawn_form(**filled: str) -> GameForm:
    form = GameForm("vyun", "en", {"lot": "on", "my_name": "Anna", "name1": "Boris", **filled})
    form.read_options()
    return form


def test_the_lot_gives_every_seat_to_everybody_alike() -> None:
    form = drawn_form(players="3", seat1="link", seat2="level3")
    orders = Counter(tuple(seat.kind for seat in form.read_seats()) for _ in range(3000))
    assert len(orders) == 6
    assert all(400 < count < 600 for count in orders.values()), orders  # 500 each, 5 sigma


def test_without_a_lot_seats_are_as_chosen() -> None:
    form = GameForm("kamiken", "en", {"seat0": "level3", "seat1": "me", "my_name": "Anna"})
    form.read_options()
    for _ in range(30):
        assert [(seat.bot, seat.name) for seat in form.read_seats()] == [
            ("level3", ""),
            (None, "Anna"),
        ]


def test_a_game_by_link_is_drawn_by_lot_too(site: Server) -> None:
    """Both outcomes occur; the host and the guest get what the lot says."""
    host = Visitor(site)
    seen: set[int] = set()
    while len(seen) < 2:
        game = host.new_game(seat1="link", lot="on", my_name="Anna")
        players = Api(site).get(f"/games/{game}").json()["players"]
        with host.live(game) as live:
            view = live.until("game")
        [mine] = view["mine"]
        [free] = view["links"]
        assert (players[mine]["name"], int(free)) == ("Anna", 1 - mine)
        guest = Visitor(site)
        assert guest.take(view["links"][free], name="Boris").status_code == 303
        with guest.live(game) as live:
            assert live.until("game")["mine"] == [1 - mine]
        seen.add(mine)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_hints_and_choices_are_words(game: str, language: str) -> None:
    form = GameForm(game, language, {})
    form.read_options()
    for field in form.option_fields():
        assert field.hint
        for word, name in field.words:
            assert name[0].isupper()
            assert not re.search(rf"\b{word}\b:", name), "the word of the spec says nothing"
    for option in face_of(game).options:
        if isinstance(option, Choice):
            assert option.allowed({}).en not in form.option_fields()[-1].hint


def test_links_of_older_versions_still_fill_in_the_form(site: Server) -> None:
    old = {"size": "5", "komi": "0.5", "seat0": "level4", "seat1": "me", "name1": "Anna"}
    page = Visitor(site).get(f"/new/kamiken?{urlencode(old)}").text
    assert re.search(r'name="size" id="size" value="5"', page)
    assert re.search(r'<option value="level4" selected>', page)
    assert re.search(r'name="name1" value="Anna"', page)
    game = Visitor(site).new_game(**old)
    names = [player["name"] for player in Api(site).get(f"/games/{game}").json()["players"]]
    assert names == ["", "Anna"]


def test_friends_are_asked_for_by_a_word_in_the_address(site: Server) -> None:
    for opponents, seat in [
        ("link", "link"),
        ("here", "here"),
        ("bots", "level2"),
        ("?", "level2"),
    ]:
        form = GameForm("kamiken", "en", {"opponents": opponents})
        assert (form.seat(0), form.seat(1)) == ("me", seat)
    page = Visitor(site).get("/new/kamiken?opponents=link").text
    assert "/new/kamiken?size=5&amp;opponents=link" in page
    assert 'href="/new/manu?opponents=link"' in page
