"""The lab's pages under docs agree with their figures, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.make_lab_pages import PORTRAITS, RATED, ROUNDS

from kletka import GAMES, Spec
from kletka.cli.experiments.ratings import PLAYERS
from kletka.lab.ladder_sums import read_sums
from kletka.lab.pages import Block, Code, Heading, Paragraph, Picture, Table, to_html, to_markdown
from kletka.lab.portrait.page import Portrait, page_blocks, read_measurements
from kletka.lab.ratings import LadderPlan, rate
from kletka.lab.ratings_page import file_name, ratings_blocks
from kletka.library.rules import rules_text

DOCS = Path(__file__).parent.parent.parent / "docs"


PORTRAYED = sorted(file.stem for file in (DOCS / "portraits").glob("*.json"))


@pytest.mark.parametrize("game", PORTRAYED)
def test_portraits_are_written_from_their_tallies(game: str) -> None:
    folder = DOCS / "portraits"
    measured = tuple(read_measurements(folder / f"{game}.json").values())
    assert measured
    for language, ending in (("en", ""), ("ru", ".ru")):
        written = (folder / f"{game}{ending}.md").read_text("utf-8")
        command = re.search(r"```sh not-run\n(kletka lab portrait .*)\n```", written)
        assert command is not None
        blocks = page_blocks(Portrait(measured, command[1]), language, game)
        assert to_markdown(blocks) == written
        for picture in blocks:
            assert not isinstance(picture, Picture) or (folder / picture.file).exists()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "heading"), [("en", "## Portrait"), ("ru", "## Портрет")])
def test_the_rules_quote_the_portrait(game: str, language: str, heading: str) -> None:
    """The figures of level 4 on the largest board that was measured."""
    measured = read_measurements(DOCS / "portraits" / f"{game}.json").values()
    tally = [each.tally for each in measured if each.plan.by == "level4"][-1]
    first, second, both = (tally.winners[bits] for bits in (1, 2, 3))
    figures = {4, tally.games, round(tally.turns_in_all / tally.games)}
    figures |= {min(tally.turns), max(tally.turns), first, second, both} - {0}
    section = rules_text(game, language).split(heading)[1].split("##")[0]
    quoted = {int(number) for number in re.findall("[0-9]+", section)}
    assert figures <= quoted


@pytest.mark.parametrize(("language", "ending"), [("en", ""), ("ru", ".ru")])
def test_ratings_are_written_from_their_sums(language: str, ending: str) -> None:
    ladders = []
    for spec in RATED:
        plan = LadderPlan(tuple(PLAYERS.split(",")), Spec(spec))
        ladder = read_sums(DOCS / "ratings" / f"{file_name(plan.spec)}.json", plan, int(ROUNDS))
        assert ladder is not None
        ladders.append(rate(ladder))
    written = (DOCS / f"ratings{ending}.md").read_text("utf-8")
    command = re.search(r"```sh not-run\n(kletka lab ratings .*)\n```", written)
    assert command is not None
    assert to_markdown(ratings_blocks(ladders, command[1], language)) == written


def test_every_game_has_a_portrait_and_ratings() -> None:
    assert [Spec(words[0]).game for words in PORTRAITS] == list(GAMES)
    assert set(GAMES) <= set(PORTRAYED)
    assert [Spec(spec).game for spec in RATED] == list(GAMES)
    for name in ("ratings.md", "ratings.ru.md"):
        written = (DOCS / name).read_text("utf-8")
        for spec in RATED:
            assert str(Spec(spec)) in written
        for picture in re.findall(r"!\[[^]]+\]\(([^)]+)\)", written):
            assert (DOCS / picture).exists()


def test_blocks_are_written_as_markdown_and_as_html() -> None:
    blocks: list[Block] = [
        Heading("A < B", 1),
        Paragraph("**bold**, `code` & *more*: 5 %"),
        Table((("", "one"), ("first", "1"))),
        Code("kletka lab"),
        Picture("x.svg", '<svg id="a"><use href="#a"/></svg>', "a picture"),
    ]
    assert to_markdown(blocks) == (
        "# A < B\n\n**bold**, `code` & *more*: 5 %\n\n|  | one |\n|---|---|\n| first | 1 |\n\n"
        "```sh not-run\nkletka lab\n```\n\n![a picture](x.svg)\n"
    )
    html = to_html(blocks, "A < B", "en")
    assert "<h1>A &lt; B</h1>" in html
    assert "<strong>bold</strong>, <code>code</code> &amp; <em>more</em>: 5\u00a0%" in html
    assert "<tr><th>first</th><td>1</td></tr>" in html
    marks = re.findall(r'(?:id="|href="#)(p[0-9]+-a)"', html)
    assert len(marks) == 2
    assert len(set(marks)) == 1
