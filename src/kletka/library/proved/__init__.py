"""Proved results: the exact values of small boards, found by `kletka lab solve-table`.

Each line of table.ndjson is the solved start of one spec. A rectangle also stands for the one with
its sides exchanged, and Kamiken is stored without komi, which only shifts its values.
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
    """The solved start of a spec: its value for the first player, and how to achieve it.

    `value` is the lead in points with best play, komi included (in Manu 1 for a win and -1 for a
    loss); `best` are all first moves that achieve it, `line` is one game of best play. `nodes`
    and `seconds` are the effort, and `version` is the version of Kletka that proved it.
    """

    spec: Spec
    value: float
    best: tuple[Move, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    version: str

    def to_json(self) -> dict[str, Any]:
        """The proof as a line of the table has it."""
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
    """The proofs of a file with one on each line."""
    return tuple(_read(json.loads(line)) for line in text.splitlines() if line)


def _read(data: dict[str, Any]) -> Proof:
    moves = {name: tuple(Move(move) for move in data[name]) for name in ("best", "line")}
    return Proof(**{**data, "spec": Spec(data["spec"]), **moves})


@cache
def _table() -> dict[Spec, Proof]:
    text = files(__name__).joinpath(TABLE).read_text("utf-8")
    return {proof.spec: proof for proof in read_proofs(text)}


def proofs_of(game: str) -> tuple[Proof, ...]:
    """All proofs for a game, small boards first."""
    assert game in GAMES
    return tuple(proof for proof in _table().values() if proof.spec.game == game)


def known_value(spec: str) -> Proof | None:
    """The proof for the start of a spec, or None."""
    return look_up(_table(), Spec(spec))


def known_position(position: Position) -> Proof | None:
    """The proof for a position, or None; only starts have proofs."""
    proof = known_value(position.spec)
    return proof if proof is not None and position == start(position.spec) else None


def look_up(table: dict[Spec, Proof], spec: Spec) -> Proof | None:
    """The proof for a spec, derived from that of the spec stored in its place."""
    stored = stored_spec(spec)
    proof = table.get(stored)
    if proof is None or stored == spec:
        return proof
    if spec.game == "kamiken":
        komi = spec.options["komi"]
        assert isinstance(komi, Fraction | int)
        return replace(proof, spec=spec, value=proof.value - float(komi))
    return replace(proof, spec=spec, best=_on_its_side(proof.best), line=_on_its_side(proof.line))


def stored_spec(spec: Spec) -> Spec:
    """The spec stored in place of this one: without komi, and with the longer side first."""
    if spec.game == "kamiken":
        return Spec(f"kamiken(size={spec.options['size']},komi=0)")
    sides = re.fullmatch(r"([0-9]+)x([0-9]+)", str(spec.options.get("board", "")))
    if sides and int(sides[1]) < int(sides[2]):
        return Spec(spec.replace(sides[0], f"{sides[2]}x{sides[1]}"))
    return spec


def _on_its_side(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves with columns and rows exchanged."""
    return tuple(Move(_CELL.sub(_turned, str(move))) for move in moves)


def _turned(cell: re.Match[str]) -> str:
    column, row = ord(cell[1]) - ord("A") + 1, int(cell[2])
    return f"{chr(ord('A') + row - 1)}{column}"
