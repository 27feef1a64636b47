"""The README as the package's page shows it, where links into the project lead nowhere.

With an address of the project, `Source` in `[project.urls]`, pictures and links become absolute.
Without one, pictures are left out and links become plain text.
"""

from __future__ import annotations

import re
from functools import partial

_PICTURE = re.compile(r"!\[([^\]]*)\]\(((?!https?://)[^)]+)\)")
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(((?!https?://|#)[^)]+)\)")
_EMPTY_ROW = re.compile(r"^\|(?: *\|)+\n(?!\|---)", re.MULTILINE)


def package_readme(readme: str, source: str | None) -> str:
    """The text of the page; `source` is the address of the repository, or None."""
    if source is not None:
        address = source.rstrip("/")
        drawn = _PICTURE.sub(rf"![\1]({address}/raw/HEAD/\2)", readme)
        return _LINK.sub(partial(_absolute, address=address), drawn)
    without_pictures = _EMPTY_ROW.sub("", _PICTURE.sub("", readme))
    return _LINK.sub(r"\1", without_pictures)


def _absolute(link: re.Match[str], address: str) -> str:
    return f"[{link[1]}]({address}/blob/HEAD/{link[2]})"
