"""Promises of the package as a whole: exported names, lazy imports, pictures, changelog."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from docs.make_pictures import draw_pictures

import kletka

ROOT = Path(__file__).parent.parent

NAMES = {
    "GAMES",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSpec",
    "KletkaError",
    "Move",
    "Position",
    "Record",
    "Spec",
    "divide",
    "perft",
    "start",
}


def test_exported_names_are_these() -> None:
    assert set(kletka.__all__) == NAMES
    assert all(hasattr(kletka, name) for name in NAMES)


def test_importing_loads_neither_compiler_nor_numpy() -> None:
    code = "import sys, kletka; print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_pictures_of_the_readme_are_what_the_renderer_draws() -> None:
    for name, picture in draw_pictures().items():
        assert (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8") == picture


def test_every_promise_names_its_tests() -> None:
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    promised, _, _ = text.partition("## What is not promised")
    rows = [line for line in promised.splitlines() if re.match(r"\| (?!promise \|)", line)]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row)
        assert named, row
        for file, test in named:
            source = (ROOT / file).read_text(encoding="utf-8")
            assert re.search(rf"^def {test}\(", source, re.MULTILINE), f"{file} has no {test}"


def test_the_changelog_has_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    assert versions[0] == kletka.__version__


def test_using_kletka_leaves_numbas_settings_alone() -> None:
    code = (
        "import numba; before = numba.config.CACHE_DIR\n"
        "import kletka; kletka.start('kamiken(size=3)').moves\n"
        "assert numba.config.CACHE_DIR == before"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_read_only_home_directory_is_no_problem() -> None:
    code = "from kletka.games.compiling import cache_folder; print(cache_folder('games').is_dir())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "KLETKA_CACHE_DIR": "/dev/null/kletka"},
    )
    assert done.stdout == "True\n"


def test_every_refusal_of_the_server_is_documented() -> None:
    table = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    codes: set[str] = set()
    for file in (ROOT / "src" / "kletka" / "web").rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:Refused|NotDone|__init__)\(\s*"([a-z_]+)"', source))
    assert len(codes) > 30
    unsaid = {code for code in codes if f"`{code}`" not in table}
    assert unsaid == {"gone"}, "a client that has gone reads nothing"
