"""Kernels: what is compiled, where the code is kept, and plain Python until it is there."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from numba import types
from numba.core.dispatcher import Dispatcher

import kletka
from kletka.agents.preparing import PLAY, is_prepared, prepare
from kletka.compiling import store
from kletka.games import manu_board
from kletka.games import switchboard as rules

PLAYS = """
from numba.core import event
import kletka
with event.install_recorder("numba:compile") as recorder:
    position = kletka.start("kamiken(size=3)")
    position = position.play(position.moves[0])
print(len(recorder.buffer))
"""
SWITCHES = """
from numba.core import event
import kletka
from kletka.compiling import switching
with event.install_recorder("numba:compile") as compiled:
    before = kletka.start("kamiken(size=3)")
    loaded = before.variant.rules.apply._compiled.overloads
    plain = str(before.play("B2")), len(loaded)
    switching.mark(switching.READY)
    switching._switch._next_look = 0.0
    print(plain == (str(before.play("B2")), 0), len(loaded), len(compiled.buffer))
"""


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    if not is_prepared(PLAY):
        prepare(lambda done, steps, what: None, PLAY)


def run(code: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def folder_of(family: str) -> Path:
    folder = store._own_folder(family)
    assert folder is not None
    return folder


def copy_of_the_kernels(to: Path) -> Path:
    """A cache folder with all kernels, but without the marks of prepared parts."""
    for family in ("kletka.games", "kletka.engine"):
        folder = to / "kernels" / folder_of(family).name
        shutil.copytree(folder_of(family), folder)
        for file in folder.iterdir():
            if file.suffix != ".kernel":
                file.unlink()
    return to


def test_another_copy_of_the_package_uses_the_same_kernels(tmp_path: Path) -> None:
    shutil.copytree(Path(kletka.__file__).parent, tmp_path / "kletka")
    assert run(PLAYS, PYTHONPATH=str(tmp_path)) == "0"


def test_a_changed_rule_is_compiled_again(tmp_path: Path) -> None:
    shutil.copytree(Path(kletka.__file__).parent, tmp_path / "kletka")
    with (tmp_path / "kletka" / "games" / "boards.py").open("a", encoding="utf-8") as source:
        source.write("\n# changed\n")
    assert int(run(PLAYS, PYTHONPATH=str(tmp_path), KLETKA_CACHE_DIR=str(tmp_path / "cache"))) > 0


def test_kernels_of_the_package_are_used_unless_native_ones_are_wanted(tmp_path: Path) -> None:
    shutil.copytree(Path(kletka.__file__).parent, tmp_path / "kletka")
    shipped = tmp_path / "kletka" / "compiled" / store._stamp("kletka.games")
    shutil.copytree(folder_of("kletka.games"), shipped)
    elsewhere = {"PYTHONPATH": str(tmp_path), "KLETKA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(PLAYS, **elsewhere) == "0"
    assert int(run(PLAYS, **elsewhere, KLETKA_KERNELS="native")) > 0


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    cache = copy_of_the_kernels(tmp_path)
    [damaged] = (cache / "kernels").glob("*/games.kamiken.apply-*.kernel")
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[: len(whole) // 2])
    assert int(run(PLAYS, KLETKA_CACHE_DIR=str(cache))) > 0
    assert run(PLAYS, KLETKA_CACHE_DIR=str(cache)) == "0"


def test_nothing_is_read_from_a_folder_that_others_can_write_to(tmp_path: Path) -> None:
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o700)
    assert store.is_private(folder)
    for mode in (0o770, 0o707):
        folder.chmod(mode)
        assert not store.is_private(folder)
    folder.chmod(0o700)
    tmp_path.chmod(0o777)
    assert not store.is_private(folder)  # others could rename it and make their own
    tmp_path.chmod(0o777 | stat.S_ISVTX)
    assert store.is_private(folder)


@pytest.mark.skipif(os.getuid() != 0, reason="only the administrator can give folders away")
def test_nothing_is_read_from_the_folder_of_another_user(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, -1)
    assert not store.is_private(tmp_path)


def test_a_cache_that_others_can_write_to_is_left_alone(tmp_path: Path) -> None:
    cache = copy_of_the_kernels(tmp_path)
    for folder in (cache / "kernels").iterdir():
        folder.chmod(0o777)
    code = "from kletka.compiling import store; print(store._own_folder('kletka.games'))"
    used = run(code, KLETKA_CACHE_DIR=str(cache), TMPDIR=str(tmp_path / "missing"))
    assert not used.startswith(str(cache))


def test_a_read_only_home_directory_is_no_problem(tmp_path: Path) -> None:
    code = "from kletka.compiling import store; print(store._own_folder('kletka.games').is_dir())"
    assert run(code, KLETKA_CACHE_DIR="/dev/null/kletka", TMPDIR=str(tmp_path)) == "True"


def test_old_kernels_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KLETKA_CACHE_DIR", str(tmp_path))
    old, new = tmp_path / "kernels" / "old", tmp_path / "kernels" / "new"
    for folder in (old, new):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    store.delete_old()
    assert [folder.name for folder in (tmp_path / "kernels").iterdir()] == ["new"]


def test_kernels_are_plain_python_until_they_are_compiled(tmp_path: Path) -> None:
    cache = copy_of_the_kernels(tmp_path)
    told = run(SWITCHES, KLETKA_CACHE_DIR=str(cache), KLETKA_KERNELS="background")
    assert told == "True 1 0"


def test_kernels_that_only_kernels_call_are_not_turned_into_machine_code() -> None:
    """Fails if a new version of Numba goes another way."""
    assert isinstance(rules.moves, Dispatcher)
    manu_board.stone.get_call_template((types.int64,), {})
    key = manu_board.stone.get_overload((types.int64,))
    assert not callable(key)
    assert not manu_board.stone.overloads


def test_whole_numbers_of_any_kind_share_one_compiled_form() -> None:
    found = set()
    for kind in (types.int16, types.int32, types.int64, types.IntegerLiteral(3)):
        template, *_ = manu_board.stone.get_call_template((kind,), {})
        found |= {signature.args for signature in template.cases}
    assert found == {(types.int64,)}
