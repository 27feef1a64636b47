"""Lessons: their claims hold for exactly their solutions."""

from __future__ import annotations

import re

import pytest

from kletka import GAMES, IllegalMove
from kletka.language import Text
from kletka.library.lessons import Lesson, lessons_of
from kletka.library.lessons.checks import Turn, meets, turns_of
from kletka.library.rules import Passage, rules_of

ALL = [lesson for game in GAMES for lesson in lessons_of(game)]
MOST_CELLS = 49  # tiny boards


def named(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.number}"


@pytest.fixture(params=ALL, ids=named)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    given: Lesson = request.param
    return given


def rule_numbers(game: str) -> set[int]:
    return {p.rule for p in rules_of(game) if isinstance(p, Passage) and p.rule}


def texts(lesson: Lesson) -> list[Text]:
    said = [lesson.title, lesson.task, lesson.done, lesson.miss]
    return said + [hint.text for hint in lesson.hints]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_taught(game: str) -> None:
    lessons = lessons_of(game)
    assert len(lessons) >= 8
    assert {rule for lesson in lessons for rule in lesson.rules} == rule_numbers(game)


def test_the_solutions_are_exactly_the_turns_that_meet_the_claim(lesson: Lesson) -> None:
    position = lesson.position
    found = [
        turn
        for turn, after in turns_of(position)
        if all(meets(claim, Turn(position, turn, after)) for claim in lesson.claim)
    ]
    assert sorted(set(found)) == sorted(lesson.solutions)


def test_the_board_is_tiny_and_a_player_is_to_move(lesson: Lesson) -> None:
    assert len(lesson.position.board.names) <= MOST_CELLS
    assert lesson.position.to_move is not None
    assert lesson.position.spec.game == lesson.game


def test_traps_break_the_rule_that_is_named(lesson: Lesson) -> None:
    for turn, rule in lesson.traps.items():
        with pytest.raises(IllegalMove) as refused:
            lesson.position.play_turn(turn)
        assert refused.value.rule == rule, turn


def test_hints_speak_of_turns_that_are_legal_and_wrong(lesson: Lesson) -> None:
    legal = {turn for turn, _ in turns_of(lesson.position)}
    for hint in lesson.hints:
        assert set(hint.turns) <= legal - set(lesson.solutions)
        assert lesson.about(hint.turns[0]) == hint.text
    assert lesson.about("nothing of the kind") == lesson.miss


def test_what_is_to_be_found_is_not_marked(lesson: Lesson) -> None:
    marked = {str(move) for move in lesson.position.moves} - {"pass"}
    given_away = all(any(s.startswith(move) for s in lesson.solutions) for move in marked)
    asks = "Find" in lesson.task.en
    assert lesson.find >= (given_away or asks)


def test_texts_exist_in_both_languages(lesson: Lesson) -> None:
    for text in texts(lesson):
        assert text.en[-1] in ".?!" or text == lesson.title
        assert text.ru[-1] in ".?!" or text == lesson.title
        assert not re.search("[а-яё]", text.en.lower())
        assert re.search("[а-яё]", text.ru.lower())
        assert cells(text.en) == cells(text.ru), "both name the same cells"


def cells(text: str) -> list[str]:
    return sorted(re.findall(r"\b[A-Z][1-9]\b", text))


def test_a_claim_is_not_met_by_everything() -> None:
    """Every claim fails for some turn of some lesson."""
    used = {claim.partition(" ")[0] for lesson in ALL for claim in lesson.claim}
    refuted = {
        claim.partition(" ")[0]
        for lesson in ALL
        for claim in lesson.claim
        if any(
            not meets(claim, Turn(lesson.position, turn, after))
            for turn, after in turns_of(lesson.position)
        )
    }
    assert refuted == used
