"""Pages of a game that has rules, a face and a drawing, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kletka.faces import face_of
from kletka.faces.profile import Profile
from kletka.games.catalogue import GAMES
from kletka.web.live import terms
from kletka.web.live.clocks import Clock
from kletka.web.pages import demo_boards, home, lessons, rules, swatches
from kletka.web.refusals import Refused
from kletka.web.study import analysis_page, puzzle_pages
from tests.web.in_process import app_with, client_of

GAME = GAMES[-1]
PAGES = [
    "/",
    f"/new/{GAME}",
    f"/rules/{GAME}",
    "/learn",
    "/puzzles",
    f"/analysis/{GAME}",
    f"/paper/{GAME}",
    f"/paper/{GAME}/enter",
    f"/demo/{GAME}/board.svg",
]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    face = face_of(GAME)
    empty = Profile().completed(GAME, face.has_pass)
    monkeypatch.setattr(type(face), "profile", empty)
    for module, name in (
        (lessons, "lessons_of"),
        (rules, "lessons_of"),
        (rules, "proofs_of"),
        (puzzle_pages, "puzzles_of"),
    ):
        monkeypatch.setattr(module, name, _without(getattr(module, name)))
    monkeypatch.setattr(terms, "has_style", lambda game: game != GAME)
    monkeypatch.setattr(analysis_page, "can_set_up", lambda game: game != GAME)
    for cached in (home._showcase, rules.solved_boards, swatches.swatch_group):
        cached.cache_clear()


def _without(function: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda game: () if game == GAME else function(game)


@pytest.mark.usefixtures("bare")
def test_its_pages_leave_out_what_there_is_not(tmp_path: Path) -> None:
    async def visit() -> dict[str, str]:
        app = app_with(tmp_path)
        async with client_of(app) as client:
            answers = {path: await client.get(path) for path in PAGES}
            assert {path: a.status_code for path, a in answers.items()} == dict.fromkeys(PAGES, 200)
            learn = await client.get(f"/learn/{GAME}")
            assert learn.headers["location"] == f"/rules/{GAME}"
            assert (await client.get(f"/puzzles/{GAME}")).status_code == 404
            return {path: answer.text for path, answer in answers.items()}

    pages = asyncio.run(visit())
    assert "inventor" not in pages[f"/new/{GAME}"]
    assert f'href="/learn/{GAME}"' not in pages[f"/rules/{GAME}"]
    assert 'id="solved"' not in pages[f"/rules/{GAME}"]
    assert f'data-lessons="{GAME}"' not in pages["/learn"]
    assert f'data-puzzles="{GAME}"' not in pages["/puzzles"]
    for button in ("inventor", "arrange"):
        opening = pages[f"/analysis/{GAME}"].partition(f'id="{button}"')[2].partition(">")[0]
        assert opening.endswith("hidden disabled"), button


@pytest.mark.usefixtures("bare")
def test_a_game_of_it_is_played_against_a_bot(tmp_path: Path) -> None:
    async def play() -> int:
        app = app_with(tmp_path)
        async with client_of(app) as client:
            page = (await client.get("/")).text
            token = page.partition('name="csrf" value="')[2].partition('"')[0]
            begun = await client.post(f"/play/{GAME}", data={"csrf": token})
            address = begun.headers["location"]
            assert (await client.get(address)).status_code == 200
            return begun.status_code

    assert asyncio.run(play()) == 303


@pytest.mark.usefixtures("bare")
def test_a_bot_without_a_style_is_refused_by_name() -> None:
    seats = [terms.Seat("here"), terms.Seat("bot", "inventor")]
    with pytest.raises(Refused) as refused:
        terms.read_terms(GAME, seats, Clock(), True)
    assert "level1, level2" in refused.value.say("en")


def test_the_showcase_of_a_bare_profile_is_the_empty_board(bare: None) -> None:
    position, last = demo_boards.showcase(GAME)
    assert last is None
    assert position.to_move == 0
