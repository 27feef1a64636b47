"""One build of the site for all tests, also when they run in several processes."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def built_site(shared: Path) -> Path:
    """The site below a folder that all test processes share; the first one to ask builds it."""
    site, lock = shared / "docs-site", shared / "docs-site.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not site.exists():
            command = [sys.executable, "-m", "docs.site.build", str(site)]
            subprocess.run(command, cwd=ROOT, check=True)
    return site
