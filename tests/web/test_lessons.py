"""The pages of lessons: every solution is accepted, and nothing else."""

from __future__ import annotations

import httpx
import pytest

from kletka.games.catalogue import GAMES
from kletka.library.lessons import Lesson, lessons_of
from tests.web.browser.serving import Server

ALL = [lesson for game in GAMES for lesson in lessons_of(game)]


def answer(site: Server, lesson: Lesson, turn: str, language: str = "en") -> httpx.Response:
    address = f"{site.address}/learn/{lesson.game}/{lesson.number}?lang={language}"
    return httpx.post(address, json={"turn": turn}, timeout=60)


def page(site: Server, path: str, language: str = "en") -> httpx.Response:
    headers = {"Accept": "text/html", "Accept-Language": language}
    return httpx.get(site.address + path, headers=headers, timeout=60)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_list_names_every_lesson(site: Server, language: str) -> None:
    text = page(site, "/learn", language).text
    for lesson in ALL:
        assert f'href="/learn/{lesson.game}/{lesson.number}"' in text
        assert lesson.title.say(language).replace("'", "&#39;") in text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_lesson_has_a_page_and_praises_its_solutions(site: Server, language: str) -> None:
    for lesson in ALL:
        text = page(site, f"/learn/{lesson.game}/{lesson.number}", language).text
        assert lesson.task.say(language).replace("'", "&#39;") in text
        for turn in lesson.solutions:
            told = answer(site, lesson, turn, language).json()
            assert (told["solved"], told["text"]) == (True, lesson.done.say(language))
            assert told["svg"].startswith("<svg")


def test_a_wrong_turn_gets_a_comment(site: Server) -> None:
    lesson = lessons_of("kamiken")[1]
    hinted = lesson.hints[0]
    told = answer(site, lesson, hinted.turns[0]).json()
    assert (told["solved"], told["text"]) == (False, hinted.text.en)
    assert answer(site, lesson, "D4", "ru").json()["text"] == lesson.miss.ru


def test_a_turn_that_breaks_a_rule_is_refused_with_the_rule(site: Server) -> None:
    for lesson in ALL:
        for turn, rule in lesson.traps.items():
            refused = answer(site, lesson, turn)
            assert refused.status_code == 422
            error = refused.json()["error"]
            assert error["link"] == f"/rules/{lesson.game}#rule-{rule}"


@pytest.mark.parametrize(
    "path", ["/learn/chess", "/learn/chess/1", "/learn/manu/0", "/learn/manu/99"]
)
def test_there_is_no_such_lesson(site: Server, path: str) -> None:
    assert page(site, path).status_code == 404


def test_a_games_address_leads_to_its_first_lesson(site: Server) -> None:
    assert page(site, "/learn/vyun").headers["location"] == "/learn/vyun/1"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_leads_to_a_lesson_that_teaches_it(site: Server, game: str) -> None:
    text = page(site, f"/rules/{game}").text
    for rule in {rule for lesson in lessons_of(game) for rule in lesson.rules}:
        paragraph = text.split(f'id="rule-{rule}"')[1].split("</div>")[0]
        number = int(paragraph.split(f'href="/learn/{game}/')[1].split('"')[0])
        assert rule in lessons_of(game)[number - 1].rules
