"""The README on the package's page: no link or picture that leads nowhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from scripts.package_readme import package_readme

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
TARGET = re.compile(r"\]\(([^)]*)\)")


def test_without_an_address_nothing_is_linked_within_the_project() -> None:
    page = package_readme(README, None)
    assert "![" not in page
    assert all(target.startswith("https://") for target in TARGET.findall(page))
    assert "**Kamiken**: own the cells that only you attack" in page
    assert "| | | | |\n|---" in page
    assert "docs/architecture.md shows how they fit together" in page


def test_with_an_address_pictures_and_links_are_absolute() -> None:
    page = package_readme(README, "https://example.org/games/")
    targets = TARGET.findall(page)
    assert len(targets) == len(TARGET.findall(README))
    assert all(target.startswith("https://") for target in targets)
    raw = "https://example.org/games/raw/HEAD/docs/pictures"
    assert f"![A game of Vyun]({raw}/vyun.svg)" in page
    page_of_the_web_app = "https://example.org/games/blob/HEAD/docs/web.md"
    assert f"[![The game page]({raw}/web-game.png)]({page_of_the_web_app})" in page


@pytest.mark.parametrize("source", [None, "https://example.org"])
def test_other_links_stay(source: str | None) -> None:
    text = "[elsewhere](https://example.com/a) [below](#below) ![far](https://example.com/b.svg)"
    assert package_readme(text, source) == text


def test_the_package_is_built_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "readme" in project["project"]["dynamic"]
    hook = ROOT / project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["path"]
    assert "package_readme.py" in hook.read_text("utf-8")
