"""Completion in shells: what is offered, and the scripts that make shells ask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kletka.agents import read_agent
from kletka.agents.levels import LEVELS
from kletka.cli.completion import AGENTS, SHELLS, script, specs
from kletka.extras import MissingExtra
from kletka.spec import Spec


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kletka", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "KLETKA_LANG": "en", **environment},
        check=False,
    )


def offered(line: str, folder: Path) -> list[str]:
    """What a shell is told to offer after a line."""
    answer = folder / "answer"
    run(
        _ARGCOMPLETE="1",
        _ARGCOMPLETE_IFS="\n",
        _ARGCOMPLETE_SHELL="bash",
        _ARGCOMPLETE_SUPPRESS_SPACE="1",
        _ARGCOMPLETE_STDOUT_FILENAME=str(answer),
        COMP_LINE=line,
        COMP_POINT=str(len(line)),
    )
    return answer.read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kletka so", ["solve"]),
        ("kletka lab so", ["solve-table"]),
        ("kletka solve --m", ["--moves", "--memory"]),
        ("kletka rules v", ["vyun"]),
        ("kletka show 'manu(size=1", ["manu(size=13)", "manu(size=19)"]),
        ("kletka match inv", ["inventor"]),
        ("kletka play vyun --seats me,cop", ["me,copying"]),
        ("kletka lab ratings kamiken --players random,inv", ["random,inventor"]),
        ("kletka show vyun --lang ", ["en", "ru"]),
        ("kletka --install-completion f", ["fish"]),
    ],
)
def test_what_may_follow(line: str, words: list[str], tmp_path: Path) -> None:
    assert offered(line, tmp_path) == words


def test_what_is_offered_exists() -> None:
    assert [f"level{level}" for level in LEVELS] == list(AGENTS[: len(LEVELS)])
    for name in AGENTS:
        try:
            read_agent(name).close()
        except MissingExtra:
            assert name.startswith("openspiel")
    for spec in specs():
        Spec(spec)


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_are_shown_and_installed(shell: str, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    shown = run("--show-completion", shell)
    assert (shown.returncode, shown.stdout) == (0, script(shell))
    installed = run("--install-completion", SHELL=f"/usr/bin/{shell}", **home)
    assert installed.returncode == 0
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert installed.stdout.startswith(f"{file}: new shells complete kletka")
    assert file.read_text("utf-8") == script(shell)


def test_bash_asks_for_completions() -> None:
    asked = f"{script('bash')}\ncomplete -p kletka"
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("kletka")


def test_a_shell_that_is_not_known_is_refused() -> None:
    done = run("--install-completion", SHELL="/bin/tcsh")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kletka: name your shell, which must be one of bash, zsh, fish\n"


def test_other_commands_do_not_load_it() -> None:
    code = (
        "import sys; from kletka.cli import main; main(['perft', 'kamiken(size=1)', '0'])\n"
        "print('argcomplete' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\nFalse\n"
