"""Lays out the sources of the site for one language: written pages, generated pages, menus.

`name.md` is English and `name.ru.md` is Russian; on the site of a language both are `name`. A page
that exists only in English is linked from the Russian site.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from docs.site.commands import write_commands
from docs.site.examples import write_examples
from docs.site.http_api import write_http_api
from docs.site.reference import write_reference
from docs.site.rules import write_rules
from docs.site.words import WORDS

DOCS = Path(__file__).parent.parent
FOLDERS = (
    "claims",
    "guides",
    "notebooks",
    "pictures",
    "portraits",
    "ratings",
    "readings",
    "tutorials",
)
NOT_RUN = "not-run"
_ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>$', re.MULTILINE)
_LINK = re.compile(r"(?<!!)(\[[^\]]*\]|\[!\[[^\]]*\]\([^)]*\)\])\(([^)\s:]+?)(#[^)\s]*)?\)")


def lay_out(language: str, folder: Path) -> None:
    """Write all sources of the site in this language to a folder."""
    for file in written_files():
        copied = _place(file.relative_to(DOCS), language)
        if copied:
            (folder / copied).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / copied)
    write_rules(language, folder)
    write_commands(language, folder)
    if language == "en":
        write_examples(folder)
        write_reference(folder)
        write_http_api(folder)
    pages = {page: page.read_text(encoding="utf-8") for page in folder.rglob("*.md")}
    for page, text in pages.items():
        text = _relink(text, page.relative_to(folder).as_posix(), folder, language)
        text = _mark_what_is_not_run(text, language)
        text = text.replace("\n\n```\n", "\n```\n")  # the empty line that ends a doctest
        pages[page] = _ANCHOR.sub(r"(\1)=", text)
    for page, text in pages.items():
        page.write_text(text, encoding="utf-8")
    _add_menus(language, folder)


def written_files() -> Iterator[Path]:
    """The pages, notebooks and pictures in docs/ that belong to the site."""
    endings = {".md", ".ipynb", ".svg", ".png", ".ndjson"}
    places = [DOCS.glob("*"), *((DOCS / name).rglob("*") for name in FOLDERS)]
    for place in places:
        yield from sorted(file for file in place if file.suffix in endings)


def _place(file: Path, language: str) -> str | None:
    """Where a file of docs/ goes on the site of a language; None if it is not for it."""
    name = file.as_posix()
    if name.endswith(".ru.md"):
        return name.removesuffix(".ru.md") + ".md" if language == "ru" else None
    if file.suffix in (".md", ".ipynb"):
        return name if language == "en" else None
    return name


def _mark_what_is_not_run(text: str, language: str) -> str:
    caption = WORDS[language]["not_run"]
    return re.sub(
        rf"^```(\w+) {NOT_RUN}$",
        rf"```{{code-block}} \1\n:caption: {caption}\n",
        text,
        flags=re.MULTILINE,
    )


def _relink(text: str, page: str, folder: Path, language: str) -> str:
    """Point links at what they mean on the site."""
    here = PurePosixPath(page).parent.as_posix()

    def relinked(match: re.Match[str]) -> str:
        shown, target, anchor = match[1], match[2], match[3] or ""
        if not target.endswith((".md", ".py", ".ipynb")):
            return match[0]
        meant = normpath(f"{here}/{target}")
        if meant.startswith("../examples/"):
            meant = _page_of_example(meant.removeprefix("../"))
        wanted = _language_of_page(meant, folder, language)
        meant = meant.replace(".ru.md", ".md")
        if wanted != language:
            way_up = "../" * (page.count("/") + 1)
            address = f"{way_up}{wanted}/{PurePosixPath(meant).with_suffix('.html')}"
            return f"{shown}(other:{address})"
        if anchor and f'id="{anchor[1:]}"' in (folder / meant).read_text(encoding="utf-8"):
            return f"{shown}({anchor})"
        return f"{shown}({relpath(meant, here)}{anchor})"

    return _LINK.sub(relinked, text)


def _language_of_page(page: str, folder: Path, language: str) -> str:
    """The language in which a link wants its page."""
    if page.endswith(".ru.md"):
        return "ru"
    has_russian = (DOCS / page).with_suffix(".ru.md").exists()
    return "en" if has_russian or not (folder / page).exists() else language


def _page_of_example(file: str) -> str:
    path = PurePosixPath(file)
    if path.name == "README.md":
        return f"{path.parent}.md"
    return path.with_suffix(".md").as_posix()


def _add_menus(language: str, folder: Path) -> None:
    """Add the menus of navigation.toml to their pages."""
    text = (Path(__file__).parent / "navigation.toml").read_text(encoding="utf-8")
    for menu in tomllib.loads(text)["menu"]:
        page = folder / f"{menu['page']}.md"
        if not page.exists():
            continue
        here = PurePosixPath(menu["page"]).parent
        listed = "\n".join(_listed(menu["pages"], folder, here, language))
        caption = f":caption: {menu[language]}\n" if language in menu else ""
        with page.open("a", encoding="utf-8") as file:
            file.write(f"\n```{{toctree}}\n:hidden:\n{caption}\n{listed}\n```\n")


def _listed(patterns: list[str], folder: Path, here: PurePosixPath, language: str) -> Iterator[str]:
    """The pages as a menu names them: by their titles, which many players make different."""
    for pattern in patterns:
        for ending in (".md", ".ipynb"):
            for file in sorted(folder.glob(pattern + ending)):
                name = file.relative_to(folder).with_suffix("").as_posix()
                address = relpath(name, here.as_posix())
                if name.endswith("-players"):
                    title = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
                    address = f"{title}, {WORDS[language]['many_players']} <{address}>"
                yield address
