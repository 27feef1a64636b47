"""What the theme needs to know of the site: words, the other language, the colours of boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translator

from docs.site.words import IN_RUSSIAN, WORDS
from kletka.drawing.palette import PLAYERS_LIGHT, stylesheet


def set_up_theme(app: Sphinx) -> None:
    app.connect("builder-inited", _translate_theme)
    app.connect("html-page-context", _complete_context)
    app.connect("build-finished", _write_board_style)
    app.connect("build-finished", _do_without_eval)


class _Translations:
    """Our words where we have some, else those of Sphinx."""

    def gettext(self, text: str) -> str:
        ours = IN_RUSSIAN.get(text.strip())
        if ours is None:
            return get_translator().gettext(text)
        return text.replace(text.strip(), ours)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return get_translator().ngettext(one, many, count)


def _translate_theme(app: Sphinx) -> None:
    if app.config.language == "ru" and isinstance(app.builder, StandaloneHTMLBuilder):
        environment: Any = app.builder.templates
        environment.environment.install_gettext_translations(_Translations())


def _complete_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Tell the templates our words, and where this page is in the other language."""
    other = "en" if app.config.language == "ru" else "ru"
    page = pagename if _exists(app, other, pagename) else "index"
    context["docs_words"] = WORDS[app.config.language]
    context["other_language"] = other
    context["other_address"] = "../" * (pagename.count("/") + 1) + f"{other}/{page}.html"
    if app.config.language == "ru":
        context["_"] = _Translations().gettext


def _exists(app: Sphinx, language: str, page: str) -> bool:
    beside = Path(app.srcdir).parent / language
    return page in ("search", "genindex") or any(
        (beside / f"{page}{ending}").exists() for ending in (".md", ".ipynb")
    )


def _write_board_style(app: Sphinx, failure: Exception | None) -> None:
    """Write the style of the boards, once for all pages."""
    if failure is None:
        style = stylesheet(len(PLAYERS_LIGHT))
        (Path(app.outdir) / "_static" / "board.css").write_text(style, encoding="utf-8")


def _do_without_eval(app: Sphinx, failure: Exception | None) -> None:
    """Write the words of the search as plain code: Sphinx's are evaluated, which servers forbid."""
    file = Path(app.outdir) / "_static" / "translations.js"
    if failure is not None or not file.exists():
        return
    text = file.read_text(encoding="utf-8")
    catalogue = json.loads(text.removeprefix("Documentation.addTranslations(").removesuffix(");"))
    messages = json.dumps(catalogue["messages"], ensure_ascii=False)
    file.write_text(
        f"Object.assign(Documentation.TRANSLATIONS, {messages});\n"
        f"Documentation.PLURAL_EXPR = (n) => {catalogue['plural_expr']};\n"
        f"Documentation.LOCALE = {json.dumps(catalogue['locale'])};\n",
        encoding="utf-8",
    )
