"""One build of the site for all tests, also when they run in several processes."""

from __future__ import annotations

import fcntl
from pathlib import Path

from docs.site.build import build


def built_site(shared: Path) -> Path:
    """The site below a folder that all test processes share; the first one to ask builds it."""
    site, lock = shared / "site", shared / "site.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not site.exists():
            build(site)
    return site
