"""The package as people install it: a wheel with compiled kernels, in a clean environment."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

import kletka
from tests.web.browser.serving import Server
from tests.web.clients import Api

ROOT = Path(__file__).parent.parent
COMPILES = """
from numba.core import event
with event.install_recorder("numba:compile") as recorder:
    from kletka.cli import main
    main({words})
print(len(recorder.buffer))
"""


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first of all test processes fills."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder = root / name
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.mkdir()
            make(folder)
    return folder


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make wheel` makes, for this Python."""

    def build(out: Path) -> None:
        script = ROOT / "scripts" / "build_wheels.py"
        subprocess.run([sys.executable, script, "--out", out], check=True, capture_output=True)

    return once(tmp_path_factory, "archives", build)


@pytest.fixture(scope="module")
def installed(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment, with what is locked for the web app and our wheel; its folder."""

    def install(folder: Path) -> None:
        venv.create(folder / "venv", with_pip=True)
        pip: list[str | Path] = [folder / "venv/bin/python", "-m", "pip", "install", "--quiet"]
        [wheel] = archives.glob("*-cp3*.whl")
        subprocess.run([*pip, "-r", ROOT / "requirements.lock"], check=True)
        subprocess.run([*pip, "--no-deps", wheel], check=True)

    return once(tmp_path_factory, "installed", install)


def environment(installed: Path) -> dict[str, str]:
    """A user without anything compiled, and without our sources."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "KLETKA_CACHE_DIR": str(installed / "cache")}


def run(installed: Path, *words: str | Path) -> str:
    return subprocess.run(
        [installed / "venv/bin/python", *words],
        cwd=installed,
        env=environment(installed),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["best", "manu(size=6)", "--sims", "50"],
        ["best", "vyun(board=4x4)", "--level", "2"],
        ["solve", "kamiken(size=4)"],
        ["perft", "ydyumby(board=4x4)", "2"],
    ],
)
def test_nothing_is_compiled_on_the_users_machine(installed: Path, words: Sequence[str]) -> None:
    told = run(installed, "-c", COMPILES.format(words=list(words)))
    assert told.splitlines()[-1] == "0"


def test_the_installed_command_plays_and_serves(installed: Path) -> None:
    data = installed / "data"
    data.mkdir()
    server = Server(data, environment=environment(installed), python=installed / "venv/bin/python")
    server.start()
    try:
        assert Api(server).get("/games").status_code == 200
    finally:
        server.stop()
    solved = json.loads(run(installed, "-m", "kletka", "solve", "kamiken(size=3)", "--json"))
    assert solved["solved"]


def test_the_archives_are_fit_for_the_index(archives: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *archives.iterdir()], check=True
    )
    names = [file.name for file in archives.iterdir()]
    assert f"kletka-{kletka.__version__}.tar.gz" in names
    assert f"kletka-{kletka.__version__}-py3-none-any.whl" in names


def test_the_pure_wheel_has_no_kernels_and_the_other_has(archives: Path) -> None:
    for wheel in archives.glob("*.whl"):
        kernels = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".kernel")]
        assert bool(kernels) == ("-cp3" in wheel.name)


def test_a_wheel_can_be_built_from_the_source_archive(archives: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(next(archives.glob("*.tar.gz")), tmp_path)
    [folder] = tmp_path.iterdir()
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", folder],
        check=True,
        capture_output=True,
    )
    assert list((folder / "dist").glob("*-py3-none-any.whl"))


def test_version_changelog_and_citation_agree() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert newest is not None
    assert newest[1] == kletka.__version__
    assert f"\nversion: {kletka.__version__}\n" in citation


def test_a_tag_of_this_commit_is_the_version() -> None:
    tags = subprocess.run(
        ["git", "tag", "--points-at", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert all(tag == f"v{kletka.__version__}" for tag in tags if tag.startswith("v"))


def test_new_installations_get_the_numba_that_has_compiled_the_kernels() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    [numba] = [need for need in project["dependencies"] if need.startswith("numba")]
    assert numba.endswith(f"<={version('numba')}")
