"""The rules texts: numbered like the refusals, with legal diagrams, in both languages."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kletka import GAMES
from kletka.library.rules import Diagram, Passage, rules_of, rules_text, short_rules

NUMBER_OF_RULES = {"kamiken": 4, "ydyumby": 5, "vyun": 6, "manu": 7}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_rules_are_numbered_like_the_refusals(game: str, language: str) -> None:
    numbers = [p.rule for p in rules_of(game, language) if isinstance(p, Passage) and p.rule]
    assert numbers == list(range(1, NUMBER_OF_RULES[game] + 1))


@pytest.mark.parametrize("game", GAMES)
def test_diagrams_are_legal_and_the_same_in_both_languages(game: str) -> None:
    english, russian = (
        [part for part in rules_of(game, language) if isinstance(part, Diagram)]
        for language in ("en", "ru")
    )
    assert len(english) >= 3
    assert [(d.spec, d.moves) for d in english] == [(d.spec, d.moves) for d in russian]
    for diagram in english:
        assert diagram.position().spec.game == game
        assert diagram.caption


@pytest.mark.parametrize("game", GAMES)
def test_russian_is_russian_and_fits_a_terminal(game: str) -> None:
    for language in ("en", "ru"):
        for part in rules_of(game, language):
            if isinstance(part, Passage):
                assert all(len(line) <= 80 for line in part.text.splitlines())
                letters = [c for c in part.text.lower() if c.isalpha()]
                cyrillic = sum("а" <= c <= "я" or c == "ё" for c in letters)
                assert (cyrillic > len(letters) / 2) == (language == "ru"), part.text


@pytest.mark.parametrize("game", GAMES)
def test_the_short_rules_are_one_for_each_rule(game: str) -> None:
    short = short_rules(game)
    assert len(short) == NUMBER_OF_RULES[game]
    for text in short:
        assert text.en.endswith(".")
        assert text.ru.endswith(".")
        assert max(len(text.en), len(text.ru)) <= 160, "it must fit on a sheet"


@pytest.mark.parametrize(
    ("game", "language", "sentence"),
    [
        ("kamiken", "en", "Black gets at least 0 without komi, and wins with any komi above 0."),
        ("kamiken", "ru", "Без коми Чёрные получают не меньше 0"),
        ("kamiken", "en", "(https://github.com/Serkora/kamiken)"),
        ("kamiken", "ru", "пока один из игроков не сможет сделать ход"),
        ("vyun", "en", "With best play every such sheet is a tie."),
        ("vyun", "ru", "при лучшей игре на таком листе всегда ничья"),
        ("vyun", "en", "if another player's surrounded region lies inside it"),
        ("vyun", "ru", "если внутри неё лежит окружённая область другого игрока"),
    ],
)
def test_what_must_be_said(game: str, language: str, sentence: str) -> None:
    assert sentence in " ".join(rules_text(game, language).split())


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_have_the_same_parts_in_both_languages(game: str) -> None:
    english, russian = (
        [part for part in rules_of(game, language) if isinstance(part, Passage)]
        for language in ("en", "ru")
    )
    assert len(english) == len(russian)
    headings = [sum(part.text.startswith("## ") for part in text) for text in (english, russian)]
    assert headings[0] == headings[1] >= 7


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_rule_is_shown_in_a_diagram(game: str, language: str) -> None:
    parts = list(rules_of(game, language))
    for rule, after in pairwise(parts):
        if isinstance(rule, Passage) and rule.rule:
            assert isinstance(after, Diagram), f"rule {rule.rule}"
