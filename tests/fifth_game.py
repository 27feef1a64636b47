"""A copy of the project with a fifth game, added as `examples/fifth_game/README.md` says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.write_switchboards import ROOT, write_all

GAME = "apart"
PLACES = {"rules": "games", "face": "faces", "drawing": "drawing"}


def add_fifth_game(copy: Path) -> dict[str, str]:
    """Copy the project and add the game; returns the environment in which the copy runs.

    Nothing is compiled there: kernels also run as plain Python.
    """
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for source, package in PLACES.items():
        target = copy / "src/kletka" / package / f"{GAME}.py"
        shutil.copy(ROOT / "examples/fifth_game" / f"{source}.py", target)
    catalogue = copy / "src/kletka/games/catalogue.py"
    before = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(re.sub(r"\n\)", f'\n    "{GAME}",\n)', before), encoding="utf-8")
    write_all(copy)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy)]),
        "NUMBA_DISABLE_JIT": "1",
    }


def run(environment: dict[str, str], *arguments: str) -> str:
    """The output of a Python command in the copy."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=environment["PYTHONPATH"].rpartition(os.pathsep)[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
