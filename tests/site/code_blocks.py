"""Runs the code blocks of a page, in order and in a folder of their own.

- `python`: executed; with `>>>`, the output is compared as doctest does. All blocks share names.
- `sh`: every line is a `kletka` command that must succeed.
- `console`: lines after `$` are `kletka` commands, followed by what they print; `...` is anything.
- `text` and `json` show something and are not commands; a block marked `not-run` is only looked at.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SHOWN = {"text", "json", "diagram"}
_BLOCK = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHECK = doctest.OutputChecker()
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    language: str
    mark: str
    code: str
    line: int


def blocks_of(page: Path) -> Iterator[Block]:
    """The fenced code blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        language, _, mark = found[1].partition(" ")
        yield Block(language, mark, found[2], text.count("\n", 0, found.start()) + 1)


def run_blocks(page: Path, folder: Path) -> int:
    """Run all blocks of a page that are not marked; returns how many."""
    names: dict[str, Any] = {"__name__": "__main__"}
    ran = 0
    for block in blocks_of(page):
        where = f"{page.name}, line {block.line}"
        if block.mark or block.language in SHOWN:
            continue
        if block.language == "python":
            _run_python(block.code, names, where)
        elif block.language == "sh":
            for line in block.code.splitlines():
                run_command(line, folder, where)
        elif block.language == "console":
            _run_session(block.code, folder, where)
        else:
            raise AssertionError(f"{where}: what is a block of {block.language!r}?")
        ran += 1
    return ran


def _run_python(code: str, names: dict[str, Any], where: str) -> None:
    if ">>>" not in code:
        exec(compile(code, where, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(code, names, where, where, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, where


def _run_session(code: str, folder: Path, where: str) -> None:
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        printed = run_command(command, folder, where)
        shown = f"{where}: {command}\nexpected:\n{expected}\nprinted:\n{printed}"
        assert _CHECK.check_output(expected, printed, _FLAGS), shown


def run_command(line: str, folder: Path, where: str) -> str:
    """Run a `kletka` command; returns what it prints."""
    words = shlex.split(line, comments=True)
    if not words:
        return ""
    assert words[0] == "kletka", f"{where}: only kletka commands are run, not {line!r}"
    done = subprocess.run(
        [sys.executable, "-m", "kletka", *words[1:]],
        cwd=folder,
        env={"KLETKA_LANG": "en", **os.environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{where}: {line}\n{done.stderr}"
    return done.stdout
