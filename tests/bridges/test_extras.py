"""A missing extra gives one sentence that says what to install."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from kletka.extras import need

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


WEB_PACKAGES = ("alembic", "fastapi", "jinja2", "orjson", "PIL", "resvg_py", "segno", "sqlalchemy")


@pytest.mark.parametrize("package", [*WEB_PACKAGES, "python_multipart", "uvicorn", "websockets"])
def test_every_package_of_the_web_extra_is_named_when_it_is_missing(package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from kletka.cli import main\n"
        "main(['serve', '--no-browser', '--port', '0', '--lang', 'en'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"kletka: this needs {package}, which is not installed; install it with: "
        "pip install 'kletka[web]'\n"
    )


@pytest.mark.parametrize(
    ("module", "package"), [("drawing.raster", "resvg_py"), ("web.pages.gif", "PIL")]
)
def test_pictures_in_dots_say_what_they_need(module: str, package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from kletka.extras import MissingExtra\n"
        f"try:\n    import kletka.{module}\n"
        "except MissingExtra as missing:\n    print(missing.extra, missing)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"web this needs {package}, which is not installed; install it with: "
        "pip install 'kletka[web]'\n"
    )


def test_a_missing_module_of_our_own_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"kletka\.chess"), need("web"):
        import_module("kletka.chess")
