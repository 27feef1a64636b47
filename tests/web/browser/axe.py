"""axe-core, which looks for barriers on a page: `scripts/test_tools.sh` fetches it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_NAME = (Path(__file__).parent / "axe-core.sha256").read_text("utf-8").split()[1]
_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def _script() -> str:
    return (_CACHE / "kletka-tests" / _NAME).read_text("utf-8")


def barriers(page: Page) -> list[str]:
    """What is in the way of people who use a screen reader, keys, or need strong contrast."""
    page.evaluate(_script())
    found: dict[str, Any] = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {node['html'][:200]} ({_reason(node)})"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def _reason(node: dict[str, Any]) -> str:
    checks = [check for kind in ("any", "all", "none") for check in node[kind]]
    return "; ".join(check["message"] for check in checks)
