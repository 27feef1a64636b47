"""Promises of the package as a whole: exported names, lazy imports, pictures, changelog."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs.make_pictures import draw_pictures

import kletka

ROOT = Path(__file__).parent.parent

NAMES = {
    "GAMES",
    "Budget",
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
    "analyse",
    "divide",
    "perft",
    "solve",
    "start",
    "svg",
}


def test_exported_names_are_these() -> None:
    assert set(kletka.__all__) == NAMES
    assert all(hasattr(kletka, name) for name in NAMES)


def test_names_that_are_loaded_later_are_those_of_their_packages() -> None:
    from kletka.drawing import svg
    from kletka.engine import analyse
    from kletka.engine.solving import solve

    assert (kletka.svg, kletka.analyse, kletka.solve) == (svg, analyse, solve)
    assert set(kletka.__all__) <= set(dir(kletka))
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        kletka.chess  # type: ignore[attr-defined]  # noqa: B018


def test_the_example_of_the_package_runs() -> None:
    failed, tried = doctest.testmod(kletka)
    assert (failed, tried) == (0, 4)


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


def test_every_refusal_of_the_server_is_documented() -> None:
    table = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    codes: set[str] = set()
    for file in (ROOT / "src" / "kletka" / "web").rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:Refused|NotDone|__init__)\(\s*"([a-z_]+)"', source))
    assert len(codes) > 30
    unsaid = {code for code in codes if f"`{code}`" not in table}
    assert unsaid == {"gone"}, "a client that has gone reads nothing"
