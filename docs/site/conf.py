"""The settings of Sphinx; `language` comes from the command line."""

from __future__ import annotations

from typing import Any

from docs.site.theme import set_up_theme
from kletka import __version__

project = "Kletka"
author = "Kletka"
release = version = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
nitpicky = False
default_role = "code"  # docstrings write `code` with single backticks
add_module_names = False
toc_object_entries_show_parents = "hide"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# Pages that exist only in English are linked from the Russian ones by this scheme.
myst_url_schemes = {"http": None, "https": None, "mailto": None, "other": "{{path}}"}
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_merge_streams = True
nb_output_stderr = "remove"  # bars of progress

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autoclass_content = "class"

html_theme = "furo"
html_title = "Kletka"
html_static_path = ["static", "../../src/kletka/web/static/icon.svg"]
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_css_files = ["board.css", "kletka-docs.css"]
html_js_files: list[str] = []
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"


def setup(app: Any) -> None:
    set_up_theme(app)
