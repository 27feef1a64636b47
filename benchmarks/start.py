"""From nothing to the first move: how long does a newcomer wait?

Everything begins with empty caches, each way in folders of its own: a wheel that pip installs from
files on disk; a clone whose requirements are installed; and the same clone at the last revision
that compiled before it answered. The speed of the kernels in the wheel is compared with that of
kernels compiled for this processor.

Run as `python -m benchmarks.start [--before REVISION] [--wheel FILE]`, or `make bench-start`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
COMPILED_FIRST = "ad3e3d7"  # the last revision that compiled before it answered
PATIENCE = 900.0  # seconds
ROUNDS = 5
SPEED = """
import time
from kletka import start
from kletka.engine.budget import Budget
from kletka.engine.search import Search
for spec, count in {boards}:
    best = 0.0
    for round in range(4):
        search = Search(start(spec), memory=2**26)
        begin = time.process_time()
        search.run(Budget(simulations=count))
        best = max(best, count / (time.process_time() - begin))
    print(best)
"""
BOARDS = (
    ("kamiken(size=9)", 6000),
    ("ydyumby(board=8x8)", 6000),
    ("vyun(board=6x6)", 4000),
    ("manu(size=9)", 1500),
)


def show(what: str, seconds: float, wanted: float | None = None) -> None:
    aim = "" if wanted is None else f"   (wanted: {wanted:g})"
    print(f"{what:<66}{seconds:8.2f} s{aim}", flush=True)


def timed(action: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def environment(cache: Path, sources: Path | None = None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KLETKA_")}
    kept.pop("PYTHONPATH", None)
    if sources is not None:
        kept["PYTHONPATH"] = str(sources)
    return {**kept, "KLETKA_CACHE_DIR": str(cache), "KLETKA_DATA_DIR": str(cache / "data")}


class Site:
    """A server that has just been started, and the seconds since."""

    def __init__(self, python: Path, cache: Path, sources: Path | None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._begin = time.perf_counter()
        self.process = subprocess.Popen(
            [python, "-m", "kletka", "serve", "--no-browser", "--port", str(self.port)],
            cwd=cache,
            env={**environment(cache, sources), "KLETKA_BOT_PAUSE": "0", "KLETKA_LIMITS": "off"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._begin

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def play(self, *opponents: str) -> float:
        """Play the first turn of Kamiken and wait until the others have played; the seconds."""
        seats = [{"kind": "here"}, *({"kind": "bot", "bot": name} for name in opponents)]
        seats += [{"kind": "here"}] * (2 - len(seats))
        asked = {"spec": "kamiken(size=9)", "seats": seats}
        made = self._until(lambda: self.ask("/games", asked))
        place, token = f"/games/{made['game']['id']}", made["tokens"]["0"]
        self.ask(f"{place}/turns", {"turn": "E5", "number": 0}, token)
        self._until(lambda: len(self.ask(place)["turns"]) > len(opponents))
        return self.seconds

    def _until(self, action: Callable[[], Any]) -> Any:
        while self.seconds < PATIENCE:
            try:
                if answer := action():
                    return answer
            except OSError:
                pass
            time.sleep(0.05)
        raise SystemExit("the server does not answer")


@contextmanager
def serving(python: Path, cache: Path, sources: Path | None = None) -> Iterator[Site]:
    cache.mkdir(parents=True, exist_ok=True)
    site = Site(python, cache, sources)
    try:
        yield site
    finally:
        site.process.terminate()
        site.process.wait()


def measure_clone(work: Path) -> None:
    """A clone whose requirements are installed."""
    cache = work / "clone"
    with serving(Path(sys.executable), cache, ROOT / "src") as site:
        show("clone: a turn of a game at one screen", site.play(), 5)
        show("clone: a turn of level 3", site.play("level3"), 15)
        while not list(cache.glob("kernels/*/ready-to-play")):
            time.sleep(0.1)
        show("clone: everything for playing is compiled", site.seconds, 60)


def measure_before(work: Path, revision: str) -> None:
    """The same at a revision that compiled first."""
    sources = work / "before"
    sources.mkdir()
    packed = subprocess.run(
        ["git", "archive", revision, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-x", "-C", sources], input=packed.stdout, check=True)
    with serving(Path(sys.executable), work / "before-cache", sources / "src") as site:
        show(f"clone at {revision}: a turn of a game at one screen", site.play())
        show(f"clone at {revision}: a turn of level 3", site.play("level3"))


def measure_wheel(work: Path, wheel: Path) -> None:
    """The wheel, installed by pip from files on disk."""
    files, cache = work / "files", work / "wheel"
    cache.mkdir()
    pip: list[str | Path] = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", files]
    subprocess.run([*pip, f"{wheel}[web]"], check=True)
    install = timed(lambda: _install(work / "venv", files, f"{wheel}"))
    python = work / "venv" / "bin" / "python"
    command: list[str | Path] = [python, "-m", "kletka"]

    def first_move() -> None:
        words = ["best", "manu", "--level", "3"]
        subprocess.run([*command, *words], env=environment(cache), check=True, cwd=cache)

    first = timed(first_move)
    show("wheel: pip install, without the web app", install)
    show("wheel: the first move of a bot after it", first)
    show("wheel: both", install + first, 10)
    warm = [timed(lambda: _best(command, cache)) for _ in range(ROUNDS)]
    show("wheel: kletka best, warm, 100 simulations, median", statistics.median(warm), 0.7)
    compare_speed(python, cache)
    _install(work / "venv", files, f"{wheel}[web]")
    with serving(python, work / "wheel-web") as site:
        show("wheel with the web app: a turn of a game at one screen", site.play())
        show("wheel with the web app: a turn of level 3", site.play("level3"))


def _install(folder: Path, files: Path, what: str) -> None:
    if not folder.exists():
        venv.create(folder, with_pip=True)
    pip: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
    ]
    subprocess.run([*pip, "--find-links", files, what], check=True)


def _best(command: list[str | Path], cache: Path) -> None:
    words = ["best", "kamiken", "--sims", "100"]
    subprocess.run(
        [*command, *words], env=environment(cache), check=True, cwd=cache, capture_output=True
    )


def compare_speed(python: Path, cache: Path) -> None:
    """Simulations a second by the kernels of the wheel and by native ones."""
    native = cache / "native"
    prepare: list[str | Path] = [python, "-m", "kletka", "prepare", "--for-playing", "--native"]
    subprocess.run(
        prepare, env=environment(native), check=True, cwd=cache, stderr=subprocess.DEVNULL
    )
    rounds = [(_speed(python, cache), _speed(python, native)) for _ in range(3)]
    for number, (spec, _) in enumerate(BOARDS):
        shipped = max(wheel[number] for wheel, _ in rounds)
        own = max(mine[number] for _, mine in rounds)
        ratio = f"{shipped / own:.2f} of native (wanted: 0.8)"
        print(f"wheel: {spec}: {shipped:,.0f} simulations a second, native {own:,.0f}: {ratio}")


def _speed(python: Path, cache: Path) -> list[float]:
    code = SPEED.format(boards=BOARDS)
    told = subprocess.run(
        [python, "-c", code], env=environment(cache), capture_output=True, text=True, check=True
    )
    return [float(line) for line in told.stdout.split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", default=COMPILED_FIRST, metavar="REVISION")
    parser.add_argument("--wheel", type=Path, metavar="FILE", help="build one by default")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="kletka-start-"))
    try:
        measure_clone(work)
        measure_before(work, options.before)
        wheel = options.wheel
        if wheel is None:
            script = ROOT / "scripts" / "build_wheels.py"
            subprocess.run(
                [sys.executable, script, "--out", work / "dist"], check=True, capture_output=True
            )
            [wheel] = (work / "dist").glob("*-cp3*.whl")
        measure_wheel(work, wheel.resolve())
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
