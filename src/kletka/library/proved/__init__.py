"""What is proved: the exact values of small boards, made once by `kletka lab solve-table`.

A line of table.ndjson is the start of one spec, solved to the end. A rectangle stands for itself
and for the one that lies on its side; Kamiken is kept without komi, which only shifts its values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from kletka.games.catalogue import GAMES
from kletka.move import Move
from kletka.position import Position, start
from kletka.spec import Spec

TABLE = "table.ndjson"
_CELL = re.compile(r"([A-Z])([0-9]+)")


@dataclass(frozen=True)
class Proof:
    """The start of a spec, solved: what it is worth to who begins, and how that is kept.

    `value` is the lead in points with best play, komi included (in Manu 1 for a win and -1 for a
    loss); `best` are all first moves that keep it, `line` is one game of best play. `nodes` and
    `seconds` are what it took, and `version` is the version of Kletka that proved it.
    """

    spec: Spec
    value: float
    best: tuple[Move, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    version: str

    def to_json(self) -> dict[str, Any]:
        return {
            "spec": self.spec,
            "value": self.value,
            "best": [str(move) for move in self.best],
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "seconds": self.seconds,
            "version": self.version,
        }


def read_proofs(text: str) -> tuple[Proof, ...]:
    """The proofs of a file, one a line."""
    return tuple(_read(json.loads(line)) for line in text.splitlines() if line)


def _read(told: dict[str, Any]) -> Proof:
    moves = {name: tuple(Move(move) for move in told[name]) for name in ("best", "line")}
    return Proof(**{**told, "spec": Spec(told["spec"]), **moves})


@cache
def _table() -> dict[Spec, Proof]:
    text = files(__name__).joinpath(TABLE).read_text("utf-8")
    return {proof.spec: proof for proof in read_proofs(text)}


def proofs_of(game: str) -> tuple[Proof, ...]:
    """All that is proved of a game, small boards first."""
    assert game in GAMES
    return tuple(proof for proof in _table().values() if proof.spec.game == game)


def known_value(spec: str) -> Proof | None:
    """What is proved of the start of a spec, or None."""
    return look_up(_table(), Spec(spec))


def known_position(position: Position) -> Proof | None:
    """The same for a position: only starts are in the table."""
    proof = known_value(position.spec)
    return proof if proof is not None and position == start(position.spec) else None


def look_up(table: dict[Spec, Proof], spec: Spec) -> Proof | None:
    """A proof for a spec from the line of the spec that stands for it."""
    kept = kept_spec(spec)
    proof = table.get(kept)
    if proof is None or kept == spec:
        return proof
    if spec.game == "kamiken":
        komi = spec.options["komi"]
        assert isinstance(komi, Fraction | int)
        return replace(proof, spec=spec, value=proof.value - float(komi))
    return replace(proof, spec=spec, best=_on_its_side(proof.best), line=_on_its_side(proof.line))


def kept_spec(spec: Spec) -> Spec:
    """The spec that stands for this one: without komi, and a rectangle that is not upright."""
    if spec.game == "kamiken":
        return Spec(f"kamiken(size={spec.options['size']},komi=0)")
    sides = re.fullmatch(r"([0-9]+)x([0-9]+)", str(spec.options.get("board", "")))
    if sides and int(sides[1]) < int(sides[2]):
        return Spec(spec.replace(sides[0], f"{sides[2]}x{sides[1]}"))
    return spec


def _on_its_side(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves with columns and rows exchanged."""
    return tuple(Move(_CELL.sub(_turned, str(move))) for move in moves)


def _turned(cell: re.Match[str]) -> str:
    column, row = ord(cell[1]) - ord("A") + 1, int(cell[2])
    return f"{chr(ord('A') + row - 1)}{column}"
