"""Readings: options that stand for two ways to understand a sentence, compared by figures.

`kletka lab readings` writes the table of figures; `judgements.toml` has a paragraph about each
reading, written by hand. Its {figures} are filled in from the table, and its checks must hold for
them, so that no sentence outlives the figures that it rests on.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kletka.faces import face_of
from kletka.faces.base import Names
from kletka.faces.options import Choice
from kletka.intervals import wilson
from kletka.language import Text

TABLE = "table.json"

FIGURES: Names = (
    ("turns", Text("turns in a game", "ходов в партии")),
    ("first", Text("the first player's share of the wins, %", "доля первого в победах, %")),
    ("second", Text("the second player's share of the wins, %", "доля второго в победах, %")),
    ("shared", Text("shared wins, %", "поделённых побед, %")),
    ("lead_changes", Text("changes of the lead in a game", "смен лидера за партию")),
    ("taken", Text("pieces removed in a game", "снято фигур за партию")),
)

SHARES = ("first", "second", "shared")


@dataclass(frozen=True)
class Comparison:
    """The figures of a reading for each of its words, and the boards that were solved.

    A solved board has the first player's value; a figure that a game does not have is missing.
    """

    game: str
    option: str
    plays: str  # the spec of the games, without the option
    by: str
    games: int
    figures: Mapping[str, Mapping[str, float]]  # by word and name
    exact: Mapping[str, Mapping[str, float | None]]  # by spec and word
    version: str


@dataclass(frozen=True)
class Check:
    """A figure that must be so many times as large with one word as with the other."""

    figure: str
    more: str
    less: str
    times: float = 1.0


@dataclass(frozen=True)
class Judgement:
    """What the figures mean for an inventor who has to choose."""

    text: Text
    checks: tuple[Check, ...]


def readings_of(game: str) -> tuple[Choice, ...]:
    """The options of a game that are readings."""
    options = face_of(game).options
    return tuple(option for option in options if isinstance(option, Choice) and option.reading)


def comparisons_of(game: str) -> tuple[Comparison, ...]:
    """The readings of a game that have been measured."""
    known = _table()
    found = [known.get(f"{game}.{option.name}") for option in readings_of(game)]
    return tuple(comparison for comparison in found if comparison)


def figure_names(game: str) -> dict[str, Text]:
    """What the figures of a game are called, in the order of a table."""
    face = face_of(game)
    share = {
        key: Text(f"{name.en}, % of the games", f"{name.ru}, % партий")
        for key, name in face.endings
    }
    kinds = {
        key: Text(f"{name.en} in a game", f"{name.ru} за партию") for key, name in face.move_kinds
    }
    return dict(FIGURES) | kinds | share


def judgement_of(comparison: Comparison) -> Judgement | None:
    """The paragraph about a reading with its figures filled in, if somebody has written one."""
    entry = _judgements().get(comparison.game, {}).get(comparison.option)
    if entry is None:
        return None
    text = Text(*(_filled(entry[language], comparison, language) for language in ("en", "ru")))
    return Judgement(text, tuple(Check(**check) for check in entry["checks"]))


def holds(check: Check, comparison: Comparison) -> bool:
    """Whether the figures still say what a judgement says."""
    more, less = comparison.figures[check.more], comparison.figures[check.less]
    return more[check.figure] >= check.times * less[check.figure]


def shown(value: float, language: str) -> str:
    """A figure as people write it."""
    text = f"{value:.0f}" if abs(value) >= 20 or value == int(value) else f"{value:.1f}"
    return text if language == "en" else text.replace(".", ",")


def table_rows(comparison: Comparison, language: str) -> list[tuple[str, list[str]]]:
    """The figures that every word has: their names, and one cell for each word."""
    words = list(comparison.figures)
    return [
        (name.say(language), [_cell(comparison, word, key, language) for word in words])
        for key, name in figure_names(comparison.game).items()
        if all(key in comparison.figures[word] for word in words)
    ]


def _cell(comparison: Comparison, word: str, key: str, language: str) -> str:
    """A figure; a share of the games with its 95 % interval."""
    value = comparison.figures[word][key]
    if not is_share(comparison.game, key):
        return shown(value, language)
    low, high = (100 * bound for bound in wilson(value / 100, comparison.games))
    return f"{shown(value, language)} ({shown(low, language)}–{shown(high, language)})"


def is_share(game: str, key: str) -> bool:
    """Whether a figure is a share of the games or of the wins, in per cent."""
    return key in SHARES or key in dict(face_of(game).endings)


def read_table(text: str) -> dict[str, Comparison]:
    """The comparisons in a table, by game and option."""
    return {
        f"{entry['game']}.{entry['option']}": Comparison(**entry)
        for entry in json.loads(text)["readings"]
    }


def _filled(text: str, comparison: Comparison, language: str) -> str:
    def figure(found: re.Match[str]) -> str:
        return shown(comparison.figures[found[2]][found[1]], language)

    return re.sub(r"\{(\w+)\.(\w+)\}", figure, text)


@cache
def _table() -> dict[str, Comparison]:
    return read_table(_text(TABLE))


@cache
def _judgements() -> dict[str, Any]:
    return tomllib.loads(_text("judgements.toml"))


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def forget() -> None:
    """Read the table again when it is needed next."""
    _table.cache_clear()
