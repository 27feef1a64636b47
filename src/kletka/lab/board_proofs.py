"""Solves as many small boards as a given time allows, for the table of proved values.

The boards of a game are grouped into families, each ordered by difficulty. A round tries all
families with one limit of nodes for each board; the next round allows ten times as many, until the
time is up. A family is skipped for the rest of a round when several boards in a row were too hard,
so that no family uses up the time of the others. Every proof is written at once. A later run solves
no board twice, and tries none again with a limit that was too small before.
"""

from __future__ import annotations

import json
import os
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import count
from pathlib import Path

import kletka.library.proved
from kletka import __version__
from kletka.engine.solving import solve
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.lab.worker_pools import Task, WorkerPool, map_in_order
from kletka.language import Text
from kletka.library.proved import Proof, read_proofs
from kletka.position import start
from kletka.spec import Spec

BOARDS = "boards.toml"
FIRST_NODES = 10_000
NODES_GROW = 10
MISSES = 2  # in a row, before the rest of a family is left for the next round
LITTLE_NODES = 1_000_000  # up to this limit a small table of positions is enough
LITTLE_MEMORY = 64 * 2**20
MEMORY = 1024 * 2**20
MOST_MEMORY = 4096 * 2**20
MUCH_NODES = 100_000_000

Family = tuple[str, tuple[Spec, ...]]
Report = Callable[[Proof], None]


class InvalidProofFile(KletkaError):
    """The file does not hold a table of proofs."""


def families(games: Iterable[str] = GAMES) -> list[Family]:
    """All boards to try; for a game without families in the data, its puzzle boards."""
    listed = tomllib.loads(files(kletka.library.proved).joinpath(BOARDS).read_text("utf-8"))
    found: list[Family] = []
    for game in games:
        usual = [{"name": game, "boards": face_of(game).profile.puzzle_boards}]
        for family in listed.get(game, usual):
            specs = [spec for text in family["boards"] for spec in _expanded(text)]
            found.append((family["name"], tuple(Spec(spec) for spec in specs)))
    return found


def _expanded(text: str) -> list[str]:
    """The specs that a text with a range such as {1..8} stands for."""
    numbers = re.search(r"\{([0-9]+)\.\.([0-9]+)\}", text)
    if numbers is None:
        return [text]
    least, most = int(numbers[1]), int(numbers[2])
    return [text.replace(numbers[0], str(number)) for number in range(least, most + 1)]


class ProofFile:
    """A file of proofs; FILE.tried beside it holds the limits that were too small for a board."""

    def __init__(self, path: Path) -> None:
        self._path, self._tried_path = path, path.with_name(path.name + ".tried")
        self.proofs: dict[Spec, Proof] = {}
        self.tried: dict[Spec, int] = {}
        if path.exists():
            self.proofs = {proof.spec: proof for proof in self._read_proofs()}
        if self._tried_path.exists():
            for line in _whole_lines(self._tried_path):
                entry = json.loads(line)
                self.tried[Spec(entry["spec"])] = entry["nodes"]

    def add(self, proof: Proof) -> None:
        self.proofs[proof.spec] = proof
        _append(self._path, proof.to_json())

    def add_tried(self, spec: Spec, nodes: int) -> None:
        self.tried[spec] = nodes
        _append(self._tried_path, {"spec": spec, "nodes": nodes})

    def _read_proofs(self) -> tuple[Proof, ...]:
        try:
            return read_proofs("\n".join(_whole_lines(self._path)))
        except (ValueError, KeyError, TypeError):
            raise InvalidProofFile(
                Text(
                    f"{self._path} is not a table of proofs, and is left as it is",
                    f"{self._path}: это не таблица доказанных оценок; файл остался как был",
                )
            ) from None


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file; an incomplete last line is removed from the file."""
    content = path.read_bytes()
    whole, end, torn = content.rpartition(b"\n")
    if torn:
        with path.open("r+b") as file:
            file.truncate(len(whole + end))
    return whole.decode("utf-8").splitlines()


def _append(path: Path, entry: dict[str, object]) -> None:
    with path.open("ab") as file:
        file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def prove_boards(
    pool: WorkerPool,
    file: ProofFile,
    seconds: float,
    report: Report,
    tried: list[Family] | None = None,
) -> None:
    """Solve boards until the time is up or all are solved; `report` gets each proof."""
    deadline = time.time() + seconds
    tried = families() if tried is None else tried
    for power in count():
        if not _round(pool, file, tried, FIRST_NODES * NODES_GROW**power, deadline, report):
            return


def _round(
    pool: WorkerPool,
    file: ProofFile,
    tried: list[Family],
    nodes: int,
    deadline: float,
    report: Report,
) -> bool:
    """Try all families with one limit; True if boards are left, and time for them."""
    misses = {name: 0 for name, _ in tried}
    left = False

    def waiting(name: str, specs: tuple[Spec, ...]) -> Iterator[tuple[str, Spec, int, float]]:
        nonlocal left
        for spec in specs:
            if spec in file.proofs:
                misses[name] = 0
                continue
            left = True
            if misses[name] >= MISSES or time.time() >= deadline:
                return
            if file.tried.get(spec, 0) >= nodes:
                misses[name] += 1
                continue
            yield name, spec, nodes, deadline

    tasks = _alternating([waiting(name, specs) for name, specs in tried])
    for name, spec, proof, in_time in map_in_order(pool, prove, tasks):
        if proof is not None:
            misses[name] = 0
            if spec not in file.proofs:  # families may share boards
                file.add(proof)
                report(proof)
        elif in_time:
            misses[name] += 1
            file.add_tried(spec, nodes)
    return left and time.time() < deadline


def _alternating(sources: list[Iterator[Task]]) -> Iterator[Task]:
    """One task of each source in turn, so that a family's last result is mostly known by then."""
    while sources:
        remaining = []
        for source in sources:
            task = next(source, None)
            if task is not None:
                remaining.append(source)
                yield task
        sources = remaining


def prove(
    family: str, spec: Spec, nodes: int, deadline: float
) -> tuple[str, Spec, Proof | None, bool]:
    """A task: solve the start of a spec within a limit; False at the end if time ran out."""
    seconds = deadline - time.time()
    if seconds <= 0:
        return family, spec, None, False
    memory = LITTLE_MEMORY if nodes <= LITTLE_NODES else MEMORY
    memory = MOST_MEMORY if nodes > MUCH_NODES else memory
    solution = solve(start(spec), nodes=nodes, seconds=seconds, memory=memory)
    if solution is None:
        return family, spec, None, time.time() < deadline
    proof = Proof(
        spec=spec,
        value=solution.value + 0.0,
        best=solution.best,
        line=solution.line,
        nodes=solution.nodes,
        seconds=round(solution.seconds, 2),
        version=__version__,
    )
    return family, spec, proof, True
