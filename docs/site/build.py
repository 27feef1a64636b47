"""Build the documentation site: `python -m docs.site.build [FOLDER]`.

Each language is a Sphinx project of its own, so that search, menus and links are in that language.
The pages of docs/ and those that are generated from the package are laid out in a temporary folder.
Any warning fails the build.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from docs.site.layout import lay_out
from docs.site.words import WORDS
from kletka.language import LANGUAGES

SITE = Path(__file__).parent
PACKAGED = SITE.parent.parent / "src" / "kletka" / "web" / "docs_site"  # `kletka serve` shows it
_CHOICE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kletka</title><link rel="icon" href="en/_static/icon.svg" type="image/svg+xml">
<ul><li><a href="en/index.html">English</a></li>
<li><a href="ru/index.html" lang="ru">Русский</a></li></ul></html>
"""


def build(out: Path) -> None:
    """Build the site in both languages, in place of what is in this folder."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        sources = {language: scratch / "sources" / language for language in LANGUAGES}
        for language, source in sources.items():
            lay_out(language, source)
        for language, source in sources.items():
            _build_language(language, source, scratch / "site" / language, scratch)
        (scratch / "site" / "index.html").write_text(_CHOICE, encoding="utf-8")
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(scratch / "site", out)


def _build_language(language: str, source: Path, out: Path, scratch: Path) -> None:
    from sphinx.cmd.build import build_main

    os.environ["KLETKA_LANG"] = language  # notebooks and generated texts speak it too
    settings = ["-D", f"language={language}", "-D", f"html_title={WORDS[language]['name']}"]
    arguments = ["-q", "-W", "--keep-going", "-E", "-c", str(SITE), *settings]
    doctrees = scratch / "doctrees" / language
    if build_main([*arguments, "-d", str(doctrees), str(source), str(out)]):
        raise SystemExit(f"the site has faults ({language}), see above")
    (out / ".buildinfo").unlink(missing_ok=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGED)
