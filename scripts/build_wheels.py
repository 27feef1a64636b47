"""Build the source archive, a pure wheel, and a wheel with compiled kernels for each Python.

    python scripts/build_wheels.py [--out dist] [PYTHON...]

PYTHON is a command such as python3.12; by default this one. Each needs a virtual environment of its
own, since compiled kernels depend on the version of Python. They are compiled for the generic
processor of this platform: run the same command on Linux for aarch64, on macOS and on Windows to
get their wheels.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
NUMBAS_TAG = """
from importlib.metadata import distribution
for line in distribution("numba").read_text("WHEEL").splitlines():
    if line.startswith("Tag: "):
        print(line.removeprefix("Tag: "))
        break
"""  # our wheel runs wherever Numba's own wheel does


def run(*command: str | Path, **environment: str) -> str:
    """Run a command in the project's folder; its output."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()


def build_pure(out: Path) -> None:
    """The source archive, and a wheel for platforms that have none with kernels."""
    run(sys.executable, "-m", "build", "--installer", "pip", "--outdir", out, ROOT)


def build_with_kernels(python: Path, out: Path, work: Path) -> None:
    """Compile everything for the generic processor and pack it."""
    compiling = {
        "KLETKA_CACHE_DIR": str(work),
        "KLETKA_KERNELS": "",
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "PYTHONPATH": str(ROOT / "src"),
    }
    run(python, "-m", "kletka", "prepare", **compiling)
    packing = {
        "KLETKA_WHEEL_KERNELS": str(work / "kernels"),
        "KLETKA_WHEEL_TAG": run(python, "-c", NUMBAS_TAG),
    }
    run(sys.executable, "-m", "build", "--installer", "pip", "--wheel", "--outdir", out, **packing)


def with_requirements(command: str, work: Path) -> Path:
    """The Python of a new environment with the locked requirements."""
    run(command, "-m", "venv", work)
    folder = "Scripts" if os.name == "nt" else "bin"
    python = work / folder / "python"
    run(python, "-m", "pip", "install", "--quiet", "-r", ROOT / "requirements.lock")
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    build_pure(options.out)
    for command in options.pythons or [None]:
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            python = with_requirements(command, work / "venv") if command else Path(sys.executable)
            build_with_kernels(python, options.out, work / "cache")
    for file in sorted(options.out.iterdir()):
        print(f"{file.stat().st_size / 2**20:6.1f} MB  {file}")


if __name__ == "__main__":
    main()
