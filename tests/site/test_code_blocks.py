"""Every code block of the README and of the site runs, but for a few that say so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from docs.site.layout import DOCS, written_files

from kletka.cli import command_parser
from tests.site.code_blocks import SHOWN, Block, blocks_of, run_blocks

ROOT = DOCS.parent
README = [ROOT / "README.md", ROOT / "README.ru.md"]
EXAMPLES = sorted((ROOT / "examples").glob("*/README.md"))
PAGES = [*README, *EXAMPLES, *(file for file in written_files() if file.suffix == ".md")]
# Pages that the lab writes quote the command that took hours to measure them.
WRITTEN_BY_THE_LAB = {DOCS / "portraits", DOCS / "readings", DOCS / "claims"}
WRITTEN = [
    page
    for page in PAGES
    if page.parent not in WRITTEN_BY_THE_LAB and not page.name.startswith("ratings")
]


def is_run(block: Block) -> bool:
    return not block.mark and block.language not in SHOWN


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if any(is_run(block) for block in blocks_of(page))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_the_code_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_blocks(page, tmp_path) == sum(is_run(block) for block in blocks_of(page))


def test_blocks_that_are_not_run_say_so_and_are_few() -> None:
    marked = [block for page in WRITTEN for block in blocks_of(page) if block.mark]
    assert {block.mark for block in marked} == {"not-run"}
    run = sum(is_run(block) for page in WRITTEN for block in blocks_of(page))
    assert len(marked) * 2 < run


def test_commands_that_are_not_run_are_understood() -> None:
    """Verbs and options are right, even where running them would take hours."""
    lines = {
        line
        for page in PAGES
        for block in blocks_of(page)
        if block.mark
        for line in block.code.splitlines()
        if line.startswith("kletka ")
    }
    assert len(lines) > 10
    for line in lines:
        command_parser("en").parse_args(shlex.split(line, comments=True)[1:])


def test_the_targets_of_make_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {
        target
        for page in PAGES
        for target in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) > 10
    assert named <= targets
