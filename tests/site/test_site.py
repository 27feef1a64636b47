"""The site is built without warnings, asks nothing of the internet, and has no dead link."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from docs.site.commands import verbs_of
from docs.site.layout import DOCS
from docs.site.reference import PUBLIC_MODULES, home_of, public_names
from sphinx.util.inventory import InventoryFile

from kletka import GAMES
from kletka.cli import command_parser
from kletka.faces import face_of
from kletka.language import LANGUAGES
from kletka.library.rules import Diagram, rules_of


class Page(HTMLParser):
    """The links, ids and loaded files of a page, and what a strict server would block."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in ("img", "script", "source", "iframe") and "src" in given:
            self.loaded.append(given["src"])
        elif tag == "link":
            self.loaded.append(given["href"])
        if tag == "style" or (tag == "script" and "src" not in given) or "style" in given:
            self.inline.append(f"{tag} {given}")
        self.inline += [name for name in given if name.startswith("on")]


@pytest.fixture(scope="module")
def pages(site_folder: Path) -> dict[Path, Page]:
    """All pages; that they are there at all means that the build had no warning."""
    return {file: Page(file) for file in sorted(site_folder.rglob("*.html"))}


def test_every_link_leads_somewhere(pages: dict[Path, Page]) -> None:
    dead = [f"{file}: {link}" for file, page in pages.items() for link in dead_links(file, pages)]
    assert dead == []
    assert sum(len(page.links) for page in pages.values()) > 2000


def dead_links(file: Path, pages: dict[Path, Page]) -> Iterator[str]:
    page = pages[file]
    for link in [*page.links, *page.loaded]:
        parts = urlsplit(link)
        if parts.scheme in ("http", "https", "data", "mailto"):
            continue
        assert not link.startswith("/"), "the site may lie in any folder"
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        known = pages.get(target)
        anchor = unquote(parts.fragment)
        if not target.is_file() or (known and anchor and anchor not in known.ids):
            yield link


def test_nothing_is_loaded_from_elsewhere(site_folder: Path, pages: dict[Path, Page]) -> None:
    for page in pages.values():
        assert not [each for each in page.loaded if urlsplit(each).netloc]
    for style in site_folder.rglob("*.css"):
        for address in re.findall(r"url\(['\"]?([^)'\"]+)", style.read_text(encoding="utf-8")):
            assert address.startswith("data:") or not urlsplit(address).netloc, (style, address)


def test_a_strict_server_blocks_nothing(site_folder: Path, pages: dict[Path, Page]) -> None:
    assert {str(file): page.inline for file, page in pages.items() if page.inline} == {}
    for language in LANGUAGES:
        words = site_folder / language / "_static" / "translations.js"
        assert not words.exists() or "addTranslations" not in words.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_all_their_pictures(site_folder: Path, game: str, language: str) -> None:
    text = (site_folder / language / "rules" / f"{game}.html").read_text(encoding="utf-8")
    diagrams = sum(isinstance(part, Diagram) for part in rules_of(game, language))
    assert text.count(f'class="kletka kletka-{game}"') == diagrams
    assert f"<h1>{face_of(game).title.say(language)}" in text


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_every_public_name_is_in_the_reference(site_folder: Path, module: str) -> None:
    inventory = InventoryFile.loads((site_folder / "en" / "objects.inv").read_bytes(), uri="")
    kinds = [kind for kind in inventory.data if kind.startswith("py:")]
    documented = {name for kind in kinds for name in inventory.data[kind]}
    source = import_module(module)
    named = {f"{home_of(source, name)}.{name}" for name in public_names(source)}
    assert named
    assert named <= documented


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_is_described(site_folder: Path, language: str) -> None:
    page = (site_folder / language / "commands.html").read_text(encoding="utf-8")
    for verb, _ in verbs_of(command_parser(language)):
        assert f"{verb.prog}<a" in page
        for inner, _ in verbs_of(verb):
            assert f"{inner.prog}<a" in page


def test_pages_of_both_languages_point_at_each_other(site_folder: Path) -> None:
    for page in ("index.html", "tutorials/player.html", "rules/index.html", "claims/claims.html"):
        english = Page(site_folder / "en" / page)
        russian = Page(site_folder / "ru" / page)
        up = "../" * (page.count("/") + 1)
        assert f"{up}ru/{page}" in english.links
        assert f"{up}en/{page}" in russian.links


@pytest.mark.parametrize("name", ["first_look", "fitted_model"])
def test_the_notebooks_are_run_when_the_site_is_built(site_folder: Path, name: str) -> None:
    """A failing cell fails the build; what the cells print is on the page."""
    notebook = json.loads((DOCS / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in codes)
    page = (site_folder / "en" / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
    assert page.count('class="cell_input') == len(codes)
    assert page.count('class="cell_output') >= len(codes) - 2
    assert page.count("<img") >= {"first_look": 6, "fitted_model": 1}[name]
