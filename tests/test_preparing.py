"""Compiling ahead: afterwards nothing is left to compile, with or without a helper process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba import types

import kletka
from kletka.agents import preparing
from kletka.agents.preparing import ENGINE, WALKS, is_prepared, prepare
from kletka.games.manu_board import stone

COUNT = """
from numba.core import event
from kletka.agents import preparing

with event.install_recorder("numba:compile") as recorder:
    for step in preparing._STEPS.values():
        step()
print(len(recorder.buffer))
"""


def make_sure() -> None:
    if not is_prepared(ENGINE, WALKS):
        prepare(lambda done, steps, what: None, ENGINE, WALKS)


def test_what_is_prepared_need_not_be_compiled_by_another_process() -> None:
    make_sure()
    done = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


def test_another_copy_is_prepared_for_itself(tmp_path: Path) -> None:
    make_sure()
    here = Path(kletka.__file__).parent
    shutil.copytree(here, tmp_path / "kletka")
    assert says_prepared(here.parent) == "True"
    assert says_prepared(tmp_path) == "False"


def says_prepared(source: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", "from kletka.agents.preparing import *; print(is_prepared(ENGINE))"],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_the_steps_are_reported_one_by_one() -> None:
    make_sure()
    reported: list[tuple[int, int, str]] = []
    prepare(lambda *report: reported.append(report), ENGINE)
    names = [what for _, _, what in reported]
    assert names == [*preparing._STEPS_OF[ENGINE], ""]
    assert [done for done, _, _ in reported] == list(range(len(reported)))
    assert {steps for _, steps, _ in reported} == {len(reported) - 1}


def test_everything_is_compiled_even_if_the_helper_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a machine with two processors on which nothing is prepared."""
    make_sure()
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(preparing, "is_prepared", lambda *parts: False)
    monkeypatch.setattr(preparing, "_MEANWHILE", {"engine: moves": ("no such step",)})
    reported: list[str] = []
    prepare(lambda done, steps, what: reported.append(what), ENGINE)
    assert reported[-2:] == [preparing.LAST_LOOK, ""]
    assert set(preparing._STEPS_OF[ENGINE]) < set(reported)


def test_whole_numbers_of_any_kind_share_one_compiled_form() -> None:
    for kind in (types.int16, types.int32, types.int64, types.IntegerLiteral(3)):
        stone.get_call_template((kind,), {})
    assert [signature.args for signature in stone.nopython_signatures] == [(types.int64,)]
