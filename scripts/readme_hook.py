"""Gives Hatchling the README for the package's page: see package_readme.py."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ReadmeHook(MetadataHookInterface):  # type: ignore[misc,unused-ignore]
    def update(self, metadata: dict[str, Any]) -> None:
        """Set the field `readme`."""
        root = Path(self.root)
        made = runpy.run_path(str(root / "scripts" / "package_readme.py"))["package_readme"]
        text = made((root / "README.md").read_text("utf-8"), metadata.get("urls", {}).get("Source"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
