"""A missing extra gives one sentence that says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDDEN = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}


@pytest.mark.parametrize("bridge", HIDDEN)
def test_a_missing_extra_is_reported_in_one_sentence(bridge: str) -> None:
    code = (
        f"import sys; sys.modules[{HIDDEN[bridge]!r}] = None\n"
        "from kletka import KletkaError\n"
        "try:\n"
        f"    import kletka.bridges.{bridge}\n"
        "except KletkaError as error:\n"
        "    assert isinstance(error, ImportError)\n"
        "    print(error.say('en'))\n"
        "    print(error.say('ru'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    english, russian = done.stdout.splitlines()
    install = f"pip install 'kletka[{bridge}]'"
    package = HIDDEN[bridge]
    assert english == (f"this needs {package}, which is not installed; install it with: {install}")
    assert russian == (
        f"для этого нужен пакет {package}, а он не установлен; установите его так: {install}"
    )


def test_the_core_needs_no_extra() -> None:
    code = (
        "import sys, kletka, kletka.cli, kletka.bridges.vectorised\n"
        "extra = {'pyspiel', 'pettingzoo', 'distributed', 'resvg_py', 'fastapi', 'PIL'}\n"
        "print(sorted(extra & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_serving_without_the_web_extra_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['fastapi'] = None\n"
        "from kletka.cli import main\n"
        "main(['serve', '--no-browser', '--lang', 'en'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode != 0
    assert "pip install 'kletka[web]'" in done.stderr
    assert "Traceback" not in done.stderr
