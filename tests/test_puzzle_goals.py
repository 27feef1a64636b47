"""The goals of puzzles in words, from their figures."""

from __future__ import annotations

import pytest

from kletka.library.puzzles import Puzzle, points_in_words, puzzles_of

KAMIKEN = "kamiken(size=5,komi=0) 5/2b2/ww3/5/5 b -"


@pytest.mark.parametrize(
    ("claim", "value", "second", "english", "russian"),
    [
        ("win", 1.0, 0.0, "Win by 1 point:", "Победите с перевесом в 1 очко:"),
        ("win", 2.0, 0.0, "Win by 2 points:", "Победите с перевесом в 2 очка:"),
        ("win", 5.0, -1.0, "Win by 5 points:", "Победите с перевесом в 5 очков:"),
        ("win", 0.5, -0.5, "Win by half a point:", "Победите с перевесом в пол-очка:"),
        ("win", 1.5, -0.5, "Win by 1.5 points:", "Победите с перевесом в 1,5 очка:"),
        ("draw", 0.0, -1.0, "Do not lose:", "Не проиграйте:"),
        ("points", 4.0, 2.0, "Gain 2 points:", "Выиграйте 2 очка:"),
        ("points", -2.0, -6.0, "Gain 4 points:", "Выиграйте 4 очка:"),
    ],
)
def test_a_goal_says_what_is_at_stake(
    claim: str, value: float, second: float, english: str, russian: str
) -> None:
    task = Puzzle(KAMIKEN, claim, ("D4",), value, second, 600).task
    assert task.en.startswith(english)
    assert task.ru.startswith(russian)


def test_a_game_without_points_is_just_won() -> None:
    assert {puzzle.task.en for puzzle in puzzles_of("manu")} == {"Win: only one move does."}


def test_large_numbers_have_their_nouns() -> None:
    assert [points_in_words(n).ru for n in (11, 21, 22, 25)] == [
        "11 очков",
        "21 очко",
        "22 очка",
        "25 очков",
    ]
