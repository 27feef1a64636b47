"""The list of recent games: who played, on which board, how it ended."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

import kletka
from kletka.language import Text
from kletka.spec import Spec
from kletka.web.live import outcome
from kletka.web.live.outcome import Outcome
from kletka.web.live.terms import BOT, HERE, GameTerms, Seat
from kletka.web.pages.game_sentences import game_sentence
from tests.web.browser.serving import Server
from tests.web.clients import Api, NewGame

ANNA, BORIS, SOMEBODY = Seat(HERE, name="Anna"), Seat(HERE, name="Boris"), Seat(HERE)
LEVEL3, INVENTOR = Seat(BOT, "level3"), Seat(BOT, "inventor")


def sentence(spec: str, seats: tuple[Seat, ...], ended: Outcome | None) -> tuple[str, str]:
    said = game_sentence(GameTerms(Spec(spec), seats), ended)
    return said.en, said.ru


def played(spec: str, turns: str) -> Outcome:
    position = kletka.start(spec)
    for turn in turns.split():
        position = position.play_turn(turn)
    assert position.over
    return outcome.by_the_rules(position, ())


def test_a_win_by_points() -> None:
    ended = played("kamiken(size=3,komi=0)", "B2 A1 C3 pass pass")
    assert outcome.score_in(ended.reason) == (2, 0)
    assert sentence("kamiken(size=3,komi=0)", (ANNA, LEVEL3), ended) == (
        "Anna beat level 3 on 3x3, by 2 points",
        "Победа: Anna против бота 3-го уровня, доска 3x3, перевес 2 очка",
    )
    assert sentence("kamiken(size=3,komi=0)", (LEVEL3, BORIS), ended) == (
        "Level 3 beat Boris on 3x3, by 2 points",
        "Победа: бот 3-го уровня против игрока Boris, доска 3x3, перевес 2 очка",
    )


@pytest.mark.parametrize(
    ("why", "english", "russian"),
    [
        (outcome.RESIGN, "by resignation", "соперник сдался"),
        (outcome.TIME, "on time", "по времени"),
    ],
)
def test_a_win_before_the_end(why: str, english: str, russian: str) -> None:
    ended = outcome.last_one_left(kletka.start("vyun(board=6x5)"), 1, 0, why)
    assert sentence("vyun(board=6x5)", (SOMEBODY, INVENTOR), ended) == (
        f"The inventor's bot beat Red on 6x5, {english}",
        f"Победа: бот изобретателя против красных, доска 6x5, {russian}",
    )


def test_draws_shared_wins_and_games_that_go_on() -> None:
    draw = Outcome((0, 1), ("1/2", "1/2"), outcome.RULES, Text("A draw, 3 : 3.", "Ничья."))
    assert sentence("kamiken(size=5)", (ANNA, BORIS), draw) == (
        "Anna and Boris drew on 5x5",
        "Ничья: Anna и Boris, доска 5x5",
    )
    spec = "ydyumby(board=hex5,players=3)"
    shared = Outcome((0, 2), ("1/2", "0", "1/2"), outcome.RULES, Text("…", "…"))
    assert sentence(spec, (ANNA, SOMEBODY, LEVEL3), shared) == (
        "Anna and level 3 shared the win over Blue on a hexagon of side 5",
        "Победу делят: Anna и бот 3-го уровня против синих, шестиугольник со стороной 5",
    )
    assert sentence(spec, (ANNA, SOMEBODY, LEVEL3), None) == (
        "Anna, Blue and level 3 on a hexagon of side 5",
        "Anna, Синие и бот 3-го уровня, шестиугольник со стороной 5",
    )
    assert sentence("manu(size=7)", (ANNA, LEVEL3), None) == (
        "Anna against level 3 on 7x7",
        "Anna против бота 3-го уровня, доска 7x7",
    )


def row_of(site: Server, game: str, language: str) -> str:
    """The text of a game's row in the list, or nothing."""
    page = httpx.get(f"{site.address}/games", headers={"Accept-Language": language}).text
    row = re.search(rf'<a href="/g/{game}".*?</a>', page, re.DOTALL)
    return unescape(re.sub(r"<[^>]*>|\s+", " ", row[0])) if row else ""


def test_only_games_with_a_turn_are_listed_and_live_ones_are_marked(site: Server) -> None:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Boris"}]
    made = Api(site).post("/games", spec="kamiken(size=3,komi=0)", seats=seats).json()
    game, tokens = made["game"]["id"], made["tokens"]
    assert not row_of(site, game, "en")
    for number, turn in enumerate(("B2", "A1", "C3", "pass", "pass")):
        if number:
            assert "Live" in row_of(site, game, "en")
            assert "Идёт сейчас" in row_of(site, game, "ru")
            assert "Anna against Boris on 3x3" in row_of(site, game, "en")
        seat = Api(site, tokens[str(number % 2)])
        assert seat.post(f"/games/{game}/turns", turn=turn, number=number).status_code == 200
    assert "Anna beat Boris on 3x3, by 2 points" in row_of(site, game, "en")
    assert "Победа: Anna против игрока Boris, доска 3x3" in row_of(site, game, "ru")
    assert "Live" not in row_of(site, game, "en")
    assert "kamiken(" not in row_of(site, game, "en")


def test_a_game_that_is_left_before_its_first_turn_is_not_listed(site: Server) -> None:
    game = NewGame(site, "kamiken(size=3)", "here here")
    assert game.api(0).post_nothing(f"{game.path}/resign").status_code == 200
    assert not row_of(site, game.id, "en")
