"""Put compiled kernels into a wheel: see build_wheels.py.

Without the folder of kernels the wheel is pure Python, and Kletka compiles on the user's machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelsHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        kernels = os.environ.get("KLETKA_WHEEL_KERNELS")
        if version == "editable" or kernels is None:
            return
        build_data["pure_python"] = False
        build_data["tag"] = os.environ["KLETKA_WHEEL_TAG"]
        for folder in Path(kernels).iterdir():
            inside = f"kletka/compiled/{folder.name.removesuffix('-generic')}"
            build_data["force_include"][str(folder)] = inside
