"""Datasets of self-play games: NDJSON while they are played, Parquet at the end.

The first line of the NDJSON, which is also the metadata of the Parquet file, has the versions of
the format and of Kletka, the spec, the agent, the seed and the engine's settings. With the same
first line the same games are played, unless the agent thinks by the clock.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from kletka import __version__
from kletka.agents.levels import budget_of
from kletka.engine.budget import Budget
from kletka.extras import need
from kletka.lab.journal import Journal
from kletka.lab.selfplay import FAST, FAST_SIMULATIONS, self_play
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.position import start
from kletka.spec import Spec

VERSION = 1  # of the format
GAMES_A_TASK = 10
ROWS_A_GROUP = 5_000  # of the Parquet file, and in memory at a time


def dataset_plan(spec: Spec, by: str, seed: int) -> dict[str, Any]:
    """The first line of the file."""
    return {
        "version": VERSION,
        "kletka": __version__,
        "spec": str(spec),
        "by": by,
        "seed": seed,
        "engine": engine_settings(spec, by),
    }


def engine_settings(spec: Spec, by: str) -> dict[str, Any]:
    """The engine's tuning for a spec; the learned weights as a checksum."""
    from kletka.engine.tuning import knobs_of

    budget = None
    if by == FAST:
        budget = Budget(simulations=FAST_SIMULATIONS)
    elif by.removeprefix("level").isdecimal():
        budget = budget_of(int(by.removeprefix("level")), start(spec))
    if budget is None:
        return {}
    knobs = knobs_of(spec.game)._asdict()
    weights = knobs.pop("weights")
    return {
        "simulations": budget.simulations,
        "seconds": budget.seconds,
        "sight": budget.sight,
        **knobs,
        "weights": f"crc32:{zlib.crc32(weights.tobytes()):08x}",
    }


def make_dataset(
    spec: Spec,
    by: str,
    games: int,
    out: Path,
    *,
    seed: int = 1,
    pool: WorkerPool | None = None,
    report: Callable[[int], None] | None = None,
) -> Journal:
    """Play until the file holds this many games; games already in it are not played again."""
    journal = Journal(out, "dataset", "game", dataset_plan(spec, by, seed))
    size = GAMES_A_TASK if by == FAST else 1
    tasks = (
        (spec, by, seed, begin, min(size, games - begin))
        for begin in range(journal.count, games, size)
    )
    for part in map_in_order(pool, play_part, tasks):
        journal.add(*part)
        if report:
            report(journal.count)
    return journal


def play_part(spec: Spec, by: str, seed: int, begin: int, count: int) -> list[dict[str, Any]]:
    """A task: play `count` games from number `begin` on."""
    play = self_play(spec, by)
    return [
        _game_entry(spec, play.notation(play.codes(seed, game)))
        for game in range(begin, begin + count)
    ]


def _game_entry(spec: Spec, moves: list[str]) -> dict[str, Any]:
    position = start(spec)
    for move in moves:
        position = position.play(move)
    return {"moves": moves, "points": position.points, "winners": position.winners}


def write_parquet(journal: Journal, plan: dict[str, Any], file: Path) -> None:
    """Write the games of a journal as Parquet, keeping a few thousand in memory at a time."""
    with need("lab"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    schema = pa.schema(
        [
            ("game", pa.int64()),
            ("moves", pa.list_(pa.string())),
            ("points", pa.list_(pa.float64())),
            ("winners", pa.list_(pa.int8())),
        ],
        metadata={"dataset": json.dumps(plan, ensure_ascii=False)},
    )
    unfinished = file.with_name(file.name + ".part")
    with pq.ParquetWriter(unfinished, schema) as writer:
        games = journal.read()
        while group := _group(games):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
    os.replace(unfinished, file)


def _group(games: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**game, "points": [float(points) for points in game["points"]]}
        for game in islice(games, ROWS_A_GROUP)
    ]
