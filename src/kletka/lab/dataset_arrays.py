"""Datasets as arrays, one row for each move, to learn a policy and values from.

from kletka.lab.dataset_arrays import load_dataset

data = load_dataset("games.ndjson")
data.planes, data.policy, data.values, data.results
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from kletka.bridges.vectorised import MOST_GAMES, ManyGames
from kletka.errors import KletkaError
from kletka.extras import need
from kletka.lab.dataset import VERSION, result_shares
from kletka.language import Text
from kletka.spec import Spec

PARQUET = b"PAR1"  # how such files begin

Game = dict[str, Any]


class InvalidDataset(KletkaError):
    """A file that is not a dataset, of a version that is not known, or by other rules."""


@dataclass(frozen=True)
class DatasetArrays:
    """The moves of a dataset, game by game; row k of each array belongs to the same move.

    `planes` are what the player to move saw, as in the bridges, and actions have their numbers.
    `values` and `results` begin with that player, and go on with the others in order of play, as
    the planes do.
    """

    spec: Spec
    games: Any  # int64[moves]: the number of the game
    players: Any  # int8[moves]: the player to move
    planes: Any  # float32[moves, planes, rows, columns]
    masks: Any  # bool[moves, actions]: the legal actions
    played: Any  # int64[moves]: the action that was played
    visits: Any  # int32[moves, actions]: how often the search visited each action
    values: Any  # float32[moves, players]: expected shares of the win; nan where nothing searched
    results: Any  # float32[moves, players]: the shares of the win in the end

    def __len__(self) -> int:
        return len(self.played)

    @property
    def policy(self) -> Any:
        """The share of the visits that each action got: float32[moves, actions].

        Where nothing was searched, the action that was played has all of it.
        """
        counted = self.visits.astype(np.float32)
        without = counted.sum(axis=1) == 0
        counted[without, self.played[without]] = 1
        return counted / counted.sum(axis=1, keepdims=True)


def load_dataset(file: Path | str, *, first: int = 0, games: int | None = None) -> DatasetArrays:
    """Read a dataset, NDJSON or Parquet, or a part of it: so many games from number `first` on.

    The arrays are dense, so read large files in parts. Raises InvalidDataset. Files of version 1
    have no visits and no values.
    """
    path = Path(file)
    with path.open("rb") as opened:
        is_parquet = opened.read(len(PARQUET)) == PARQUET
    plan, entries = _read_parquet(path) if is_parquet else _read_ndjson(path)
    _check(path, plan)
    end = first + (MOST_GAMES if games is None else games)
    return _replay(path, Spec(plan["spec"]), list(islice(entries, first, end)))


# Files.


def _read_ndjson(path: Path) -> tuple[Any, Iterator[Game]]:
    with path.open(encoding="utf-8", errors="replace") as lines:
        try:
            plan = json.loads(next(lines, ""))["dataset"]
        except (ValueError, KeyError, TypeError):
            plan = None
    return plan, _entries(path)


def _entries(path: Path) -> Iterator[Game]:
    with path.open(encoding="utf-8", errors="replace") as lines:
        next(lines)
        for number, line in enumerate(lines):
            if not line.endswith("\n"):
                return  # a last line that was cut short is no game
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not _is_game(entry):
                raise InvalidDataset(
                    Text(
                        f"{path}, line {number + 2}: this is not a game of a dataset",
                        f"{path}, строка {number + 2}: это не партия из набора",
                    )
                )
            yield entry


def _is_game(entry: Any) -> bool:
    if not isinstance(entry, dict) or not {"game", "moves", "winners"} <= entry.keys():
        return False
    moves: list[str] = entry["moves"]
    return all(
        len(entry.get(name, moves)) == len(moves) for name in ("actions", "visits", "values")
    )


def _read_parquet(path: Path) -> tuple[Any, Iterator[Game]]:
    with need("lab"):
        import pyarrow.parquet as pq

    opened = pq.ParquetFile(path)
    plan = (opened.schema_arrow.metadata or {}).get(b"dataset")
    groups = (batch.to_pylist() for batch in opened.iter_batches(batch_size=1000))
    return plan and json.loads(plan), (game for group in groups for game in group)


def _check(path: Path, plan: Any) -> None:
    if not isinstance(plan, dict) or not {"version", "spec"} <= plan.keys():
        raise InvalidDataset(
            Text(
                f"{path} is not a dataset: its first line does not describe one",
                f"{path}: это не набор партий, в первой строке нет его описания",
            )
        )
    if plan["version"] not in range(1, VERSION + 1):
        raise InvalidDataset(
            Text(
                f"{path} has version {plan['version']} of the format; versions 1 to {VERSION} are "
                "known",
                f"{path}: версия формата {plan['version']}, а известны от 1 до {VERSION}",
            )
        )


# Games.


def _replay(path: Path, spec: Spec, entries: list[Game]) -> DatasetArrays:
    """Play all games side by side, and note each position before its move."""
    lengths = np.array([len(entry["moves"]) for entry in entries], np.int64)
    begins = np.cumsum(lengths) - lengths
    many = ManyGames(spec, max(len(entries), 1), restarts=False)
    arrays = _empty_arrays(spec, many, int(lengths.sum()))
    for ply in range(int(lengths.max(initial=0))):
        going = np.flatnonzero(lengths > ply)
        here = many.take(going)
        rows = begins[going] + ply
        arrays.games[rows] = [entries[game]["game"] for game in going]
        arrays.players[rows] = here.to_move
        arrays.planes[rows] = here.observe()
        arrays.masks[rows] = here.masks
        try:
            for row, game in zip(rows, going, strict=True):
                _note_move(arrays, int(row), entries[game], ply, many)
            here.step(arrays.played[rows])
        except KletkaError as refusal:
            raise _other_rules(path, spec, refusal.text) from None
        many.put(going, here)
    if len(entries) and not many.over.all():
        game = entries[int(many.over.argmin())]["game"]
        unfinished = Text(f"game {game} is not over", f"партия {game} не окончена")
        raise _other_rules(path, spec, unfinished)
    return arrays


def _empty_arrays(spec: Spec, many: ManyGames, moves: int) -> DatasetArrays:
    players = many.players
    return DatasetArrays(
        spec=spec,
        games=np.zeros(moves, np.int64),
        players=np.zeros(moves, np.int8),
        planes=np.zeros((moves, *many.planes), np.float32),
        masks=np.zeros((moves, many.actions), np.bool_),
        played=np.zeros(moves, np.int64),
        visits=np.zeros((moves, many.actions), np.int32),
        values=np.full((moves, players), np.nan, np.float32),
        results=np.zeros((moves, players), np.float32),
    )


def _note_move(arrays: DatasetArrays, row: int, game: Game, ply: int, many: ManyGames) -> None:
    arrays.played[row] = many.action(game["moves"][ply])
    own_first = (np.arange(many.players) + arrays.players[row]) % many.players
    arrays.results[row] = np.array(result_shares(many.players, game["winners"]))[own_first]
    if "visits" in game:
        arrays.visits[row, game["actions"][ply]] = game["visits"][ply]
        if game["values"][ply] is not None:
            arrays.values[row] = np.array(game["values"][ply])[own_first]


def _other_rules(path: Path, spec: Spec, why: Text) -> InvalidDataset:
    return InvalidDataset(
        Text(
            f"{path} does not follow today's rules of {spec}: {why.en}",
            f"{path} не следует сегодняшним правилам {spec}: {why.ru}",
        )
    )
