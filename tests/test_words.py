"""Old-fashioned or word-for-word phrases that were once shown to people do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kletka.web.words import WORDS

ROOT = Path(__file__).parent.parent
FOLDERS = ("src/kletka", "docs", "examples")
KINDS = {".py", ".js", ".html", ".toml", ".md"}
OLD = (
    # English.
    r"next to a stone its opponent may not",
    r"who has taken enough",
    r"esc gives it up",
    r"it has to go on",
    r"please mend",
    r"\bmended\b",
    r"had grown old",
    r"all anew",
    r"thought long enough",
    r"is not it: after it",
    r"one move a lesson",
    r"this link is no good",
    r"somebody by link",
    r"replay it\b",
    r"land surrounded",
    r"(?<!there )is no player\b",
    r"is no dataset",
    r"is none of \{",
    r"asks for what cannot be",
    r"the way of a click",
    # Russian.
    r"анна сдались",
    r"последний ход: pass",
    r"пас — навсегда",
    r"кто-то по ссылке",
    r"ход: (белые|чёрные|красные|синие|зелёные)",
)


MADE = {"docs_site", "pyodide"}  # from the others, or by others


def shown_texts() -> Iterator[tuple[Path, str]]:
    """All files with texts for people, without the page that explains what to avoid."""
    yield from (
        (ROOT / name, (ROOT / name).read_text("utf-8")) for name in ("README.md", "README.ru.md")
    )
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            made = MADE & set(file.relative_to(ROOT).parts)
            if file.suffix in KINDS and file.name != "contributing.md" and not made:
                yield file, file.read_text("utf-8")


def in_one_line(text: str) -> str:
    """A text in lower case, in which phrases over several lines of source are whole."""
    return re.sub(r"\s+", " ", re.sub(r'"?\s*\n\s*f?"?', " ", text)).lower()


@pytest.fixture(scope="module")
def texts() -> list[tuple[Path, str]]:
    return [(file, in_one_line(text)) for file, text in shown_texts()]


@pytest.mark.parametrize("phrase", OLD)
def test_old_phrases_are_gone(phrase: str, texts: list[tuple[Path, str]]) -> None:
    found = [str(file.relative_to(ROOT)) for file, text in texts if re.search(phrase, text)]
    assert not found


def test_the_search_sees_phrases_over_two_lines() -> None:
    source = 'Text(\n    "please "\n    "mend it",\n'
    assert "please mend it" in in_one_line(source)


@pytest.mark.parametrize("key", WORDS)
def test_pages_have_every_text_in_both_languages(key: str) -> None:
    text = WORDS[key]
    assert text.en.strip()
    assert text.ru.strip()
    fields = re.compile(r"\{(\w+)\}")
    assert len(fields.findall(text.en)) == len(set(fields.findall(text.en)))
    if key != "turn_of_colour":  # in Russian it names the colour in the genitive
        assert set(fields.findall(text.en)) == set(fields.findall(text.ru))
    assert "  " not in text.en + text.ru
    assert " %" not in text.en
